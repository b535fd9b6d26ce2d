import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { parseManifest } from '../../lib/manifest/parse.ts'
import type { Manifest } from '../../lib/model/manifest.ts'

const PATH = '.pmem/manifest.yml'
const read = (text: string): Manifest => parseManifest(text, PATH).manifest
const codes = (text: string | null): readonly string[] =>
  parseManifest(text, PATH).findings.map(({ severity, code, line }) => `${severity} ${code} ${line ?? '-'}`)
const messages = (text: string): string =>
  parseManifest(text, PATH)
    .findings.map(({ message }) => message)
    .join('\n')

const spec = suite('manifest/parse: parseManifest')

spec('an empty manifest means the defaults', () => {
  for (const text of ['', '# nothing\n', 'version: 1\n', '---\nversion: 1\n', '\ufeffversion: 1\r\n']) {
    assert.equal(JSON.stringify(read(text)), JSON.stringify(DEFAULTS), text)
    assert.equal(codes(text), [], text)
  }
})
spec('a missing manifest means the defaults, with a warning', () => {
  assert.equal(codes(null), ['warning manifest-missing -'])
  assert.is(parseManifest(null, PATH).manifest, DEFAULTS)
})
spec('fault 087: an old manifest with little in it keeps every card type and glob', () => {
  const manifest = read('version: 0.1\nproject:\n  name: Demo\n')
  assert.equal([manifest.project.name, manifest.cardGlobs, manifest.schema.cardTypes.length], ['Demo', ['.pmem/**/*.md'], 15])
  assert.equal(codes('version: 0.1\nproject:\n  name: Demo\n'), [])
})
spec('fault 087: an unknown key is a warning with its line', () => {
  assert.equal(codes('version: 0.1\nproject:\n  name: Demo\n  x: 1\nx_unknown: [1, 2]\n'), [
    'warning manifest-unknown-key 4',
    'warning manifest-unknown-key 5',
  ])
  assert.ok(messages('recall:\n  budgte: 1\n').includes('recall.budgte'))
})
spec('H: the manifest of the first published design loads without a warning', () => {
  const text = `version: 0.2
pmem_version: 0.2.0
project:
  name: demo
  type: library
source_of_truth:
  type: markdown_cards
  path: .pmem
  card_globs:
    - ".pmem/modules/**/*.md"
    - ".pmem/decisions/**/*.md"
indexes:
  path: .pmem/idx
  generated: true
  graph: { path: .pmem/idx/graph.json, mode: single }
  keyword: { path: .pmem/idx/bm25.json, mode: bm25 }
integrations:
  active: [claude-code]
  claude-code:
    template_version: 3
    files: [CLAUDE.md]
    hooks:
      on_edit: pmem mark-dirty --auto
      on_stop: pmem update --auto
concurrency:
  lock: file
  lock_path: .pmem/.lock
  timeout: 5s
`
  assert.equal(codes(text), [])
  const manifest = read(text)
  assert.equal([manifest.version, manifest.pmemVersion, manifest.project.type], ['0.2', '0.2.0', 'library'])
  assert.equal(manifest.cardGlobs, ['.pmem/modules/**/*.md', '.pmem/decisions/**/*.md'])
  assert.equal(
    [manifest.indexes.path, manifest.indexes.graph.mode, manifest.indexes.keyword.mode],
    ['.pmem/idx', 'single', 'auto'],
  )
  assert.equal(manifest.integrations, { active: ['claude-code'] })
})
spec('a path of an index alone names the folder of both', () => {
  assert.is(read('indexes: { graph: { path: .pmem/x/graph.json } }').indexes.path, '.pmem/x')
  assert.equal(codes('indexes: { graph: { path: .pmem/x/graph.json }, keyword: { path: .pmem/y/bm25.json } }'), [
    'error manifest-bad-value 1',
  ])
  assert.equal(codes('indexes: { graph: { path: .pmem/x/other.json } }'), ['error manifest-bad-value 1'])
  assert.equal(codes('indexes: { generated: false }'), ['error manifest-bad-value 1'])
})
spec('a wrong value is an error that names what is allowed, and the default counts', () => {
  const text =
    'version: 3\nrecall:\n  mode: loud\n  budget: -1\nconcurrency:\n  lock: redis\n  timeout: 5\nscoring: { hops: 3 }\nauto_update: x\n'
  assert.equal(
    codes(text),
    [1, 3, 4, 6, 7, 8, 9].map((line) => `error manifest-bad-value ${line}`),
  )
  const said = messages(text)
  for (const allowed of [
    '1, 0.2, 0.1',
    'brief, normal, deep',
    'from 1 to 1000000',
    'must be file',
    '30m, 14d or 5s',
    '1, 2',
    'a map',
  ])
    assert.ok(said.includes(allowed), allowed)
  assert.equal(JSON.stringify({ ...read(text) }), JSON.stringify(DEFAULTS))
})
spec('globs and paths cannot leave the project', () => {
  for (const glob of ['../x/**', '/etc/*.md', 'C:\\x', '~/x', 'a/../../b', '{a,..}/*.md', '!x']) {
    const text = `source_of_truth:\n  card_globs: [${JSON.stringify(glob)}]\nsources: [{ glob: ${JSON.stringify(glob)} }]\n`
    assert.equal(codes(text), ['error manifest-bad-value 2', 'error manifest-bad-value 3'], glob)
    assert.equal([read(text).cardGlobs, read(text).sources], [DEFAULTS.cardGlobs, []], glob)
  }
  assert.equal(read('source_of_truth: { card_globs: ["./.pmem//a/*.md", ".pmem\\\\b"] }').cardGlobs, ['.pmem/a/*.md', '.pmem/b'])
})
spec('sources name a glob and a type of the schema', () => {
  assert.equal(read('sources:\n  - { glob: "docs/adr/**/*.md", type: decision }\n  - glob: docs/**\n').sources, [
    { glob: 'docs/adr/**/*.md', type: 'decision' },
    { glob: 'docs/**', type: 'doc' },
  ])
  assert.equal(codes('sources:\n  - { glob: "a/**", type: wizard }\n  - { type: doc }\n  - x\n'), [
    'error manifest-bad-value 2',
    'error manifest-bad-value 3',
    'error manifest-bad-value 4',
    'error manifest-bad-value 4',
  ])
})
spec('listed types join those of the preset and get a folder', () => {
  const { schema } = read(
    'schema: { card_types: [service, policy, 角色], type_dirs: { service: svc, module: mods/core }, default_type: service }',
  )
  assert.equal(schema.cardTypes.slice(-3), ['service', 'policy', '角色'])
  assert.equal(
    [schema.typeDirs['service'], schema.typeDirs['policy'], schema.typeDirs['module'], schema.typeDirs['角色']],
    ['svc', 'policies', 'mods/core', '角色s'],
  )
  assert.is(schema.defaultType, 'service')
})
spec('a folder of a type is no folder of something else', () => {
  for (const folder of ['local', 'indexes/x', '../x', '/x', '*'])
    assert.equal(codes(`schema: { type_dirs: { module: "${folder}" } }`), ['error manifest-bad-value 1'], folder)
  assert.is(read('schema: { card_types: [skill] }').schema.typeDirs['skill'], 'skill-cards')
})
spec('types that every object has are types like any other', () => {
  const { schema, scoring } = read(
    'schema: { card_types: [constructor, __proto__] }\nscoring: { type_weight: { constructor: 2 } }',
  )
  assert.equal(
    [
      schema.typeDirs['constructor'],
      Object.entries(schema.typeDirs).find(([type]) => type === '__proto__')?.[1],
      scoring.typeWeight['constructor'],
    ],
    ['constructors', '__proto__s', 2],
  )
  assert.is(DEFAULTS.schema.typeDirs['toString'], undefined)
})
spec('unreadable YAML is an error with its line, and the defaults count', () => {
  assert.equal(codes('version: 1\nproject: [a\n'), ['error manifest-bad-yaml 3'])
  assert.equal(codes('version: 1\nversion: 1\n'), ['error manifest-bad-yaml 2'])
  assert.equal(codes('- a\n'), ['error manifest-bad-yaml 1'])
  assert.equal(codes('a: !!js/function "x"\n'), ['error manifest-bad-yaml 1'])
})
spec.run()
