import type { Manifest } from '../model/manifest.ts'
import { PRESETS, pluralFolder } from './presets.ts'

/** The settings of a project whose manifest says nothing. indexes-schema/manifest.example.yml shows the same values. */
export const DEFAULTS: Manifest = {
  version: '1',
  pmemVersion: null,
  project: { name: 'project', language: 'en', stage: 'active', domain: 'software', type: 'software' },
  cardGlobs: ['.pmem/**/*.md'],
  sources: [],
  schema: completeSchema(PRESETS.software),
  indexes: { path: '.pmem/indexes', graph: { mode: 'auto', shardAbove: 50_000 }, keyword: { mode: 'auto', shardAbove: 50_000 } },
  scoring: {
    typeWeight: record([
      ['decision', 1.1],
      ['module', 1.1],
      ['trace', 0.85],
    ]),
    recencyDays: 90,
    hops: 1,
  },
  recall: { budget: 2_000, mode: 'normal', includeGlobal: false },
  autoUpdate: {
    enabled: true,
    onCodeChange: 'mark_dirty',
    onDocChange: 'mark_dirty',
    onMemoryChange: 'rebuild_indexes',
    onSessionEnd: 'prompt',
    onGitCommit: 'suggest_trace',
    minTraceIntervalMinutes: 30,
    maxAutoTracesPerDay: 5,
    ignorePatterns: ['node_modules/**', 'dist/**', 'build/**', '*.lock', '*.log'],
    tracePolicy: { requireMeaningfulChange: true, requireSummary: true, requireRelatedNode: true },
  },
  distill: {
    enabled: true,
    cadenceDays: 7,
    maxUndistilledTraces: 20,
    groupBy: ['related', 'module', 'task'],
    output: { updateCards: true, updateSummaries: true, archiveTraces: false },
    requireConfirmation: true,
  },
  freshness: { defaultTtlDays: 14, staleOnRelatedCodeChange: true, requireLastVerified: true },
  learning: { log: true, logCap: 5_000, warnOverCharacters: 500, penaltyOverCharacters: 300 },
  cardPolicy: { maxTokens: 1_200, warnRelationsOver: 12 },
  integrations: { active: [] },
  concurrency: { lockPath: '.pmem/.lock', timeoutMs: 5_000 },
}

/** A record without prototype: its keys are names out of a file. */
export function record<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  const plain: Record<string, T> = Object.create(null)
  for (const [key, value] of entries) plain[key] = value
  return plain
}

/** `schema` with a folder for each of its types. */
export function completeSchema(schema: Manifest['schema']): Manifest['schema'] {
  const folder = (type: string): string =>
    Object.hasOwn(schema.typeDirs, type) ? (schema.typeDirs[type] as string) : pluralFolder(type)
  return { ...schema, typeDirs: record(schema.cardTypes.map((type) => [type, folder(type)] as const)) }
}
