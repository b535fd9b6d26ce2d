import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, MANIFEST, type World, world } from '../world.ts'

const TRACE = 'title: Hash\nsummary: Passwords use argon2 now\nrelated: [module.auth]\ncreated: 2026-07-02\ndistilled: false'
const BODY =
  '# Hash\n\n## What Happened\n\nLooked around. We decided to use argon2 for passwords.\n\n## Learned\n\n- Bcrypt cuts passwords at 72 bytes.\n\n## Risks\n\n- Tokens may leak into logs.\n'
const FILES: Readonly<Record<string, string>> = {
  ...card('module.auth', 'title: Auth\nupdated: 2026-06-01\nlast_verified: 2026-06-01', '# Auth\n\n## Next Step\n\nShip.\n'),
  ...card('trace.t', TRACE, BODY),
}
const manifest = (lines: string): Record<string, string> => ({ '.pmem/manifest.yml': `${MANIFEST}distill:\n${lines}` })
const facts = (w: World): readonly string[] =>
  w
    .run('distill', '--json')
    .json.proposals.flatMap(({ card: to, facts: found }: { card: string; facts: { kind: string; text: string }[] }) =>
      found.map(({ kind, text }) => `${to} ${kind}: ${text}`),
    )

const spec = suite('commands/distill')
spec('proposes what a trace states for the card it is about, as a diff, and writes nothing', () => {
  const w = world(FILES)
  const { code, json } = w.run('distill', '--suggest', '--json')
  assert.is(code, 0)
  assert.equal([json.applied, json.waiting, json.written, json.marked], [false, ['trace.t'], [], []])
  assert.equal(facts(w), [
    'module.auth decision: We decided to use argon2 for passwords.',
    'module.auth learned: Bcrypt cuts passwords at 72 bytes.',
    'module.auth risk: Tokens may leak into logs.',
  ])
  assert.match(json.proposals[0].proposed_edit, '+- Tokens may leak into logs. ([[trace.t]])')
  assert.is(w.text('.pmem/modules/auth.md'), FILES['.pmem/modules/auth.md'])
  assert.match(w.run('distill').stdout, 'pmem distill --confirm')
})
spec('applied, card and trace are linked both ways, and the same again proposes nothing', () => {
  const w = world(FILES)
  assert.is(w.run('distill', '--confirm').code, 0)
  const text = w.text('.pmem/modules/auth.md') as string
  assert.is(
    text,
    cardText(
      'module.auth',
      'title: Auth\nupdated: 2026-07-03\nlast_verified: 2026-07-03\nderived_from: [trace.t]',
      '# Auth\n\n## Next Step\n\nShip.\n\n## Decisions\n\n- We decided to use argon2 for passwords. ([[trace.t]])\n\n## Learned\n\n- Bcrypt cuts passwords at 72 bytes. ([[trace.t]])\n\n## Risks\n\n- Tokens may leak into logs. ([[trace.t]])\n',
    ),
  )
  assert.is(
    w.text('.pmem/traces/t.md'),
    cardText('trace.t', `${TRACE.replace('distilled: false', 'distilled: true')}\ndistilled_into: [module.auth]`, BODY),
  )
  const again = w.run('distill', '--confirm', '--json').json
  assert.equal([again.waiting, again.written, again.proposals], [[], [], []])
  assert.is(w.text('.pmem/modules/auth.md'), text)
  assert.is(w.run('verify', '--json').json.errors, 0)
})
spec('a fact that another trace tells again is merged once, and that trace is marked all the same', () => {
  const w = world({
    ...FILES,
    ...card(
      'trace.u',
      TRACE.replace('07-02', '07-03'),
      '## Learned\n\n- bcrypt cuts passwords at 72 bytes\n- Argon2 needs 64 MB.\n',
    ),
  })
  w.run('distill', '--confirm')
  const text = w.text('.pmem/modules/auth.md') as string
  assert.is(text.match(/72 bytes/g)?.length, 1)
  assert.match(text, 'Argon2 needs 64 MB. ([[trace.u]])')
  assert.equal(w.run('distill', '--json').json.waiting, [])
})
spec('--apply takes one proposal; a trace is marked when nothing of it is left', () => {
  const w = world({
    ...FILES,
    ...card('risk.leak', 'title: Leak'),
    '.pmem/traces/t.md': cardText('trace.t', TRACE.replace('[module.auth]', '[module.auth, risk.leak]'), BODY),
  })
  const ids = (): readonly string[] => w.run('distill', '--json').json.proposals.map(({ id }: { id: string }) => id)
  const [first = '', second = ''] = ids()
  assert.ok(first.startsWith('module.auth@') && second.startsWith('risk.leak@'))
  assert.is(w.run('distill', '--apply', second).code, 0)
  assert.match(w.text('.pmem/risks/leak.md') as string, 'Tokens may leak')
  assert.match(w.text('.pmem/traces/t.md') as string, 'distilled: false\ndistilled_into: [risk.leak]')
  assert.is(w.run('distill', '--apply', second).code, 1)
  assert.is(w.run('distill', '--apply', ids()[0]!).code, 0)
  assert.match(w.text('.pmem/traces/t.md') as string, 'distilled: true\ndistilled_into: [module.auth, risk.leak]')
})
spec('fault 099: a proposal whose card was edited meanwhile is refused, and the edit stays', () => {
  const w = world(FILES)
  const { id } = w.run('distill', '--json').json.proposals[0]
  const edited = `${FILES['.pmem/modules/auth.md']}\nBy hand.\n`
  w.edit('.pmem/modules/auth.md', edited)
  assert.is(w.run('distill', '--apply', id).code, 75)
  assert.is(w.text('.pmem/modules/auth.md'), edited)
})
spec('a trace about no card gives new ones, a thought each', () => {
  const w = world(card('trace.t', TRACE.replace('related: [module.auth]\n', ''), BODY))
  w.run('distill', '--confirm')
  assert.equal(
    w.run('list', '--json').json.cards.map(({ id }: { id: string }) => id),
    [
      'decision.we-decided-to-use-argon2-for-passwords',
      'fact.bcrypt-cuts-passwords-at-72-bytes',
      'risk.tokens-may-leak-into-logs',
      'trace.t',
    ],
  )
  const shown = w.run('show', 'risk.tokens-may-leak-into-logs', '--json').json
  assert.equal([shown.status, shown.summary], ['draft', 'Tokens may leak into logs.'])
})
spec('fault 163: recalled text in a trace is not proposed as new memory', () => {
  const w = world({ ...FILES, ...card('decision.log', 'title: Logs\nsummary: We decided that logs never hold tokens') })
  w.run('distill', '--confirm')
  const recalled = ['recall', 'context'].map((name) => w.run(name, ...(name === 'context' ? ['tokens'] : [])).stdout).join('\n')
  w.edit(
    '.pmem/traces/own.md',
    cardText(
      'trace.own',
      TRACE,
      `## What Happened\n\n${recalled}\n${w.run('ask', 'argon2').stdout}\n${w.run('recall', '--json').stdout}\n- decision.log: We decided that logs never hold tokens\n`,
    ),
  )
  assert.equal(facts(w), [])
  const before = w.run('list', '--json').json.total
  w.run('update', '--auto')
  w.run('distill', '--confirm')
  assert.is(w.run('list', '--json').json.total, before)
})
spec('a card that a trace overtakes without a word for it is flagged, with the trace as reason', () => {
  const w = world({ ...FILES, ...card('trace.t', TRACE, 'Nothing to say.\n') })
  assert.equal(w.run('distill', '--confirm', '--json').json.overtaken, [
    { card: 'module.auth', trace: 'trace.t', reason: 'overtaken by trace.t' },
  ])
  assert.match(w.run('update', '--auto').stdout, 'dirty: overtaken by trace.t')
})
spec('update_summaries writes one summary card a group, and adds to it', () => {
  const w = world(FILES)
  w.run('distill', '--confirm')
  w.edit(
    '.pmem/traces/u.md',
    cardText(
      'trace.u',
      TRACE.replace('07-02', '07-03').replace('Passwords use argon2 now', 'Second'),
      '## Learned\n\n- Salts are 16 bytes long.\n',
    ),
  )
  w.run('distill', '--confirm')
  const text = w.text('.pmem/summaries/module.auth.md') as string
  assert.match(text, '- 2026-07-02 Passwords use argon2 now ([[trace.t]])\n- 2026-07-03 Second ([[trace.u]])\n')
  assert.match(text, 'derived_from: [trace.t, trace.u]')
  assert.is(
    world({ ...FILES, ...manifest('  output: { update_summaries: false }\n') }).run('distill', '--confirm', '--json').json.written
      .length,
    2,
  )
})
spec('manifest distill.output: archive_traces moves them, update_cards leaves cards alone', () => {
  const w = world({ ...FILES, ...manifest('  output: { archive_traces: true }\n') })
  w.run('distill', '--confirm')
  assert.is(w.text('.pmem/traces/t.md'), undefined)
  assert.is(w.run('show', 'trace.t', '--json').json.file, '.pmem/archive/traces/t.md')
  const plain = world({ ...FILES, ...manifest('  output: { update_cards: false }\n') })
  assert.is(plain.run('distill', '--json').json.proposals.length, 0)
})
spec('manifest distill: group_by decides which card a fact goes to, enabled and require_confirmation whether it does', () => {
  const grouped = {
    ...FILES,
    ...card('task.login', 'title: Login'),
    '.pmem/traces/t.md': cardText(
      'trace.t',
      TRACE.replace('[module.auth]', '[module.auth, task.login]'),
      '## Learned\n\n- Salts are 16 bytes long.\n',
    ),
  }
  assert.equal(facts(world(grouped)), ['module.auth learned: Salts are 16 bytes long.'])
  assert.equal(facts(world({ ...grouped, ...manifest('  group_by: [task, module]\n') })), [
    'task.login learned: Salts are 16 bytes long.',
  ])
  assert.match(
    world({ ...FILES, ...manifest('  enabled: false\n') }).run('distill', '--confirm').stdout,
    'distill.enabled is false',
  )
  const w = world({ ...FILES, ...manifest('  require_confirmation: false\n') })
  assert.is(w.run('distill', '--suggest', '--json').json.applied, false)
  assert.is(w.run('distill', '--json').json.applied, true)
})
spec('of several cards a trace is about the one that shares most words with a fact gets it', () => {
  const w = world({
    ...card('module.auth', 'title: Auth'),
    ...card('module.lock', 'title: The lock of the store'),
    ...card(
      'trace.t',
      'related: [module.auth, module.lock]\ndistilled: false',
      '## Learned\n\n- A heartbeat keeps the lock alive.\n- Salts are 16 bytes long.\n',
    ),
  })
  assert.equal(facts(w), [
    'module.lock learned: A heartbeat keeps the lock alive.',
    'module.auth learned: Salts are 16 bytes long.',
  ])
})
spec('Chinese traces go into sections of the language of the project', () => {
  const w = world({
    ...FILES,
    '.pmem/manifest.yml': 'version: 1\nproject: { name: 样例, language: zh-CN }\n',
    '.pmem/traces/t.md': cardText('trace.t', TRACE, '## 经过\n\n我们决定采用新的散列算法。\n'),
  })
  w.run('distill', '--confirm')
  assert.match(w.text('.pmem/modules/auth.md') as string, '## 决策\n\n- 我们决定采用新的散列算法。 ([[trace.t]])')
})
spec('bad input: modes that exclude each other, an item nobody proposed', () => {
  const w = world(FILES)
  assert.is(w.run('distill', '--suggest', '--confirm').code, 64)
  const { code, json } = w.run('distill', '--apply', 'module.nowhere@12345678', '--json')
  assert.equal([code, json.error.code], [1, 'NOT_FOUND'])
  assert.is(w.run('distill', 'extra').code, 64)
  const dry = w.run('distill', '--confirm', '--dry-run')
  assert.ok(dry.stdout.startsWith('--- a/.pmem/modules/auth.md'))
  assert.is(w.text('.pmem/modules/auth.md'), FILES['.pmem/modules/auth.md'])
})
spec.run()
