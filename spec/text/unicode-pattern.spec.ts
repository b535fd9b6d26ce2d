import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { unicodePattern } from '../../lib/text/unicode-pattern.ts'
import { seeded } from './yaml-samples.ts'

const spec = suite('unicode pattern')

const SOURCES: readonly (readonly [source: string, flags: string])[] = [
  [String.raw`[\p{L}\p{M}\p{N}_]+`, 'g'],
  [String.raw`[^\p{L}\p{N}]+`, 'g'],
  [String.raw`\p{N}+|\p{Lu}+(?![\p{Ll}\p{M}])\p{N}*|\p{Lu}?[\p{Ll}\p{M}]+\p{N}*`, 'g'],
  [String.raw`^(\p{L}{2,})'(?:re|ve|ll|d|m)`, 'i'],
  [String.raw`(?<=\p{L})\.+`, 'g'],
  [String.raw`[\p{Script=Latin}\p{Script=Greek}]{3,5}`, 'g'],
  [String.raw`\p{M}|[\p{Script=Han}\u3005-\u3007a]|x`, 'g'],
  [String.raw`[\p{Z}\u{1f3fb}-\u{1f3ff}b\u{e0020}]|\u{1f600}`, 'g'],
]

spec('finds in ASCII what the pattern with classes of Unicode finds', () => {
  const next = below(seeded(7))
  for (const [source, flags] of SOURCES) {
    const plain = new RegExp(source, `${flags}u`)
    for (let round = 0; round < 300; round += 1) {
      const text = Array.from({ length: 1 + next(24) }, () => String.fromCharCode(next(128))).join('')
      assert.equal(
        [...(text.match(unicodePattern(source, flags)(text)) ?? [])],
        [...(text.match(plain) ?? [])],
        `${source} in ${text}`,
      )
    }
  }
})

spec('keeps the classes for a text beyond ASCII', () => {
  const words = unicodePattern(String.raw`[\p{L}\p{N}]+`, 'g')
  assert.equal('übermut 虚拟机 x1'.match(words('übermut 虚拟机 x1')), ['übermut', '虚拟机', 'x1'])
  assert.equal('plain x1'.match(words('plain x1')), ['plain', 'x1'])
})

spec('refuses a class it cannot narrow', () => {
  assert.throws(() => unicodePattern(String.raw`\p{P}`)('a'), /does not know/)
})

const below =
  (random: () => number) =>
  (limit: number): number =>
    Math.floor(random() * limit)

spec.run()
