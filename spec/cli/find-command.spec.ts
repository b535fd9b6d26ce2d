import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandAt } from '../../lib/cli/find-command.ts'
import { COMMANDS } from '../../lib/commands/registry.ts'
import { world } from '../world.ts'

const spec = suite('cli/find-command')
spec('a command has one word or two, and what stands behind is left, blank words too', () => {
  const { command, rest } = commandAt(COMMANDS, ['facts', 'search', '', 'x'])!
  assert.equal([command.name, rest], ['facts search', ['', 'x']])
  assert.equal(commandAt(COMMANDS, ['ask', ''])?.rest, [''])
  assert.is(commandAt(COMMANDS, ['facts', 'serach']), undefined)
})
spec('no name is the first word of a command of two', () => {
  const names = new Set(COMMANDS.map(({ name }) => name))
  assert.is(names.size, COMMANDS.length)
  for (const name of names) if (name.includes(' ')) assert.not.ok(names.has(name.split(' ')[0]!), name)
})
spec('half a command is an error with its other halves, a misspelt one names the nearest', () => {
  const { run } = world()
  assert.equal([run('facts').code, run('facts', 'serach', 'x').code, run('fact').code], [64, 64, 64])
  assert.match(run('facts').stderr, 'one of search, list, related, contradict')
  assert.match(run('facts', 'serach', 'x').stderr, 'did you mean facts search?')
  assert.match(run('fact', 'x').stderr, 'did you mean facts?')
})
spec('help shows the family, and each of its members', () => {
  const { run } = world()
  for (const argv of [
    ['help', 'facts'],
    ['facts', '--help'],
  ])
    assert.match(run(...argv).stdout, 'facts contradict [entity]')
  for (const argv of [
    ['help', 'facts', 'search'],
    ['facts', 'search', '--help'],
  ])
    assert.match(run(...argv).stdout, '--min-trust X')
})
spec.run()
