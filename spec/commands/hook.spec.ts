import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { estimateTokens } from '../../lib/text/tokens.ts'
import { dirty, edit, edited, FLAGS, hook, LOCK, PAYLOAD, raw, said, settled } from '../hooked.ts'
import { card, cardText, type Json, noWrite, type World, world } from '../world.ts'

const spec = suite('commands/hook')
spec('a session starts with what recall says, fenced as data, within 1,500 tokens; an empty memory says nothing', () => {
  const many = Object.assign(
    {},
    ...Array.from({ length: 120 }, (_, i) => card(`module.m${i}`, `title: Module ${i}\nsummary: ${'what it does '.repeat(10)}`)),
  )
  const text = said(hook(settled(many), 'session-start', { source: 'startup' }))
  assert.match(text, /^<project-memory note="[^"]*">\nPROJECT sample/)
  assert.ok(text.indexOf('ARCHITECTURE') < text.indexOf('\n-- shown'))
  assert.ok(estimateTokens(text) <= 1_500 && estimateTokens(text) > 1_000)
  assert.equal(hook(world(), 'session-start', { source: 'startup' }).stdout, '')
})
spec('after a compaction: the state, the files of the session and what it was shown, not the whole memory again', () => {
  const w = settled(card('module.unseen', 'title: Unseen\nsummary: Nobody asked'))
  const whole = said(hook(w, 'session-start', { source: 'startup' }))
  assert.match(whole, 'module.unseen')
  hook(w, 'user-prompt', { prompt: 'how does the store hold its lock' })
  edited(w)
  hook(w, 'pre-compact', { trigger: 'auto' })
  const after = said(hook(w, 'session-start', { source: 'compact' }))
  assert.match(after, /PROJECT sample/)
  assert.match(after, `EDITED IN THIS SESSION\n- ${LOCK}`)
  assert.match(after, /SHOWN IN THIS SESSION\n- module\.store: Holds one lock/)
  assert.not.match(after, 'module.unseen:')
  // Of a session that nothing is known of, everything is missing.
  assert.match(said(hook(w, 'session-start', { source: 'compact', session_id: 's2' })), 'ARCHITECTURE')
})
spec('before an edit: cards about the file, once a session until it is compacted; rejected approaches each time', () => {
  const w = settled()
  const before = (added?: string): string => said(hook(w, 'pre-tool', edit(`/project/${LOCK}`, added)))
  assert.match(before(), /Cards about src\/lock\.ts:\n- module\.store: Holds one lock/)
  assert.is(before(), '')
  const warned = before("import moment from 'moment'\n")
  assert.match(
    warned,
    'rejected before: Days are enough (decision.no-moment, .pmem/decisions/no-moment.md; matches src/lock.ts: import moment',
  )
  assert.is(before("import moment from 'moment'\n"), warned)
  hook(w, 'pre-compact')
  assert.match(before(), 'module.store')
})
spec('a command line is looked at too, and a tool that only reads is not', () => {
  const w = settled()
  const run = (command: string): string => said(hook(w, 'pre-tool', { tool_name: 'Bash', tool_input: { command } }))
  assert.match(run('cd x && git push --force origin main'), 'Others lose work')
  assert.match(run('npm install moment@2'), 'Days are enough')
  assert.is(run('npm test'), '')
  assert.is(said(hook(w, 'pre-tool', { tool_name: 'Read', tool_input: { file_path: `/project/${LOCK}` } })), '')
})
spec('a new text of a whole file is judged by what it adds', () => {
  const w = settled({ [LOCK]: "import moment from 'moment'\n" })
  const write = (content: string): string =>
    said(hook(w, 'pre-tool', { tool_name: 'Write', tool_input: { file_path: `/project/${LOCK}`, content } }))
  assert.not.match(write("import moment from 'moment'\nconst a = 1\n"), 'rejected')
  w.edit(LOCK, 'const a = 1\n')
  assert.match(write("import moment from 'moment'\nconst a = 1\n"), 'rejected')
})
spec("a file outside of the project, or of pmem itself, is nobody's business", () => {
  const w = settled()
  for (const path of ['/elsewhere/src/lock.ts', '/project-2/src/lock.ts', '../src/lock.ts', '/project/.pmem/local/x']) {
    assert.is(hook(w, 'pre-tool', edit(path)).stdout, '', path)
    edited(w, path)
  }
  assert.equal(dirty(w), [])
  assert.match(said(hook(w, 'pre-tool', edit(`./${LOCK}`))), 'module.store')
})
spec('a project that the host knows by a symbolic link is the same project', () => {
  const w = settled()
  w.host.link('/linked', '/project')
  const ran = w
    .second({ stdin: JSON.stringify({ ...PAYLOAD, ...edit(`/linked/${LOCK}`), cwd: '/linked' }), env: { PMEM_ROOT: '/project' } })
    .run('hook', 'pre-tool')
  assert.match(said(ran), 'module.store')
})
spec('after a tool the new text stands in the file already, and a rejected approach in it is told all the same', () => {
  const w = settled()
  const content = "import moment from 'moment'\n"
  w.edit(LOCK, content)
  const payload = { ...PAYLOAD, conversation_id: 'c', tool_name: 'Write', tool_input: { file_path: `/project/${LOCK}`, content } }
  assert.match(raw(w, JSON.stringify(payload), 'post-tool').json.additional_context, 'Days are enough')
})
spec('an edit flags the cards that name the file, on this machine alone, until an update settles them', () => {
  const w = settled()
  edited(w)
  edited(w)
  assert.equal(dirty(w), ['module.store'])
  assert.is(String(w.text(FLAGS)).trim().split('\n').length, 1)
  assert.equal(w.host.files('/project').list('.pmem/ledger'), undefined)
  w.edit(LOCK, 'const wait = 6\n')
  w.run('update', '--confirm', '-s', 'The lock waits longer', '-n', 'x')
  assert.equal(dirty(w), [])
  assert.is(hook(w, 'stop').stdout, '')
})
spec(
  'at the end of a turn: cards of edited files, once a session, to the agent, the person or nobody as the manifest says',
  () => {
    const stop = (w: World): Json => (hook(w, 'stop').stdout === '' ? null : 0)
    const w = settled()
    assert.is(stop(w), null)
    edited(w)
    assert.match(said(hook(w, 'stop')), 'module.store (src/lock.ts)')
    assert.is(stop(w), null)
    for (const [value, see] of [
      ['suggest', /^\{"systemMessage":"pmem: files changed/],
      ['ignore', /^$/],
    ] as const) {
      const other = settled({ '.pmem/manifest.yml': `version: 1\nauto_update: { on_session_end: ${value} }\n` })
      edited(other)
      assert.match(hook(other, 'stop').stdout, see)
    }
  },
)
spec('a card whose own file was edited in the session needs no update', () => {
  const w = settled()
  edited(w)
  w.edit('.pmem/modules/store.md', cardText('module.store', `title: Store\nsource_files: [${LOCK}]`))
  edited(w, '/project/.pmem/modules/store.md')
  assert.is(hook(w, 'stop').stdout, '')
})
spec('nothing is written before the answer is out', () => {
  const w = settled()
  w.wait(1)
  w.run('list')
  for (const [event, payload] of [
    ['user-prompt', { prompt: 'how does the store hold its lock' }],
    ['pre-tool', edit(`/project/${LOCK}`)],
  ] as const) {
    const second = w.second({ stdin: JSON.stringify({ ...PAYLOAD, ...payload }) })
    second.host.onWrite = () => (second.host.output.stdout === '' ? noWrite() : 'go')
    assert.is(second.runHot('hook', event)?.code, 0)
  }
})
spec('a trial keeps nothing', () => {
  const w = settled()
  for (const [event, payload] of [
    ['user-prompt', { prompt: 'how does the store hold its lock' }],
    ['post-tool', edit(`/project/${LOCK}`)],
  ] as const)
    hook(w, event, { ...payload, verify: true })
  assert.equal([w.text('.pmem/local/retrievals.jsonl'), w.text(FLAGS)], [undefined, undefined])
})
spec('the project is the named one, else that of the payload, else that of the variable, else the folder it runs in', () => {
  const w = settled()
  for (const [path, text] of Object.entries({
    'a/.pmem/manifest.yml': 'version: 1\n',
    ...Object.fromEntries(
      Object.entries(card('module.lamp', 'title: Lamp\nsummary: The lamp of the harbour blinks')).map(([file, body]) => [
        `a/${file}`,
        body,
      ]),
    ),
  }))
    w.edit(path, text)
  w.edit('a/deep/x', '')
  const ask = (payload: Json, env: Readonly<Record<string, string>> = {}, ...argv: readonly string[]): string =>
    said(
      w
        .second({ stdin: JSON.stringify({ prompt: 'how does the lamp of the harbour blink', ...payload }), env })
        .run('hook', 'user-prompt', ...argv),
    )
  assert.match(ask({ cwd: '/project/a/deep' }), 'module.lamp')
  assert.match(ask({ cwd: '/nowhere' }, { CLAUDE_PROJECT_DIR: '/project/a' }), 'module.lamp')
  assert.match(ask({ cwd: '/project' }, { PMEM_ROOT: '/project/a' }), 'module.lamp')
  assert.match(ask({ cwd: '/project' }, {}, '--cwd', 'a'), 'module.lamp')
  assert.is(ask({ cwd: '/project' }), '')
})
spec('after a commit: one line for the person about the cards whose files changed, unless the manifest says no', () => {
  const w = settled()
  w.run('verify-card', 'module.store')
  w.edit(LOCK, 'const wait = 9\n')
  const { code, stdout, stderr } = raw(w, '', 'post-commit', '--host', 'git')
  assert.equal([code, stdout], [0, ''])
  assert.match(stderr, /^pmem: cards about what changed: module\.store; /)
  w.edit('.pmem/manifest.yml', 'version: 1\nauto_update: { on_git_commit: ignore }\n')
  assert.is(raw(w, '', 'post-commit', '--host', 'git').stderr, '')
})
spec('--json tells event, host and what is printed otherwise', () => {
  const { json } = raw(
    settled(),
    JSON.stringify({ ...PAYLOAD, hook_event_name: 'BeforeAgent', prompt: 'how does the store hold its lock' }),
    'user-prompt',
    '--json',
  )
  assert.equal([json.event, json.host, json.output.hookSpecificOutput.hookEventName], ['user-prompt', 'gemini', 'BeforeAgent'])
})
spec.run()
