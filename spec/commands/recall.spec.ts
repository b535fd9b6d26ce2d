import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type Json, type World, world } from '../world.ts'

const sample = (): World =>
  world({
    '.pmem/index.md': '# P\n\n## Current Focus\n\nShip the index.\n',
    '.pmem/next.md': '- [P0] Write the codec\n',
    ...card('module.store', 'title: Store\nsummary: Reads and writes cards'),
    ...card('decision.json', 'title: Use JSON\nstatus: accepted\nsummary: Plain files'),
    ...card('decision.old', 'title: Use SQL\nstatus: superseded'),
    ...card('trace.one', 'title: Measured it\nupdated: 2026-07-01'),
    ...card('module.key', 'title: Key store\nsensitivity: secret\nsummary: hidden words'),
  })

const spec = suite('commands/recall')
spec('JSON names project, stage, focus, next, foundations, decisions, traces and what to read', () => {
  const { code, json } = sample().run('recall', '--json')
  assert.is(code, 0)
  for (const field of [
    'project',
    'stage',
    'focus',
    'next',
    'active_foundation',
    'active_modules',
    'decisions',
    'recent_traces',
    'context_summary',
    'read_if_needed',
  ])
    assert.ok(field in json, field)
  assert.equal([json.project.name, json.focus, json.next], ['sample', 'Ship the index.', 'Write the codec'])
  const ids = (list: readonly { id: string }[]): readonly string[] => list.map(({ id }) => id)
  assert.equal(ids(json.active_foundation), ['module.store'])
  assert.equal(json.active_modules, json.active_foundation)
  assert.equal(ids(json.decisions), ['decision.json'])
  assert.equal(ids(json.recent_traces), ['trace.one'])
})
spec('compact has its sections, the stable ones first', () => {
  const { stdout } = sample().run('recall')
  assert.ok(stdout.startsWith('PROJECT sample'))
  assert.match(stdout, /STAGE active[\s\S]*ARCHITECTURE[\s\S]*DECISIONS[\s\S]*RECENT CHANGES[\s\S]*NEXT/)
  assert.match(stdout, 'Write the codec')
})
spec('a secret card appears nowhere', () => {
  for (const format of ['compact', 'json', 'paths'])
    assert.not(/module\.key|hidden words/.test(sample().run('recall', '--format', format).stdout), format)
})
spec('an empty memory is recalled as such', () => assert.is(world().run('recall', '--json').code, 0))
spec('never counts more cards as shown than there are, superseded ones that changed lately too', () => {
  const w = world({
    ...card('decision.old', 'status: superseded\nupdated: 2026-07-02'),
    ...card('decision.new', 'supersedes: decision.old\nupdated: 2026-07-02'),
  })
  const { shown, total } = w.run('recall', '--json').json.footer
  assert.equal([shown, total], [2, 2])
})
spec('asks to distill when it is time, in a line of its own, and stays silent else', () => {
  const trace = (created: string) => card('trace.t', `created: ${created}\ndistilled: false`)
  const late = world(trace('2026-06-20'))
  const asked = '1 trace waits to be distilled, the oldest for 13 days; run `pmem distill`'
  assert.match(late.run('recall').stdout, `\n${asked}\n-- shown`)
  assert.is(late.runHot('recall', '--json')!.json.reminder, asked)
  assert.is(late.run('recall', '--budget', '100', '--json').json.reminder, asked)
  const fresh = world(trace('2026-07-02'))
  assert.not.match(fresh.run('recall').stdout, 'distill')
  assert.is(fresh.run('recall', '--json').json.reminder, null)
})
spec('tells of facts from the own store of the person only where the manifest wants them', () => {
  const w = sample().second({ env: { PMEM_HOME: '/own' } })
  for (const text of ['Commits are signed', 'Answers come in Chinese', 'Tabs are two blanks']) w.run('remember', '--global', text)
  w.run('feedback', 'fact.answers-come-in-chinese', 'helpful', '--global')
  const own = (): readonly string[] => w.run('recall', '--json').json.own_facts.map(({ text }: Json) => text)
  assert.equal(own(), [])
  w.edit('.pmem/manifest.yml', `${w.text('.pmem/manifest.yml')}recall: { include_global: true }\n`)
  assert.equal(own(), ['Answers come in Chinese', 'Commits are signed', 'Tabs are two blanks'])
  assert.match(w.run('recall').stdout, /YOUR OWN FACTS\n- /)
  w.run('supersede', 'fact.commits-are-signed', 'fact.tabs-are-two-blanks', '--global')
  assert.equal(own(), ['Answers come in Chinese', 'Tabs are two blanks'])
})
spec.run()
