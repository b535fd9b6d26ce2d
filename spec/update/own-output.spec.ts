import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withoutOwnOutput } from '../../lib/update/own-output.ts'
import { card, world } from '../world.ts'

const kept = (text: string, repeats: (text: string) => boolean = () => false): string =>
  withoutOwnOutput(text, repeats)
    .split('\n')
    .filter((line) => line !== '')
    .join('\n')

const spec = suite('update/own-output')
const w = world({
  ...card('module.auth', 'title: Auth\nsummary: Sessions must never be logged', 'We decided to use argon2.\n'),
  ...card('decision.hash', 'title: Hash\nsummary: We decided to use argon2 for passwords'),
})
for (const argv of [
  ['recall'],
  ['recall', '--format', 'pack'],
  ['ask', 'argon2'],
  ['ask', 'argon2', '--explain'],
  ['ask', 'argon2', '--format', 'pack'],
  ['context', 'argon2'],
  ['recall', '--json'],
  ['ask', 'argon2', '--json'],
]) {
  spec(`fault 163: what \`pmem ${argv.join(' ')}\` printed is recognised`, () => {
    const output = w.run(...argv).stdout
    assert.match(output, /argon2|Sessions/)
    assert.is(kept(`Before.\n\n${output}\nAfter.`), 'Before.\nAfter.')
    assert.is(kept(`Before.\n\n${output.trimEnd().replace(/^/gm, '> ')}\nAfter.`), 'Before.\nAfter.')
  })
}
spec('a single line that repeats a card is left out, one that says more is not', () => {
  const repeats = (text: string): boolean => text === 'Sessions must never be logged'
  assert.is(
    kept('- module.auth (0.81) [fts] Sessions must never be logged\n- module.auth: now it accepts tokens', repeats),
    '- module.auth: now it accepts tokens',
  )
})
spec('a frame that was cut off takes the rest with it, an opening without an end nothing', () => {
  assert.is(kept('A\n<project-memory note="x">\nB\nC'), 'A')
  assert.is(kept('PROJECT x (y)\nB'), 'PROJECT x (y)\nB')
})
spec.run()
