import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ERRORS } from '../lib/model/error.ts'
import { card, cardText, type Json, type World, world } from './world.ts'

const FOLDER = join(import.meta.dirname, '../indexes-schema/output')
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.schema.json', ''))
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, allowUnionTypes: true })
const schemas = new Map(
  NAMES.map((name) => [name, JSON.parse(readFileSync(join(FOLDER, `${name}.schema.json`), 'utf8')) as Json]),
)
for (const schema of schemas.values()) ajv.addSchema(schema)

/** A project where something of every kind happens. */
const project = (): World =>
  world({
    '.pmem/index.md': '# P\n\n## Current Focus\n\nShip module.store\n',
    '.pmem/next.md': '- [P0] @ann Write the codec\n  Why: it blocks the rest\n',
    'src/store.ts': 'export {}\n',
    ...card(
      'module.store',
      'title: Store\naliases: [vault]\ntags: [core]\nsummary: Keeps the cards\nsource_files: [src/store.ts, src/gone.ts]\nupdated: 2026-07-01\nlast_verified: 2026-06-01\ndepends_on: [decision.json]\nrelated: [module.nowhere]',
      '\n## Current State\n\nIt writes whole files under a lock of its own.\n',
    ),
    ...card(
      'decision.json',
      'title: Use JSON\nstatus: accepted\nsummary: Plain files\nsupersedes: decision.sql\nupdated: 2026-06-30',
      '\n## Decision\n\nThe codec writes JSON because anybody can read it.\n',
    ),
    ...card('module.all', 'title: All of it\nsource_files: ["src/*.ts"]'),
    ...card('decision.sql', 'title: Use SQL\nstatus: superseded'),
    ...card('decision.yaml', 'title: Use YAML\nguards: [{ path: "src/**", added: JSON }, { command: npm publish }]'),
    ...card(
      'risk.torn',
      'title: Torn codec writes\nupdated: 2026-06-01\nsummary: Half a file\nrelated: [module.store]',
      '\n## Mitigation\n\nThe codec renames whole files.\n',
    ),
    ...card('task.codec', 'title: Write the codec\nmodule: module.store\nstatus: active\npriority: high'),
    ...card(
      'trace.one',
      'title: Measured the codec\nrelated: decision.json\nupdated: 2026-07-02\ndistilled: false',
      '\nThe codec took 3 ms.\n\n## Learned\n\n- Files above 4 MB are read in parts.\n- Anybody can read the files.\n',
    ),
    ...card(
      'trace.two',
      'related: [decision.json, risk.torn]\nupdated: 2026-07-02\ndistilled: false',
      '\n## Learned\n\n- Files above 4 MB are read in parts.\n',
    ),
    ...card('fact.long', 'updated: 2026-07-01', 'word '.repeat(200)),
    '.pmem/local/retrievals.jsonl':
      `${JSON.stringify({ t: Date.UTC(2026, 6, 1), query: 'q', results: [{ id: 'fact.long', score: 1 }] })}\n`.repeat(40),
    '.pmem/ledger/2026-06/2026-06-01-abcd.jsonl': '{"e":"1","t":1780000000000,"k":"dirty","c":"module.store"\n',
    '.pmem/modules/broken.md': '---\nid: [\n---\n',
    '.pmem/modules/twice.md': cardText('module.store'),
    'docs/a.md': '# A\n',
    ...card(
      'fact.slow',
      'title: Slow codec\ncategory: speed\nsummary: The codec needs 3 seconds\ntags: [codec]\nentities: [codec]\ncreated: 2026-07-01\nupdated: 2026-07-01',
      'The codec needs 3 seconds\n',
    ),
    ...card('fact.fast', 'title: Fast codec', 'The codec needs 5 seconds, says `JSON`\n\nThe codec needs 7 seconds\n'),
    'old/facts.json': JSON.stringify(['Tea is at four', { text: 'y'.repeat(600) }, 7]),
  })

/** What was printed for each schema; every one of these must be valid, and together they must hold every field. */
const OUTPUTS: Readonly<Record<string, (run: (...argv: readonly string[]) => Json, store: World) => readonly Json[]>> = {
  ask: (run) => [
    run('ask', 'codec'),
    run('ask', 'decision.sql'),
    run('ask', 'module.store'),
    run('ask', 'zzzz qqqq'),
    run('ask', 'which modules are there'),
    run('ask', 'codex writes'),
    run('ask', 'codec', '--budget', '300'),
  ],
  recall(run, store) {
    const own = store.second({ env: { PMEM_HOME: '/own' } })
    own.run('remember', '--global', 'Tea is at four')
    store.edit('.pmem/manifest.yml', `${store.text('.pmem/manifest.yml')}recall: { include_global: true }\n`)
    return [
      own.run('recall', '--json').json,
      run('recall', '--mode', 'deep', '--budget', '5000'),
      run('recall', '--budget', '100'),
    ]
  },
  context: (run) => [
    run('context', 'write the codec of the store', '--files', 'src/store.ts'),
    run('context', 'zzzz'),
    run('context', 'codec', '--budget', '300'),
  ],
  next: (run) => [run('next'), run('next', '--all')],
  list: (run) => [run('list'), run('list', 'task')],
  related: (run) => [run('related', 'module.store'), run('related', 'module.store', '--depth', '2', '--limit', '1')],
  trace: (run) => [run('trace', 'module.store'), run('trace', 'decision.json')],
  path: (run) => [run('path', 'task.codec', 'trace.one')],
  impact: (run) => [run('impact', 'src/store.ts'), run('impact', 'decision.json')],
  show: (run) => [run('show', 'module.store'), run('show', 'decision.sql')],
  status: (run, store) => {
    const before = run('status')
    store.edit('src/store.ts', 'export const changed = 1\n')
    run('mark-dirty', 'decision.json', '--reason', 'x')
    return [before, run('status')]
  },
  verify: (run) => [run('verify'), run('verify', '--fix'), run('verify', '--accept')],
  changed: (run) => [
    run('mark-dirty', 'module.store', '--reason', 'x', '--dry-run'),
    run('mark-dirty', 'module.store', 'risk.torn', '--reason', 'x'),
    run('verify-card', 'risk.torn'),
    run('update', '--confirm', '-s', 'The codec is done', '-n', 'Measure it'),
    run('update', '--apply', run('update', 'task.codec').items[0].id),
    run('update', 'task.codec', '--set', 'priority=low'),
    run('supersede', 'decision.json', 'decision.yaml'),
    run('rename', 'task.codec', 'task.decoder'),
    run('forget', 'risk.torn', '--reason', 'gone'),
  ],
  suggested: (run) => {
    run('mark-dirty', 'module.store')
    return [run('update', '--auto'), run('update', '--suggest'), run('update', 'module.store')]
  },
  distilled: (run) => [run('distill'), run('distill', '--confirm', '--dry-run'), run('distill', '--confirm'), run('distill')],
  checked: (run, store) => {
    store.edit('x.diff', '--- a/src/a.ts\n+++ b/src/a.ts\n@@ -0,0 +1 @@\n+JSON.parse(text)\n')
    return [run('check', '--diff', 'x.diff'), run('check', '--command', 'npm publish')]
  },
  integrations: (run, store) => {
    store.edit('.mcp.json', '{')
    const own = store.second({ shell: () => ({ status: 1, stdout: '', stderr: 'no', milliseconds: 3 }) })
    return [
      run('integration', 'list'),
      run('integration', 'install', 'claude-code', 'codex'),
      own.run('integration', 'verify', '--json').json,
      run('integration', 'remove', 'claude-code'),
    ]
  },
  completion: (run) => [run('completion', 'fish')],
  rebuild: (run) => [run('rebuild')],
  written: (run) => [run('new', 'risk', 'A clock jumps'), run('new', 'risk', 'A clock stops', '--dry-run')],
  facts: (run) => [run('facts', 'search', 'codec seconds'), run('facts', 'search', 'run the tests')],
  'fact-list': (run) => [run('facts', 'list')],
  about: (run) => [run('probe', 'codec'), run('reason', 'codec', 'JSON'), run('probe', 'zzzz')],
  'related-facts': (run) => [run('facts', 'related', 'codec')],
  contradictions: (run) => [run('facts', 'contradict'), run('facts', 'contradict', 'zzzz')],
  remembered: (run) => [
    run('remember', 'The codec needs 9 seconds'),
    run('remember', 'The codec needs 9 seconds'),
    run('remember', 'The codec is fast now', '--supersedes', 'fact.slow'),
    run('remember', 'x'.repeat(600), '--dry-run'),
  ],
  imported: (run) => [run('import', 'old'), run('import', 'old'), run('import', 'old', '--dry-run')],
  receipt: (run, store) => {
    run('mark-dirty', 'decision.json', '--reason', 'x')
    run('verify-card', 'module.store')
    store.edit('src/store.ts', 'export const other = 1\n')
    run('feedback', 'module.store', 'helpful', '--query', 'codec')
    return ['context', 'ask'].map((name) => run('receipt', run(name, 'codec').receipt))
  },
  feedback: (run) => [
    run('feedback', 'module.store', 'helpful', '--query', 'who keeps the vault'),
    run('feedback', 'module.store', 'unhelpful', '--query', 'ok'),
    run('feedback', 'module.store', 'unhelpful', '--dry-run'),
  ],
  learn: (run) => [run('learn', '--dry-run'), run('learn'), run('learn', '--now', '2027-01-01')],
  audit: (run) => [run('audit'), run('audit', '--now', '2027-01-01')],
  trust: (run) => {
    run('feedback', 'module.store', 'helpful', '--query', 'who keeps the vault')
    return [run('trust', 'module.store'), run('trust', 'decision.json')]
  },
  taught: (run) => {
    run('feedback', 'module.store', 'helpful', '--query', 'who keeps the vault')
    return [
      run('taught'),
      run('taught', 'store', '--remove', 'who keeps the vault', '--dry-run'),
      run('taught', 'store', '--remove-all'),
    ]
  },
  doctor: (run) => [run('doctor')],
  compacted: (run) => {
    run('feedback', 'module.store', 'helpful')
    return [run('ledger', 'compact', '--dry-run'), run('ledger', 'compact'), run('ledger', 'compact')]
  },
  hook: (run, store) => {
    const hook = (event: string, payload: Json): Json =>
      store.second({ stdin: JSON.stringify(payload) }).run('hook', event, '--json').json
    return [
      hook('user-prompt', { prompt: 'how does the codec write' }),
      hook('user-prompt', { prompt: 'ok' }),
      run('hook', 'post-commit'),
    ]
  },
  graph: (run) => [run('graph'), run('graph', 'module.store', '--depth', '1')],
  view: (run) => [run('view'), run('view', '--serve')],
  eval: (run, store) => {
    const file = '.pmem/evals/team.yml'
    store.edit(
      file,
      'cases:\n  - question: codec\n    expected: [module.gone, fact.fast]\n    forbidden: fact.slow\n  - expected: x\n',
    )
    for (const question of ['torn codec writes', 'torn codec writes']) run('ask', question)
    return [run('eval'), run('eval', '--accept', '--dry-run'), run('eval', '--accept'), run('eval', '--draft')]
  },
  error: (run) => [run('show', 'nothing'), run('ask', '--limit', '0', 'x')],
  init: () =>
    [world({ '.pmem/manifest.yml': '', 'docs/a.md': '# A\n\nText.\n', 'docs/b.md': '# B\n' })].flatMap((fresh) => {
      fresh.edit('.pmem/manifest.yml', null)
      return [
        fresh.run('init', '--dry-run', '--json').json,
        fresh.run('init', '--yes', '--json').json,
        fresh.run('init', '--json').json,
      ]
    }),
}

/** Fields that no command gives in a project that lies in memory, without git and without what hooks and updates leave behind; the validation above holds for them all the same. */
const UNSEEN: readonly string[] = [
  ...['active_foundation', 'active_modules', 'decisions', 'context_summary', 'recent_changes', 'recent_traces'].map(
    (list) => `recall.${list}[].why`,
  ),
  'recall.recent_changes[].detail',
  'recall.recent_traces[].detail',

  'status.changes.files[].from',
  'eval.findings[].id',
  'error.error.where',
]

/** Every field that a schema documents, as a path. */
function* fieldsOf(schema: Json, path: string): Iterable<string> {
  const resolved = schema.$ref === undefined ? schema : schemas.get('common').$defs[String(schema.$ref).split('/').at(-1)!]
  for (const inner of resolved.anyOf ?? []) yield* fieldsOf(inner, path)
  if (resolved.items !== undefined) yield* fieldsOf(resolved.items, `${path}[]`)
  for (const [name, inner] of Object.entries<Json>(resolved.properties ?? {})) {
    yield `${path}.${name}`
    yield* fieldsOf(inner, `${path}.${name}`)
  }
}

/** Every field that a value has, as a path. */
function* fieldsIn(value: Json, path: string): Iterable<string> {
  if (Array.isArray(value)) for (const entry of value) yield* fieldsIn(entry, `${path}[]`)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      yield `${path}.${name}`
      yield* fieldsIn(inner, `${path}.${name}`)
    }
  }
}

/** Every part that is an object closes its fields, every field is described. */
function faultsOf(schema: Json, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = schema.type === 'object' && schema.additionalProperties === undefined ? [`${path} is open`] : []
  const named = Object.entries<Json>(schema.properties ?? {})
    .filter(([, field]) => field.description === undefined && field.$ref === undefined)
    .map(([name]) => `${path}.${name} is not described`)
  return [...own, ...named, ...Object.entries(schema).flatMap(([name, inner]) => faultsOf(inner, `${path}/${name}`))]
}

const spec = suite('output-schemas')
spec('there is a schema for each output, and an output for each schema', () =>
  assert.equal([...NAMES].sort(), ['common', ...Object.keys(OUTPUTS)].sort()),
)
spec('every schema is draft 2020-12, closes its objects and describes its fields', () => {
  for (const [name, schema] of schemas) {
    assert.is(schema.$schema, 'https://json-schema.org/draft/2020-12/schema')
    assert.is(schema.$id, `pmem:output/${name}.schema.json`)
    assert.equal(faultsOf(schema, name), [])
  }
})
spec('the codes of errors are those of the table', () =>
  assert.equal([...schemas.get('error').properties.error.properties.code.enum].sort(), Object.keys(ERRORS).sort()),
)
for (const [name, outputs] of Object.entries(OUTPUTS)) {
  spec(`${name}: outputs are valid, and every documented field occurs`, () => {
    const store = project()
    const printed = outputs((...argv) => store.run(...argv, '--json').json, store)
    const validate = ajv.getSchema(`pmem:output/${name}.schema.json`)!
    const seen = new Set<string>()
    for (const output of printed) {
      assert.ok(validate(output), `${JSON.stringify(validate.errors)} in ${JSON.stringify(output).slice(0, 2000)}`)
      for (const field of fieldsIn(output, name)) seen.add(field)
    }
    const missing = [...fieldsOf(schemas.get(name), name)].filter(
      (field) => !seen.has(field) && !UNSEEN.some((start) => field.startsWith(start)),
    )
    assert.equal(missing, [])
  })
}
spec.run()
