import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseInvocation } from '../../lib/cli/program.ts'
import type { Command } from '../../lib/commands/command.ts'
import { COMMANDS } from '../../lib/commands/registry.ts'

const named = (name: string): Command => {
  const found = COMMANDS.find((command) => command.name === name)
  if (found === undefined) throw new Error(name)
  return found
}
const operands = (name: string, ...words: readonly string[]): readonly string[] => parseInvocation(named(name), words).operands
const values = (name: string, ...words: readonly string[]): Readonly<Record<string, unknown>> =>
  parseInvocation(named(name), words).values
const usage = (name: string, ...words: readonly string[]): string => {
  try {
    return `no error: ${JSON.stringify(parseInvocation(named(name), words).operands)}`
  } catch (error) {
    return `${(error as { code: string }).code} ${(error as Error).message}`
  }
}

const spec = suite('cli/program')
spec('fault 118: what looks like a number stays text', () => {
  for (const text of ['007', '0123', '83e7120', '1e5', '0x10', 'Infinity', 'NaN', 'true', 'null', '-5', '1_000']) {
    assert.equal(operands('ask', text), [text])
    assert.equal(operands('related', text), [text])
    assert.equal(values('new', 'task', 't', '--summary', text)['summary'], text)
    assert.equal(values('list', '--tag', text, '--tag', text)['tag'], [text, text])
  }
})
spec('fault 118: everything after -- is the query', () => {
  assert.equal(operands('ask', '--', '--force', 'flag'), ['--force flag'])
  assert.equal(operands('ask', 'what is', '--', '--help'), ['what is --help'])
  assert.equal(operands('related', '--', '--odd-id'), ['--odd-id'])
  assert.equal(values('ask', 'x', '--', '--json')['json'], false)
})
spec('fault 118: a query that begins with a dash is a query', () => {
  assert.equal(operands('ask', '-why does it fail'), ['-why does it fail'])
  assert.equal(operands('ask', '--force means what'), ['--force means what'])
})
spec('fault 118: several words without quotes are one query', () => {
  assert.equal(operands('ask', 'two', 'words'), ['two words'])
  assert.equal(operands('new', 'decision', 'Use', 'JSON'), ['decision', 'Use JSON'])
})
spec('flags stand before, between or behind the words', () => {
  for (const words of [
    ['--limit', '3', 'two', 'words'],
    ['two', '--limit', '3', 'words'],
    ['two', 'words', '--limit=3'],
    ['-n', '3', 'two', 'words'],
  ]) {
    assert.equal(operands('ask', ...words), ['two words'])
    assert.is(values('ask', ...words)['limit'], 3)
  }
})
spec('--no-refresh is a flag of its own, not the absence of another', () => {
  assert.is(values('ask', 'x', '--no-refresh')['noRefresh'], true)
  assert.is(values('ask', 'x')['noRefresh'], false)
})
spec('too few or too many words are refused, naming what is missing', () => {
  assert.match(usage('ask'), /^USAGE ask needs <query>/)
  assert.match(usage('ask', '  '), /^USAGE ask needs <query>/)
  assert.match(usage('related'), /^USAGE related needs <id>/)
  assert.match(usage('related', 'a', 'b'), /^USAGE related takes one argument, but got 2/)
  assert.match(usage('status', 'x'), /^USAGE status takes no arguments, but got "x"/)
  assert.match(usage('new', 'task'), /^USAGE new needs <title>/)
  assert.match(usage('new'), /^USAGE new needs <type>/)
})
spec('with --help nothing else needs to be right', () => assert.is(values('related', '--help')['help'], true))
spec('a word that is a property of every object is a word', () => {
  assert.equal(operands('show', '__proto__'), ['__proto__'])
  assert.equal(operands('show', 'constructor'), ['constructor'])
})
spec('an empty word is a word', () => assert.match(usage('related', ''), /^no error: \[""\]/))
spec.run()
