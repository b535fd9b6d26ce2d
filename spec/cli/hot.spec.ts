import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Command } from '../../lib/commands/command.ts'
import { HOT_COMMANDS } from '../../lib/commands/hot-registry.ts'
import { card, cardText, noWrite, type Ran, type World, world } from '../world.ts'

const settled = (): World => {
  const w = world({
    ...card('module.auth', 'title: Auth\ntags: [login]', 'Tokens and [[module.db]].\n'),
    ...card('module.db', 'title: Database'),
    ...card('task.x', 'status: active'),
  })
  w.run('rebuild')
  w.wait(1)
  w.run('list')
  return w
}
const printed = (ran: Ran | undefined): unknown => [ran?.code, ran?.stdout, ran?.stderr]
/** A line for any command: its words stand for cards, its text for a question. */
function lineOf({ name, operands }: Command): readonly string[] {
  if (operands.kind === 'none') return [name]
  if (operands.kind === 'list') return [name, 'module.auth', 'module.db']
  return operands.kind === 'text'
    ? [name, 'auth tokens']
    : [name, ...operands.names.slice(0, operands.names.length - (operands.optional ?? 0)).map(() => 'module.auth')]
}

const spec = suite('cli/hot')
spec('answers every reading command over a fresh index byte for byte as the full program does', () => {
  for (const command of HOT_COMMANDS) {
    const w = settled()
    for (const format of command.formats) {
      const argv = [...lineOf(command), '--format', format]
      assert.equal(printed(w.runHot(...argv)), printed(w.run(...argv)), argv.join(' '))
    }
  }
})
spec('hands over before it has printed or written anything when the index is not fresh', () => {
  const w = settled()
  w.edit('.pmem/modules/auth.md', cardText('module.auth', 'title: New'))
  const { stdout, stderr } = w.host.output
  w.host.onWrite = noWrite
  assert.is(w.runHot('ask', 'auth'), undefined)
  assert.equal([w.host.output.stdout, w.host.output.stderr], [stdout, stderr])
})
spec('hands over what it does not have: writing commands, help, misspelt names', () => {
  for (const argv of [['rebuild'], ['verify'], ['init'], ['new', 'task', 'x'], ['help'], ['--version'], ['asks'], []])
    assert.is(settled().runHot(...argv), undefined)
})
spec('hands over when the index turns out damaged in the middle', () => {
  const w = settled()
  const path = '.pmem/indexes/graph.json'
  w.edit(path, (w.text(path) as string).replace('Auth', 'Xuth'))
  assert.ok(w.runHot('show', 'module.auth', '--no-refresh') === undefined)
  const { code, stdout, stderr } = w.run('show', 'module.auth', '--no-refresh', '--json')
  assert.is(code, 0)
  assert.is(JSON.parse(stdout).title, 'Auth')
  assert.match(stderr, 'damaged')
})
spec('an error of use is told by the small program alike', () => {
  const w = settled()
  for (const argv of [['ask'], ['ask', 'x', '--nope'], ['show', 'nope'], ['show', 'nope', '--json'], ['list', 'modul']]) {
    assert.equal(printed(w.runHot(...argv)), printed(w.run(...argv)), argv.join(' '))
  }
})
spec.run()
