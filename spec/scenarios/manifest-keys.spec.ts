import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { parseManifest } from '../../lib/manifest/parse.ts'
import { parseYaml } from '../../lib/text/yaml.ts'
import type { YamlNode } from '../../lib/text/yaml-node.ts'
import { world } from '../world.ts'
import { LEARNING_EFFECTS } from './learning-effects.ts'
import { EFFECTS } from './manifest-effects.ts'

const EXAMPLE = readFileSync(new URL('../../indexes-schema/manifest.example.yml', import.meta.url), 'utf8')
const PUBLISHED = readFileSync(new URL('./published.yml', import.meta.url), 'utf8')

/** Proved by a check of its own, since a program under development is neither newer nor older: spec/verify/checks, `manifest-newer`. */
const ELSEWHERE = ['pmem_version']

/** Settings of what pmem cannot do yet: split indexes. */
const LATER = ['indexes.graph.mode', 'indexes.graph.shard_above', 'indexes.keyword.mode', 'indexes.keyword.shard_above']

/** Of the first published manifest, and of no effect any more: what is installed is seen in the files themselves. */
const GONE = [
  'integrations.claude-code.template_version',
  'integrations.claude-code.files',
  'integrations.claude-code.hooks.on_edit',
  'integrations.claude-code.hooks.on_stop',
]

const ALL = { ...EFFECTS, ...LEARNING_EFFECTS }

/** Every key with a value that is no map, as a path. */
function* leaves(node: YamlNode, path = ''): Iterable<string> {
  if (node.kind !== 'map') yield path
  else for (const { key, value } of node.pairs) yield* leaves(value, path === '' ? key : `${path}.${key}`)
}
const keysOf = (text: string): readonly string[] => [...leaves(parseYaml(text, 1).root)]
/** The key as lines of a manifest. */
const document = (path: string, value: string): string =>
  path
    .split('.')
    .map((key, depth, keys) => `${'  '.repeat(depth)}${key}:${depth === keys.length - 1 ? ` ${value}` : ''}\n`)
    .join('')

const spec = suite('scenarios: keys of the manifest')
spec(
  'H: every key of the documented and of the first published manifest has an effect here, waits by name, or is gone by name',
  () => {
    const keys = new Set([...keysOf(EXAMPLE), ...keysOf(PUBLISHED)])
    assert.equal([...keys].sort(), [...Object.keys(ALL), ...ELSEWHERE, ...LATER, ...GONE].sort())
  },
)
spec('H: both load without a finding, and the documented values are the defaults', () => {
  assert.equal(parseManifest(PUBLISHED, 'm').findings, [])
  const { manifest, findings } = parseManifest(EXAMPLE, 'm')
  assert.equal(findings, [])
  assert.equal({ ...manifest, pmemVersion: null, project: { ...manifest.project, name: DEFAULTS.project.name } }, DEFAULTS)
})
for (const [key, { value, files = {}, base = '', see, without, with: given }] of Object.entries(ALL)) {
  spec(`H: ${key}: ${value} makes a difference`, () => {
    const seen = (manifest: string): unknown => see(world({ ...files, '.pmem/manifest.yml': `# settings\n${manifest}` }))
    assert.equal(seen(base), without, 'without the key')
    assert.equal(seen(base + document(key, value)), given, 'with the key')
  })
}
spec.run()
