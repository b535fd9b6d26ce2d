import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, idsOf, world } from '../world.ts'

const FILES: Readonly<Record<string, string>> = {
  ...card('fact.port', 'title: Old port\nsummary: The zeppelin service listens on 8080', 'It listens on 8080.\n'),
  ...card(
    'module.a',
    'depends_on: [fact.port, module.b]  # c\nrelated: fact.port',
    'See [[fact.port]], [[fact.port|the port]], [it](../facts/port.md) and fact.port.\n',
  ),
  ...card('module.b', 'related:\n  - fact.port\n  - module.a'),
  '.pmem/index.md': '# P\n\n- [[fact.port]]: read it\n',
}

const spec = suite('commands/forget')
spec('takes the card and every reference away, and it stays out after a rebuild', () => {
  const w = world(FILES)
  const { code, json } = w.run('forget', 'fact.port', '--reason', 'the service is gone', '--json')
  assert.is(code, 0)
  assert.equal([json.id, json.file], ['fact.port', '.pmem/archive/port.md.forgotten'])
  assert.is(w.text('.pmem/facts/port.md'), undefined)
  assert.match(w.text('.pmem/archive/port.md.forgotten') as string, 'forgotten_because: the service is gone')
  assert.is(
    w.text('.pmem/modules/a.md'),
    cardText('module.a', 'depends_on: [module.b]  # c', 'See Old port, the port, it and fact.port.\n'),
  )
  assert.is(w.text('.pmem/modules/b.md'), cardText('module.b', 'related:\n  - module.a'))
  assert.match(w.text('.pmem/index.md') as string, '- Old port: read it')
  for (const again of [false, true]) {
    if (again) w.run('rebuild')
    assert.is(w.run('show', 'fact.port').code, 1)
    assert.not(idsOf(w.run('ask', 'zeppelin', '--json')).includes('fact.port'))
    assert.is(w.run('verify', '--json').json.errors, 0)
  }
  assert.equal(json.flagged, [{ id: 'module.a', reason: 'fact.port was forgotten: the service is gone' }])
})
spec('it stays out whatever the patterns of cards and documents are', () => {
  const manifest = 'version: 1\nsource_of_truth: { card_globs: [".pmem/**"] }\nsources: [{ glob: "**/*", type: doc }]\n'
  const w = world({ ...FILES, '.pmem/manifest.yml': manifest, 'docs/a.md': '# A\n\n[[fact.port]]\n' })
  const told = w.run('forget', 'fact.port', '--reason', 'gone')
  assert.match(told.stdout, 'docs/a.md still names fact.port')
  for (let round = 0; round < 2; round += 1) {
    assert.is(w.run('rebuild').code, 0)
    assert.is(w.run('show', 'fact.port').code, 1)
    assert.equal(
      w.run('list', '--json').json.cards.map(({ id }: { id: string }) => id),
      ['doc.docs--a', 'module.a', 'module.b'],
    )
    w.edit('.pmem/local', null)
  }
})
spec('a document outside the store is not written; the setting that is named keeps it out', () => {
  const sources = 'version: 1\nsources: [{ glob: "docs/*.md", type: doc }]\n'
  const w = world({ ...FILES, '.pmem/manifest.yml': sources, 'docs/a.md': '# Zeppelins\n', 'docs/b.md': '# B\n' })
  const { code, stderr } = w.run('forget', 'doc.docs--a', '--reason', 'gone')
  assert.is(code, 65)
  const [, pattern] = /Add ("[^"]+") to (?:auto_update\.ignore_patterns)/.exec(stderr)!
  w.edit('.pmem/manifest.yml', `${sources}auto_update: { ignore_patterns: [${pattern}] }\n`)
  for (let round = 0; round < 2; round += 1) {
    assert.is(w.run('show', 'doc.docs--a').code, 1)
    assert.is(w.run('show', 'doc.docs--b').code, 0)
    w.run('rebuild')
  }
})
spec('two cards of one file name get two graves', () => {
  const w = world({ '.pmem/facts/x.md': cardText('fact.x'), '.pmem/risks/x.md': cardText('risk.x') })
  w.run('forget', 'fact.x', '--reason', 'a')
  assert.is(w.run('forget', 'risk.x', '--reason', 'b', '--json').json.file, '.pmem/archive/x-2.md.forgotten')
})
spec('needs a reason and a card that exists, and writes nothing without', () => {
  const w = world(FILES)
  assert.is(w.run('forget', 'fact.port').code, 64)
  assert.is(w.run('forget', 'fact.port', '--reason', ' ').code, 64)
  assert.is(w.run('forget', 'fact.nowhere', '--reason', 'x').code, 1)
  assert.is(w.run('forget', 'fact.port', '--reason', 'x', '--dry-run').code, 0)
  assert.is(w.text('.pmem/facts/port.md'), FILES['.pmem/facts/port.md'])
})
spec('on a terminal it asks, and no is no', () => {
  for (const [answer, code] of [
    ['n\n', 1],
    ['', 1],
    ['y\n', 0],
  ] as const) {
    const w = world(FILES, { terminal: true, stdin: answer })
    assert.is(w.run('forget', 'fact.port', '--reason', 'x').code, code)
    assert.is(w.text('.pmem/facts/port.md') === undefined, code === 0)
  }
})
spec.run()
