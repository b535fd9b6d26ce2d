import type { Finding } from '../model/finding.ts'
import type { Manifest, Schema, Sharding, Source } from '../model/manifest.ts'
import { parseYaml } from '../text/yaml.ts'
import { completeSchema, DEFAULTS, record } from './defaults.ts'
import { insideProject } from './inside.ts'
import { DOMAINS, isReserved, PRESETS, RESERVED } from './presets.ts'
import type { Section } from './section.ts'
import { sectionOf } from './section.ts'

const VERSIONS = ['1', '0.2', '0.1'] as const
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

export type ParsedManifest = { readonly manifest: Manifest; readonly findings: readonly Finding[] }

/**
 * Reads a manifest and completes it with the preset of its domain and the defaults. `text` is null where the file is
 * missing; `path` is where it lies, for findings. Unknown keys are warnings, wrong values errors that name what is
 * allowed, each with its line; the default then counts. The result depends on the text only. Never throws.
 */
export function parseManifest(text: string | null, path: string): ParsedManifest {
  if (text === null) {
    const missing: Finding = {
      code: 'manifest-missing',
      severity: 'warning',
      message: 'there is no manifest; the defaults count',
      file: path,
      fix: 'Run `pmem init` to write one.',
    }
    return { manifest: DEFAULTS, findings: [missing] }
  }
  const findings: Finding[] = []
  const { root, problems } = parseYaml(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), 1)
  for (const { message, line, column } of problems) {
    findings.push({
      code: 'manifest-bad-yaml',
      severity: 'error',
      message: `the manifest is no readable YAML: ${message}`,
      file: path,
      line,
      column,
      fix: 'Correct the line; until then the defaults count.',
    })
  }
  if (problems.length > 0) return { manifest: DEFAULTS, findings }
  if (root.kind !== 'map' && root.kind !== 'null') {
    findings.push({
      code: 'manifest-bad-yaml',
      severity: 'error',
      message: 'the manifest must be a map of settings',
      file: path,
      line: root.line,
      column: root.column,
      fix: 'Write it as lines such as `project: { name: example }`.',
    })
    return { manifest: DEFAULTS, findings }
  }
  const top = sectionOf(root, '', { file: path, list: findings })
  const manifest = readManifest(top)
  top.close()
  return { manifest, findings: findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)) }
}

function readManifest(top: Section): Manifest {
  const base = DEFAULTS
  const version = top.oneOf('version', VERSIONS, base.version as (typeof VERSIONS)[number], { '1.0': '1' })
  const project = top.section('project')
  const domain = project.oneOf('domain', DOMAINS, base.project.domain)
  const truth = top.section('source_of_truth')
  truth.oneOf('type', ['markdown_cards'], 'markdown_cards')
  truth.oneOf('path', ['.pmem'], '.pmem', { './.pmem': '.pmem', '.pmem/': '.pmem' })
  const schema = readSchema(top.section('schema'), PRESETS[domain])
  const freshness = top.section('freshness')
  const learning = top.section('learning')
  const policy = top.section('card_policy')
  const recall = top.section('recall')
  return {
    version,
    pmemVersion: top.textOrNull('pmem_version'),
    project: {
      name: project.text('name', base.project.name),
      language: project.oneOf('language', ['en', 'zh-CN'], base.project.language, {
        zh: 'zh-CN',
        'zh-cn': 'zh-CN',
        'en-US': 'en',
        'en-GB': 'en',
      }),
      stage: project.text('stage', base.project.stage),
      domain,
      type: project.text('type', domain),
    },
    cardGlobs: readGlobs(truth),
    sources: readSources(top, schema),
    schema,
    indexes: readIndexes(top.section('indexes')),
    scoring: readScoring(top.section('scoring'), schema),
    recall: {
      budget: recall.number('budget', base.recall.budget, { min: 1, max: 1_000_000 }),
      mode: recall.oneOf('mode', ['brief', 'normal', 'deep'], base.recall.mode),
      includeGlobal: recall.bool('include_global', base.recall.includeGlobal),
    },
    autoUpdate: readAutoUpdate(top.section('auto_update')),
    distill: readDistill(top.section('distill')),
    freshness: {
      defaultTtlDays: Math.ceil(freshness.duration('default_ttl', base.freshness.defaultTtlDays * DAY_MS) / DAY_MS),
      staleOnRelatedCodeChange: freshness.bool('stale_on_related_code_change', base.freshness.staleOnRelatedCodeChange),
      requireLastVerified: freshness.bool('require_last_verified', base.freshness.requireLastVerified),
    },
    learning: {
      log: learning.bool('log', base.learning.log),
      logCap: learning.number('log_cap', base.learning.logCap, { min: 1, max: 1_000_000 }),
      warnOverCharacters: learning.number('warn_over_characters', base.learning.warnOverCharacters, { min: 1, max: 1_000_000 }),
      penaltyOverCharacters: learning.number('penalty_over_characters', base.learning.penaltyOverCharacters, {
        min: 1,
        max: 1_000_000,
      }),
    },
    cardPolicy: {
      maxTokens: policy.number('max_tokens', base.cardPolicy.maxTokens, { min: 1, max: 1_000_000 }),
      warnRelationsOver: policy.number('warn_relations_over', base.cardPolicy.warnRelationsOver, { min: 0, max: 100_000 }),
    },
    integrations: readIntegrations(top.section('integrations')),
    concurrency: readConcurrency(top.section('concurrency')),
  }
}

const INSIDE = 'inside the project: relative, without `..`'

/** A glob or path of the manifest with its slashes normalised; undefined, and an error, where it could leave the project. */
function inside(section: Section, key: string, text: string): string | undefined {
  const path = insideProject(text)
  if (path === undefined) section.refuse(key, INSIDE)
  return path
}

function readGlobs(truth: Section): readonly string[] {
  const globs = truth.texts('card_globs', DEFAULTS.cardGlobs, insideProject, INSIDE)
  return globs.length === 0 ? DEFAULTS.cardGlobs : globs
}

function readSources(top: Section, schema: Schema): readonly Source[] {
  return top.sections('sources').flatMap((entry) => {
    const glob = entry.text('glob', '')
    const type = entry.oneOf('type', schema.cardTypes, 'doc')
    if (glob.trim() === '') entry.refuse('glob', 'a glob such as docs/**/*.md')
    const path = glob.trim() === '' ? undefined : inside(entry, 'glob', glob)
    return path === undefined ? [] : [{ glob: path, type }]
  })
}

const TYPE_NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]*$/u

/** The preset with what the manifest adds to it: listed types join those of the preset, so that no card falls out. */
function readSchema(section: Section, preset: Schema): Schema {
  const listed = section.texts(
    'card_types',
    [],
    (type) => (TYPE_NAME.test(type) ? type : undefined),
    'a name made of letters, digits, _ and -',
  )
  const cardTypes = [...new Set([...preset.cardTypes, ...listed])]
  const dirs = section.section('type_dirs')
  const typeDirs = new Map(Object.entries(preset.typeDirs))
  for (const type of dirs.keys()) {
    const folder = dirs.text(type, '')
    const path = cardTypes.includes(type) ? insideProject(folder) : undefined
    if (!cardTypes.includes(type)) dirs.refuse(type, `the folder of a known type; known are ${cardTypes.join(', ')}`)
    else if (path === undefined || /[*?[\]{}!]/.test(path) || isReserved(path))
      dirs.refuse(type, `a folder below .pmem, none of ${RESERVED.join(', ')}`)
    else typeDirs.set(type, path)
  }
  const known = (key: string, fallback: readonly string[]): readonly string[] =>
    section.texts(key, fallback, (type) => cardTypes.find((name) => name === type), `one of ${cardTypes.join(', ')}`)
  return completeSchema({
    cardTypes,
    typeDirs: record(typeDirs),
    foundationalTypes: known('foundational_types', preset.foundationalTypes),
    evidenceTypes: known('evidence_types', preset.evidenceTypes),
    defaultType: section.oneOf('default_type', cardTypes, preset.defaultType),
  })
}

function readIndexes(section: Section): Manifest['indexes'] {
  const base = DEFAULTS.indexes
  // The first published manifests name each file and say that indexes are generated, which they always are.
  if (section.has('generated') && !section.bool('generated', true))
    section.refuse('generated', 'true: indexes are never written by hand')
  const graph = section.section('graph')
  const keyword = section.section('keyword')
  const folders = [indexFolder(graph, 'graph.json'), indexFolder(keyword, 'bm25.json')].filter((folder) => folder !== undefined)
  const path = inside(section, 'path', section.text('path', folders[0] ?? base.path)) ?? base.path
  if (folders.some((folder) => folder !== path)) section.refuse('path', 'the folder of graph.path and keyword.path too')
  return { path, graph: readSharding(graph, base.graph), keyword: readSharding(keyword, base.keyword, { bm25: 'auto' }) }
}

/** The folder of `graph.path` or `keyword.path`; the file name itself is fixed. */
function indexFolder(section: Section, fileName: string): string | undefined {
  const text = section.textOrNull('path')
  if (text === null) return undefined
  const path = insideProject(text)
  if (path?.endsWith(`/${fileName}`)) return path.slice(0, -fileName.length - 1)
  section.refuse('path', `a path inside the project that ends in /${fileName}`)
  return undefined
}

function readSharding(section: Section, base: Sharding, synonyms: Readonly<Record<string, Sharding['mode']>> = {}): Sharding {
  return {
    mode: section.oneOf('mode', ['auto', 'single', 'sharded'], base.mode, synonyms),
    shardAbove: section.number('shard_above', base.shardAbove, { min: 1, max: 100_000_000 }),
  }
}

function readScoring(section: Section, schema: Schema): Manifest['scoring'] {
  const weights = section.section('type_weight')
  const typeWeight = new Map(Object.entries(DEFAULTS.scoring.typeWeight))
  for (const type of weights.keys()) {
    const weight = weights.number(type, typeWeight.get(type) ?? 1, { min: 0, max: 10, whole: false })
    if (schema.cardTypes.includes(type)) typeWeight.set(type, weight)
    else weights.refuse(type, `the weight of a known type; known are ${schema.cardTypes.join(', ')}`)
  }
  return {
    typeWeight: record(typeWeight),
    recencyDays: section.number('recency_days', DEFAULTS.scoring.recencyDays, { min: 1, max: 36_500, whole: false }),
    hops: section.oneOf('hops', ['1', '2'], '1') === '2' ? 2 : 1,
  }
}

function readAutoUpdate(section: Section): Manifest['autoUpdate'] {
  const base = DEFAULTS.autoUpdate
  const policy = section.section('trace_policy')
  return {
    enabled: section.bool('enabled', base.enabled),
    onCodeChange: section.oneOf('on_code_change', ['mark_dirty', 'ignore'], base.onCodeChange),
    onDocChange: section.oneOf('on_doc_change', ['mark_dirty', 'ignore'], base.onDocChange),
    onMemoryChange: section.oneOf('on_memory_change', ['rebuild_indexes', 'ignore'], base.onMemoryChange),
    onSessionEnd: section.oneOf('on_session_end', ['prompt', 'suggest', 'ignore'], base.onSessionEnd),
    onGitCommit: section.oneOf('on_git_commit', ['suggest_trace', 'ignore'], base.onGitCommit),
    minTraceIntervalMinutes: section.duration('min_trace_interval', base.minTraceIntervalMinutes * MINUTE_MS) / MINUTE_MS,
    maxAutoTracesPerDay: section.number('max_auto_traces_per_day', base.maxAutoTracesPerDay, { min: 0, max: 10_000 }),
    ignorePatterns: section.texts('ignore_patterns', base.ignorePatterns),
    tracePolicy: {
      requireMeaningfulChange: policy.bool('require_meaningful_change', base.tracePolicy.requireMeaningfulChange),
      requireSummary: policy.bool('require_summary', base.tracePolicy.requireSummary),
      requireRelatedNode: policy.bool('require_related_node', base.tracePolicy.requireRelatedNode),
    },
  }
}

const CADENCES: ReadonlyMap<string, number | null> = new Map([
  ['daily', 1],
  ['weekly', 7],
  ['monthly', 30],
  ['never', null],
])

function readDistill(section: Section): Manifest['distill'] {
  const base = DEFAULTS.distill
  const output = section.section('output')
  const cadence = section.oneOf('cadence', [...CADENCES.keys()], 'weekly')
  return {
    enabled: section.bool('enabled', base.enabled),
    cadenceDays: CADENCES.get(cadence) ?? null,
    maxUndistilledTraces: section.number('max_undistilled_traces', base.maxUndistilledTraces, { min: 1, max: 1_000_000 }),
    groupBy: section.texts(
      'group_by',
      base.groupBy,
      (text) => base.groupBy.find((name) => name === text),
      `one of ${base.groupBy.join(', ')}`,
    ),
    output: {
      updateCards: output.bool('update_cards', base.output.updateCards),
      updateSummaries: output.bool('update_summaries', base.output.updateSummaries),
      archiveTraces: output.bool('archive_traces', base.output.archiveTraces),
    },
    requireConfirmation: section.bool('require_confirmation', base.requireConfirmation),
  }
}

function readIntegrations(section: Section): Manifest['integrations'] {
  // Manifests of the first version hold settings of single integrations: what is installed says it better, so they decide nothing.
  for (const name of section.keys()) section.skip(name)
  return { active: section.texts('active', DEFAULTS.integrations.active) }
}

function readConcurrency(section: Section): Manifest['concurrency'] {
  const base = DEFAULTS.concurrency
  section.oneOf('lock', ['file'], 'file')
  return {
    lockPath: inside(section, 'lock_path', section.text('lock_path', base.lockPath)) ?? base.lockPath,
    timeoutMs: section.duration('timeout', base.timeoutMs),
  }
}
