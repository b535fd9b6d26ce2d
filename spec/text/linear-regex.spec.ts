import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type LinearRegex, linearRegex } from '../../lib/text/linear-regex.ts'
import { random } from '../random.ts'

const compiled = (source: string): LinearRegex => {
  const found = linearRegex(source)
  assert.is(typeof found, 'object', `${source}: ${String(found)}`)
  return found as LinearRegex
}

const PARTS = [
  'a',
  'b',
  '.',
  '\\w',
  '\\d',
  '\\s',
  '[ab]',
  '[^a]',
  '[a-c_-]',
  '(?:x?)',
  '(?:a|bc)',
  '(b)',
  '\\b',
  '^',
  '$',
  'é',
  '\\.',
  '[\\]\\-]',
  '\\u0061',
]
const COUNTS = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{0,}', '*?']
const LETTERS = ['a', 'b', 'c', 'x', '1', ' ', '.', '-', ']', '_', 'é', 'A', '\u{1f600}']

const spec = suite('text/linear-regex')
spec('says the same as the regular expressions of the language, on thousands of made patterns and lines', () => {
  const dice = random(11)
  let matched = 0
  for (let round = 0; round < 4_000; round += 1) {
    const piece = (): string => {
      const part = dice.pick(PARTS)
      return /^(?:\\b|\^|\$)$/.test(part) ? part : part + dice.pick(COUNTS)
    }
    const row = (): string => Array.from({ length: dice.below(4) + 1 }, piece).join('')
    const source = dice.below(4) === 0 ? `${row()}|${row()}` : row()
    const fold = dice.below(4) === 0
    const line = Array.from({ length: dice.below(8) }, () => dice.pick(LETTERS)).join('')
    const wanted = new RegExp(source, fold ? 'ui' : 'u').test(line)
    assert.is(compiled(fold ? `(?i)${source}` : source).test(line), wanted, `/${source}/ on ${JSON.stringify(line)}`)
    if (wanted) matched += 1
  }
  assert.ok(matched > 500 && matched < 3_500, String(matched))
})
spec('what would need backtracking, is no pattern or is too large is refused with its reason', () => {
  for (const [source, reason] of [
    ['(a)\\1', 'backreferences'],
    ['a(?=b)', 'lookaround'],
    ['(?<!a)b', 'lookaround'],
    ['a++', 'possessive'],
    ['(a', 'not closed'],
    ['a)', 'closes no group'],
    ['[a', 'not closed'],
    ['*a', 'nothing to repeat'],
    ['a{3,2}', 'backwards'],
    ['[c-a]', 'backwards'],
    ['a\\', 'backslash'],
    ['\\p{Nope}', 'not known'],
    ['\\q', 'not known'],
    ['(?:a{1000}){1000}', 'too large'],
    ['('.repeat(200) + ')'.repeat(200), 'too deep'],
  ] as const)
    assert.match(String(linearRegex(source)), reason)
})
spec('the work grows with the line, not with the ways to match it', () => {
  const steps = (source: string, length: number): number => {
    let spent = 0
    compiled(source).test(`${'a'.repeat(length)}!`, (more) => {
      spent += more
      return true
    })
    return spent
  }
  for (const source of ['(a*)*b', '(a|a)*b', '(a|aa)+$', 'a*a*a*a*a*b', '(?:a{0,20}){0,20}b'])
    assert.ok(steps(source, 4_000) < 2.2 * steps(source, 2_000), source)
})
spec('the search ends where no more work is granted', () =>
  assert.is(
    compiled('b').test('aaaab', () => false),
    false,
  ),
)
spec.run()
