import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { parseManifest } from '../../lib/manifest/parse.ts'
import { manifestText } from '../../lib/manifest/write.ts'
import type { Manifest } from '../../lib/model/manifest.ts'
import { yamlValue } from '../text/yaml-values.ts'

type Node = {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly additionalProperties?: Node | boolean
}
const schema: Node = JSON.parse(readFileSync(new URL('../../indexes-schema/manifest.schema.json', import.meta.url), 'utf8'))
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema)

/** For every key: a value that is not its default, what it changes, and a value that is refused (null where any text is right). */
const KEYS: ReadonlyMap<
  string,
  readonly [value: string, effect: (manifest: Manifest) => unknown, expected: unknown, wrong: string | null]
> = new Map([
  ['version', ['0.2', (m) => m.version, '0.2', '3']],
  ['pmem_version', ['9.9.9', (m) => m.pmemVersion, '9.9.9', '[a]']],
  ['project.name', ['Demo', (m) => m.project.name, 'Demo', '[a]']],
  ['project.type', ['library', (m) => m.project.type, 'library', '[a]']],
  ['project.language', ['zh-CN', (m) => m.project.language, 'zh-CN', 'fr']],
  ['project.stage', ['alpha', (m) => m.project.stage, 'alpha', '[a]']],
  ['project.domain', ['novel', (m) => [m.project.domain, m.schema.defaultType], ['novel', 'character'], 'film']],
  ['source_of_truth.type', ['markdown_cards', (m) => m.cardGlobs, DEFAULTS.cardGlobs, 'sqlite']],
  ['source_of_truth.path', ['.pmem', (m) => m.cardGlobs, DEFAULTS.cardGlobs, 'memory']],
  ['source_of_truth.card_globs', ['[".pmem/modules/*.md"]', (m) => m.cardGlobs, ['.pmem/modules/*.md'], '["../x"]']],
  [
    'sources',
    ['[{ glob: "docs/**", type: decision }]', (m) => m.sources, [{ glob: 'docs/**', type: 'decision' }], '[{ type: doc }]'],
  ],
  ['schema.card_types', ['[service]', (m) => m.schema.cardTypes.at(-1), 'service', '[{ a: b }]']],
  ['schema.type_dirs', ['{ module: mods }', (m) => m.schema.typeDirs['module'], 'mods', '{ module: ../x }']],
  ['schema.foundational_types', ['[risk]', (m) => m.schema.foundationalTypes, ['risk'], '[{ a: b }]']],
  ['schema.evidence_types', ['[risk]', (m) => m.schema.evidenceTypes, ['risk'], '[{ a: b }]']],
  ['schema.default_type', ['task', (m) => m.schema.defaultType, 'task', '[a]']],
  ['indexes.path', ['.pmem/idx', (m) => m.indexes.path, '.pmem/idx', '../idx']],
  ['indexes.generated', ['true', (m) => m.indexes.path, '.pmem/indexes', 'false']],
  ['indexes.graph.mode', ['single', (m) => m.indexes.graph.mode, 'single', 'double']],
  ['indexes.graph.shard_above', ['10', (m) => m.indexes.graph.shardAbove, 10, '0']],
  ['indexes.graph.path', ['.pmem/idx/graph.json', (m) => m.indexes.path, '.pmem/idx', '/x/graph.json']],
  ['indexes.keyword.mode', ['sharded', (m) => m.indexes.keyword.mode, 'sharded', 'double']],
  ['indexes.keyword.shard_above', ['10', (m) => m.indexes.keyword.shardAbove, 10, '0']],
  ['indexes.keyword.path', ['.pmem/idx/bm25.json', (m) => m.indexes.path, '.pmem/idx', '/x/bm25.json']],
  ['scoring.type_weight', ['{ task: 2 }', (m) => m.scoring.typeWeight['task'], 2, '{ task: heavy }']],
  ['scoring.recency_days', ['30', (m) => m.scoring.recencyDays, 30, '0']],
  ['scoring.hops', ['2', (m) => m.scoring.hops, 2, '3']],
  ['recall.budget', ['500', (m) => m.recall.budget, 500, '0']],
  ['recall.mode', ['deep', (m) => m.recall.mode, 'deep', 'loud']],
  ['recall.include_global', ['true', (m) => m.recall.includeGlobal, true, 'maybe']],
  ['auto_update.enabled', ['false', (m) => m.autoUpdate.enabled, false, 'maybe']],
  ['auto_update.on_code_change', ['ignore', (m) => m.autoUpdate.onCodeChange, 'ignore', 'x']],
  ['auto_update.on_doc_change', ['ignore', (m) => m.autoUpdate.onDocChange, 'ignore', 'x']],
  ['auto_update.on_memory_change', ['ignore', (m) => m.autoUpdate.onMemoryChange, 'ignore', 'x']],
  ['auto_update.on_session_end', ['suggest', (m) => m.autoUpdate.onSessionEnd, 'suggest', 'x']],
  ['auto_update.on_git_commit', ['ignore', (m) => m.autoUpdate.onGitCommit, 'ignore', 'x']],
  ['auto_update.min_trace_interval', ['2h', (m) => m.autoUpdate.minTraceIntervalMinutes, 120, 'soon']],
  ['auto_update.max_auto_traces_per_day', ['0', (m) => m.autoUpdate.maxAutoTracesPerDay, 0, '-1']],
  ['auto_update.ignore_patterns', ['["x/**"]', (m) => m.autoUpdate.ignorePatterns, ['x/**'], '[{ a: b }]']],
  [
    'auto_update.trace_policy.require_meaningful_change',
    ['false', (m) => m.autoUpdate.tracePolicy.requireMeaningfulChange, false, 'x'],
  ],
  ['auto_update.trace_policy.require_summary', ['false', (m) => m.autoUpdate.tracePolicy.requireSummary, false, 'x']],
  ['auto_update.trace_policy.require_related_node', ['false', (m) => m.autoUpdate.tracePolicy.requireRelatedNode, false, 'x']],
  ['distill.enabled', ['false', (m) => m.distill.enabled, false, 'x']],
  ['distill.cadence', ['never', (m) => m.distill.cadenceDays, null, 'hourly']],
  ['distill.max_undistilled_traces', ['3', (m) => m.distill.maxUndistilledTraces, 3, '0']],
  ['distill.group_by', ['[task]', (m) => m.distill.groupBy, ['task'], '[moon]']],
  ['distill.output.update_cards', ['false', (m) => m.distill.output.updateCards, false, 'x']],
  ['distill.output.update_summaries', ['false', (m) => m.distill.output.updateSummaries, false, 'x']],
  ['distill.output.archive_traces', ['true', (m) => m.distill.output.archiveTraces, true, 'x']],
  ['distill.require_confirmation', ['false', (m) => m.distill.requireConfirmation, false, 'x']],
  ['freshness.default_ttl', ['4w', (m) => m.freshness.defaultTtlDays, 28, 'x']],
  ['freshness.stale_on_related_code_change', ['false', (m) => m.freshness.staleOnRelatedCodeChange, false, 'x']],
  ['freshness.require_last_verified', ['false', (m) => m.freshness.requireLastVerified, false, 'x']],
  ['learning.log', ['false', (m) => m.learning.log, false, 'x']],
  ['learning.log_cap', ['10', (m) => m.learning.logCap, 10, '0']],
  ['learning.warn_over_characters', ['10', (m) => m.learning.warnOverCharacters, 10, '0']],
  ['learning.penalty_over_characters', ['10', (m) => m.learning.penaltyOverCharacters, 10, '0']],
  ['card_policy.max_tokens', ['10', (m) => m.cardPolicy.maxTokens, 10, '0']],
  ['card_policy.warn_relations_over', ['0', (m) => m.cardPolicy.warnRelationsOver, 0, '-1']],
  ['integrations.active', ['[cursor]', (m) => m.integrations.active, ['cursor'], '[{ a: b }]']],
  ['concurrency.lock', ['file', (m) => m.concurrency.timeoutMs, 5_000, 'redis']],
  ['concurrency.lock_path', ['.pmem/.l', (m) => m.concurrency.lockPath, '.pmem/.l', '../l']],
  ['concurrency.timeout', ['100ms', (m) => m.concurrency.timeoutMs, 100, '5']],
])

function leaves(node: Node, path: string): readonly string[] {
  const children = Object.entries(node.properties ?? {}).flatMap(([key, child]) =>
    leaves(child, path === '' ? key : `${path}.${key}`),
  )
  const named =
    typeof node.additionalProperties === 'object' && node.additionalProperties.properties !== undefined
      ? leaves(node.additionalProperties, `${path}.NAME`)
      : []
  return children.length + named.length === 0 ? [path] : [...children, ...named]
}
const document = (path: string, value: string): string => {
  const keys = path.split('.')
  return keys.map((key, depth) => `${'  '.repeat(depth)}${key}:${depth === keys.length - 1 ? ` ${value}` : ''}`).join('\n')
}

const spec = suite('indexes-schema/manifest.schema.json')

spec('H: every key of the schema has an effect here, and no key has one without being in it', () => {
  assert.equal([...leaves(schema, '')].sort(), [...KEYS.keys()].sort())
})
spec('every key is described', () => {
  const described = (node: Node): boolean =>
    Object.values(node.properties ?? {}).every((child) => (child.description ?? '') !== '' && described(child))
  assert.ok(described(schema))
})
spec('every key does what it says, and the schema accepts it', () => {
  for (const [path, [value, effect, expected]] of KEYS) {
    const { manifest, findings } = parseManifest(document(path, value), 'm')
    assert.equal(findings, [], path)
    assert.equal(effect(manifest), expected, path)
    assert.ok(validate(yamlValue(document(path, value))), `${path}: ${JSON.stringify(validate.errors)}`)
  }
})
spec('every wrong value is an error with its line, and the schema refuses it', () => {
  for (const [path, [, , , wrong]] of KEYS) {
    if (wrong === null) continue
    const text = document(path, wrong)
    const { findings } = parseManifest(text, 'm')
    assert.ok(
      findings.some(({ severity, line }) => severity === 'error' && line === text.split('\n').length),
      path,
    )
    assert.not.ok(validate(yamlValue(text)), path)
  }
})
spec('a manifest that init writes is valid and says nothing unusual', () => {
  const text = manifestText({
    name: 'A "b": c',
    domain: 'research',
    language: 'zh-CN',
    sources: [
      { glob: 'docs/**/*.md', type: 'doc' },
      { glob: '文档/*.md', type: 'decision' },
    ],
  })
  const { manifest, findings } = parseManifest(text, 'm')
  assert.equal(findings, [])
  assert.ok(validate(yamlValue(text)), JSON.stringify(validate.errors))
  assert.equal(
    [manifest.project.name, manifest.project.domain, manifest.project.language, manifest.sources.length],
    ['A "b": c', 'research', 'zh-CN', 2],
  )
  assert.equal(parseManifest(manifestText({ name: '', domain: 'software', language: 'en', sources: [] }), 'm').findings, [])
})
spec.run()
