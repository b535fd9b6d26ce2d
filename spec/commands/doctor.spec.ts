import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { sha256 } from '../../lib/host/node.ts'
import { addBlock } from '../../lib/text/managed-block.ts'
import { repository, runIn } from '../repository.ts'
import { card, type Json, type World, worldOf } from '../world.ts'

const checkOf = (w: World, name: string): Json => w.run('doctor', '--json').json.checks.find((check: Json) => check.name === name)
const sound = (): World => {
  const w = worldOf(memoryHost({ files: card('module.a') }))
  w.run('init', '--yes')
  w.run('rebuild')
  return w
}

const spec = suite('commands/doctor')
spec('a sound project has a line each and no finding', () => {
  const { code, json, stdout } = sound().run('doctor', '--json')
  assert.is(code, 0)
  assert.equal([json.errors, json.warnings], [0, 0], stdout)
  assert.equal(
    json.checks.map((check: Json) => check.name),
    [
      'runtime',
      'project',
      'manifest',
      'disk',
      'lock',
      'cards',
      'indexes',
      'ledger',
      'clock',
      'git',
      'agents',
      'integrations',
      'own store',
    ],
  )
})
spec('outside a project it says so, and still looks at the rest', () => {
  const { code, json } = worldOf(memoryHost()).run('doctor', '--json')
  assert.is(code, 1)
  assert.equal(
    json.checks.map((check: Json) => `${check.name} ${check.status}`),
    ['runtime ok', 'project error', 'own store ok'],
  )
})
spec('what is not well is named with its fix: manifest, disk, lock, cards, indexes, ledger, clock, AGENTS.md', () => {
  const cases: readonly (readonly [string, string, RegExp, (w: World) => void])[] = [
    ['manifest', 'error', /manifest/, (w) => w.edit('.pmem/manifest.yml', 'a: [')],
    ['disk', 'warning', /cannot write/, (w) => void Object.assign(w.host, { onWrite: () => 'fail' })],
    [
      'lock',
      'warning',
      /left the lock behind/,
      (w) => w.edit('.pmem/.lock', '{"pid":1,"host":"memory","started":"x","token":"y"}\n'),
    ],
    ['cards', 'error', /modules\/b\.md/, (w) => w.edit('.pmem/modules/b.md', '---\nid: [\n---\n')],
    ['indexes', 'error', /graph\.json/, (w) => w.edit('.pmem/indexes/graph.json', '{}')],
    ['ledger', 'warning', /2026-07-03-abcd\.jsonl:1/, (w) => w.edit('.pmem/ledger/2026-07/2026-07-03-abcd.jsonl', '{"e"\n')],
    ['clock', 'warning', /in the future/, (w) => w.wait(-3)],
    ['agents', 'warning', /another version/, (w) => w.edit('AGENTS.md', addBlock('', 'Old words', sha256))],
    [
      'integrations',
      'warning',
      /: cline$/,
      (w) => w.run('integration', 'install', 'cline') && w.edit('.clinerules/hooks/TaskStart', null),
    ],
    ['integrations', 'warning', /skills\/update\.md is of another version/, (w) => w.edit('.pmem/skills/update.md', 'x\n')],
    ['agents', 'warning', /edited by hand/, (w) => w.edit('AGENTS.md', w.text('AGENTS.md')!.replace('recall', 'recal'))],
  ]
  for (const [name, status, message, prepare] of cases) {
    const w = sound()
    prepare(w)
    const check = checkOf(w, name)
    assert.is(check.status, status, name)
    assert.match(check.message, message)
    assert.ok(check.fix !== null && check.fix !== '', name)
  }
})
spec('a clone without the merge driver its files ask for is told the line that sets it', () => {
  const root = repository({ '.gitattributes': '.pmem/**/*.md merge=pmem\n' })
  const merge = runIn(root, 'doctor', '--json').json.checks.find((check: Json) => check.name === 'merge')
  assert.equal([merge.status, /pmem integration install git/.test(merge.fix)], ['warning', true])
  assert.is(runIn(root, 'integration', 'install', 'git').code, 0)
  assert.is(runIn(root, 'doctor', '--json').json.checks.find((check: Json) => check.name === 'merge').status, 'ok')
})
spec.run()
