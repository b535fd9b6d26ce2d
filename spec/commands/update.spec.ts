import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, type Json, MANIFEST, type World, world } from '../world.ts'

const AUTH = 'title: Auth\nupdated: 2026-06-01\nlast_verified: 2026-06-01\nsource_files: [src/a.ts]'
const FILES: Readonly<Record<string, string>> = {
  ...card('module.auth', AUTH, '# Auth\n\n## Next Step\n\nOld.\n\n## Evidence\n\nx\n'),
  ...card('task.t', 'depends_on: module.auth\nupdated: 2026-06-01\nlast_verified: 2026-06-01'),
  'src/a.ts': 'one',
  '.pmem/index.md': '# sample\n',
  '.pmem/state.md': '# State\n\nWorks.\n',
  '.pmem/next.md': '# Next\n\n- [P1] Old step\n',
}
/** A store whose baseline is set, and then one source file edited. */
const edited = (files: Readonly<Record<string, string>> = {}, options: Parameters<typeof world>[1] = {}): World => {
  const w = world({ ...FILES, ...files }, options)
  w.run('rebuild')
  w.edit('src/a.ts', 'two')
  return w
}
const items = (w: World, ...argv: readonly string[]): readonly Json[] => w.run('update', ...argv, '--json').json.items
const traces = (w: World): readonly string[] =>
  (w.host.files('/project').list('.pmem/traces') ?? []).map(({ name }) => w.text(`.pmem/traces/${name}`) as string)
const minutes = (w: World, count: number): void => w.host.setNow(w.host.now() + count * 60_000)

const suggest = suite('commands/update: --auto and --suggest')
suggest('candidates come with reason and evidence, proposals with an edit; nothing is written', () => {
  const w = edited()
  const auto = items(w, '--auto')
  assert.equal(
    auto.map(({ card: id, reason, evidence, proposed_edit }) => [id, reason, evidence, proposed_edit]),
    [
      ['module.auth', 'src/a.ts was changed', ['src/a.ts'], undefined],
      [
        'task.t',
        'suspect: depends_on module.auth (source changed: src/a.ts)',
        ['depends_on module.auth (source changed: src/a.ts)'],
        undefined,
      ],
    ],
  )
  const proposed = items(w, '--suggest')
  assert.match(proposed[0].proposed_edit, '-last_verified: 2026-06-01\n+last_verified: 2026-07-03\n')
  assert.equal(items(w, '--auto', '--mode=suggest'), proposed)
  assert.is(w.run('update', '--suggest', '--json').json.summary.has_actionable, true)
  assert.match(w.run('update', '--suggest').stdout, 'src/a.ts was changed')
  assert.is(w.text('.pmem/modules/auth.md'), FILES['.pmem/modules/auth.md'])
})
suggest('nothing to update is said, and exits 0', () => {
  const w = world(FILES)
  w.run('rebuild')
  const { code, json } = w.run('update', '--suggest', '--json')
  assert.equal([code, json.items, json.summary.has_actionable], [0, [], false])
  assert.is(w.run('update').stdout, 'Nothing to update.\n')
})
suggest('a bare id shows its reasons and the proposed edit', () => {
  const w = edited()
  assert.equal(
    items(w, 'auth').map(({ card: id }) => id),
    ['module.auth'],
  )
  assert.match(w.run('update', 'module.auth').stdout, '+last_verified: 2026-07-03')
  assert.is(w.run('update', 'module.nowhere').code, 1)
})
suggest.run()

const apply = suite('commands/update: --apply')
apply('takes the edit, records the verification, and nothing is proposed any more', () => {
  const w = edited()
  const [{ id }] = items(w, '--suggest') as [Json]
  const { code, json } = w.run('update', '--apply', id, '--json')
  assert.equal([code, json.verified], [0, ['module.auth']])
  assert.is(
    w.text('.pmem/modules/auth.md'),
    (FILES['.pmem/modules/auth.md'] as string).replace('last_verified: 2026-06-01', 'last_verified: 2026-07-03'),
  )
  assert.equal(items(w, '--auto'), [])
  assert.is(w.run('update', '--apply', id).code, 1)
})
apply('fault 099: a card edited since the proposal is refused, and keeps the edit', () => {
  const w = edited()
  const [{ id }] = items(w, '--suggest') as [Json]
  const text = `${FILES['.pmem/modules/auth.md']}\nBy hand.\n`
  w.edit('.pmem/modules/auth.md', text)
  const { code, json } = w.run('update', '--apply', id, '--json')
  assert.equal([code, json.error.code], [75, 'CHANGED'])
  assert.is(w.text('.pmem/modules/auth.md'), text)
  w.run('update', '--confirm', '-s', 'Looked at it')
  assert.match(w.text('.pmem/modules/auth.md') as string, 'By hand.')
})
apply('a card that nothing calls in question can be taken by the item that its id gives', () => {
  const w = world({ ...FILES, ...card('module.calm', 'last_verified: 2026-06-01') })
  const [{ id, reason }] = items(w, 'calm') as [Json]
  assert.is(reason, 'nothing calls it in question')
  assert.is(w.run('update', '--apply', id).code, 0)
  assert.match(w.text('.pmem/modules/calm.md') as string, 'last_verified: 2026-07-03')
})
apply('an item nobody proposes is not found', () => {
  assert.is(edited().run('update', '--apply', 'module.nowhere@12345678').code, 1)
  assert.is(edited().run('update', '--apply', 'module.auth').code, 1)
})
apply.run()

const confirm = suite('commands/update: --confirm')
confirm('one line writes trace, state.md and next.md, settles the cards and refreshes the indexes', () => {
  const w = edited()
  const { code, json } = w.run(
    'update',
    '--confirm',
    '-s',
    'Passwords use argon2 now',
    '-n',
    'Measure login',
    '--kind',
    'decision',
    '--json',
  )
  assert.is(code, 0)
  assert.match(json.trace, /^trace\.2026-07-03-passwords-use-argon2-now-[0-9a-f]{6}$/)
  assert.equal(json.verified, ['module.auth'])
  const [trace = ''] = traces(w)
  for (const part of [
    'kind: decision',
    'related: [module.auth]',
    'created: 2026-07-03T12:00:00Z',
    'distilled: false',
    '## What Happened\n\n- Passwords use argon2 now\n',
    '- Measure login',
    '- `src/a.ts`',
  ])
    assert.ok(trace.includes(part), part)
  assert.match(w.text('.pmem/state.md') as string, `- 2026-07-03 Passwords use argon2 now (${json.trace})`)
  assert.ok((w.text('.pmem/state.md') as string).startsWith('# State\n\nWorks.\n'))
  assert.ok((w.text('.pmem/next.md') as string).endsWith('\n- [P1] Old step\n'))
  assert.is(w.run('next', '--json').json.next.text, 'Measure login')
  assert.is(w.run('ask', 'argon2', '--json').json.matched[0].id, json.trace)
  assert.equal(items(w, '--auto'), [])
  assert.equal(w.run('verify', '--json').json.findings, [])
})
confirm('inside the interval it extends the last trace, after it there is a new one', () => {
  const w = edited()
  w.run('update', '--confirm', '-s', 'First thing')
  minutes(w, 10)
  w.run('update', '--confirm', '-s', 'Second thing', '--card', 'task.t')
  assert.is(traces(w).length, 1)
  const [trace = ''] = traces(w)
  for (const part of [
    'summary: First thing; Second thing',
    '- 12:10 Second thing',
    'related: [module.auth, task.t]',
    'updated: 2026-07-03T12:10:00Z',
  ])
    assert.ok(trace.includes(part), part)
  w.run('update', '--confirm', '-s', 'Second thing')
  assert.is(traces(w)[0]?.match(/- 12:1\d Second thing/g)?.length, 1)
  minutes(w, 25)
  w.run('update', '--confirm', '-s', 'First thing')
  assert.is(traces(w).length, 2)
  w.run('update', '--force', '-s', 'First thing')
  assert.is(traces(w).length, 3)
})
confirm('manifest auto_update.min_trace_interval says how long that is', () => {
  const w = edited({ '.pmem/manifest.yml': `${MANIFEST}auto_update: { min_trace_interval: 0m }\n` })
  w.run('update', '--confirm', '-s', 'One')
  w.run('update', '--confirm', '-s', 'Two')
  assert.is(traces(w).length, 2)
})
confirm('--card settles only what it names; a flag is settled by the card it lies on', () => {
  const w = edited({ ...card('decision.a'), ...card('decision.b'), ...card('module.c', 'decided_by: decision.a') })
  w.run('supersede', 'decision.a', 'decision.b')
  const one = w.run('update', '--confirm', '-s', 'Looked at c', '--card', 'module.c', '--json').json
  assert.equal([one.verified, one.resolved], [['module.c'], ['module.c']])
  assert.equal(
    items(w, '--auto').map(({ card: id }) => id),
    ['module.auth', 'task.t'],
  )
})
confirm('next steps keep priority and owner; an empty one clears the block', () => {
  const w = edited()
  w.run('update', '--confirm', '-s', 'One', '-n', '[P0] @bob Ship it', '-n', 'Then rest')
  assert.match(w.text('.pmem/next.md') as string, '- [P0] @bob Ship it\n- [P0] Then rest\n')
  w.run('update', '--confirm', '-s', 'Two', '-n', '')
  assert.not((w.text('.pmem/next.md') as string).includes('pmem:begin'))
  assert.match(w.text('.pmem/next.md') as string, '- [P1] Old step')
})
confirm('a hook is bound by the policy, and settles no card it does not name', () => {
  const w = edited()
  const hook = (...argv: readonly string[]): Json => w.run('update', '--confirm', '--hook', ...argv, '--json').json
  assert.match(hook('-s', 'wip').notes[0], 'leave no trace')
  assert.equal(hook('-s', 'wip').written, [])
  const { trace, verified } = hook('-s', 'Passwords use argon2 now')
  assert.match(trace, /^trace\.2026-07-03-passwords-use-argon2-now-[0-9a-f]{6}$/)
  assert.equal(verified, [])
  assert.match(traces(w)[0] as string, 'made_by: hook')
  assert.match(hook('-s', 'Another thing').notes[0], 'younger than 30 minutes')
  for (let count = 0; count < 6; count += 1) {
    minutes(w, 31)
    hook('-s', `Thing ${count}`)
  }
  assert.is(traces(w).length, 5)
  assert.equal(
    items(w, '--auto').map(({ card: id }) => id),
    ['module.auth', 'task.t'],
  )
})
confirm('two traces of one name on one day, even of one second, are two files', () => {
  const w = edited()
  const said = ['Same', 'Same', 'Same'].map((summary) => w.run('update', '--force', '-s', summary, '--json').json.trace)
  assert.is(new Set(said).size, 3)
  assert.is(w.host.files('/project').list('.pmem/traces')?.length, 3)
  for (const id of said) assert.match(id, /^trace\.2026-07-03-same-[0-9a-f]{6}(?:-2)?$/)
})
confirm('a summary of any shape leaves cards and hot files whole', () => {
  for (const summary of [
    'a: b # c',
    '---\nid: x\n---',
    '<!-- pmem:end -->\n# H',
    '<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> z',
    '"quoted" \\ [[x',
    '🙂'.repeat(100),
    '项目记忆',
    'a\r\nb\u0007\u0000c',
    '- item',
  ]) {
    const w = edited()
    assert.is(w.run('update', '--confirm', `-s=${summary}`, `-n=${summary}`).code, 0, summary)
    assert.equal(w.run('verify', '--json').json.errors, 0, summary)
    assert.is(traces(w).length, 1, summary)
    const before = w.text('.pmem/state.md')
    w.run('update', '--confirm', `-s=${summary}`, `-n=${summary}`)
    assert.is(w.text('.pmem/state.md')?.match(/pmem:begin v=1/g)?.length, 1, summary)
    assert.is(w.text('.pmem/state.md'), before, summary)
  }
})
confirm('bad input is usage and writes nothing', () => {
  const w = edited()
  for (const argv of [
    ['--confirm'],
    ['--confirm', '-s', ' '],
    ['-s', 'x'],
    ['--auto', '--confirm', '-s', 'x'],
    ['--confirm', '-s', 'x', '--kind', 'nothing'],
    ['--set', 'a=b'],
    ['--hook'],
    ['--mode', 'suggest'],
    ['a', 'b'],
    ['--confirm', '-s', 'x', '--set', 'a=b', 'module.auth'],
  ])
    assert.is(w.run('update', ...argv).code, 64, argv.join(' '))
  assert.is(w.run('update', '--confirm', '-s', 'x', '--card', 'module.nowhere').code, 1)
  assert.is(traces(w).length, 0)
  assert.is(w.run('update', '--confirm', '-s', 'x', '--dry-run').stdout.includes('+++ b/.pmem/state.md'), true)
  assert.is(traces(w).length, 0)
})
confirm('on a terminal it shows the diff and asks; --force does not', () => {
  const answered = (stdin: string, flag: string): World => {
    const w = edited({}, { terminal: true, stdin })
    w.run('update', flag, '-s', 'Done')
    return w
  }
  assert.is(traces(answered('n\n', '--confirm')).length, 0)
  assert.is(traces(answered('yes\n', '--confirm')).length, 1)
  assert.is(traces(answered('', '--force')).length, 1)
  assert.match(answered('n\n', '--confirm').host.output.stderr, /\+\+\+ b\/\.pmem\/state\.md[\s\S]*Write this\? \[y\/N\] /)
})
confirm.run()

const edit = suite('commands/update: --set and --section')
edit('changes the field and the section, and the dates the card carries', () => {
  const w = edited()
  const { code, json } = w.run('update', 'module.auth', '--set', 'status=done', '--section', 'Next Step=Ship it.', '--json')
  assert.equal([code, json.verified], [0, ['module.auth']])
  assert.is(
    w.text('.pmem/modules/auth.md'),
    cardText(
      'module.auth',
      'title: Auth\nupdated: 2026-07-03\nlast_verified: 2026-07-03\nsource_files: [src/a.ts]\nstatus: done',
      '# Auth\n\n## Next Step\n\nShip it.\n\n## Evidence\n\nx\n',
    ),
  )
  assert.equal(items(w, '--auto'), [])
})
edit('fault 018: comments, quotes, key order, blank lines and unknown keys stay as they are', () => {
  const text =
    "\ufeff---\r\n# who owns this\r\ntitle: 'Round: trip'   # keep\r\nid: module.round\r\ntype: module\r\n\r\nx_custom: {b: 2, a: 1}\r\nstatus: active\r\nupdated: 2026-05-20\r\n---\r\n\r\nBody  with  blanks.   \r\n\tTabbed."
  const w = world({ '.pmem/modules/r.md': text })
  assert.is(w.run('update', '--force', '--set', 'status=done', 'module.round').code, 0)
  const bytes = w.host.files('/project').read('.pmem/modules/r.md') as Uint8Array
  assert.is(
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    text.replace('active', 'done').replace('2026-05-20', '2026-07-03'),
  )
})
edit('a list field takes items, an empty value removes the field, the same value writes nothing', () => {
  const w = world(card('task.t', 'tags: [a]\npriority: high'))
  w.run('update', 'task.t', '--set', 'tags=x, 007', '--set', 'depends_on=[module.a, "b, c"]', '--set', 'priority=')
  assert.is(w.text('.pmem/tasks/t.md'), cardText('task.t', 'tags: [x, 007]\ndepends_on: [module.a, "b, c"]'))
  assert.equal(w.run('update', 'task.t', '--set', 'tags=x, 007', '--json').json.written, [])
})
edit('a section is read from stdin with -', () => {
  const w = world(FILES, { stdin: 'From\nstdin\n' })
  assert.is(w.run('update', 'module.auth', '--section', 'Next Step=-').code, 0)
  assert.match(w.text('.pmem/modules/auth.md') as string, '## Next Step\n\nFrom\nstdin\n\n## Evidence')
  assert.is(w.run('update', 'module.auth', '--section', 'A=-', '--section', 'B=-').code, 64)
})
edit('what would break the card is refused, and nothing is written', () => {
  const w = world(FILES)
  for (const [set, code] of [
    ['type=nothing', 65],
    ['id=module.other', 64],
    ['status', 64],
    ['=x', 64],
    ['title=a\nb', 64],
    ['source_files=../../etc', 64],
  ] as const)
    assert.is(w.run('update', 'module.auth', '--set', set).code, code, set)
  assert.is(w.text('.pmem/modules/auth.md'), FILES['.pmem/modules/auth.md'])
  assert.match(w.run('update', 'module.auth', '--set', 'priority=soon', '--json').json.notes[0], 'none of high')
  assert.is(w.run('update', 'module.nowhere', '--set', 'a=b').code, 1)
})
edit('--dry-run prints the diff and writes nothing', () => {
  const w = world(FILES)
  w.run('rebuild')
  w.host.onWrite = () => {
    throw new Error('it wrote')
  }
  const { code, stdout } = w.run('update', 'module.auth', '--set', 'status=done', '--dry-run')
  assert.is(code, 0)
  assert.match(stdout, '+status: done')
})
edit.run()
