import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isBoundary } from '../../lib/text/grapheme.ts'

/** The text in the parts it may be cut into. */
function parts(text: string): readonly string[] {
  const cuts = Array.from({ length: text.length + 1 }, (_, at) => at).filter((at) => isBoundary(text, at))
  return cuts.slice(1).map((end, place) => text.slice(cuts[place], end))
}

const spec = suite('text/grapheme: isBoundary')
for (const whole of [
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇩🇪',
  '👍🏽',
  'e\u0301',
  '1️⃣',
  '❤️',
  '𝔘',
  'กำ',
  '각',
  '\u1112\u1161\u11ab',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
]) {
  spec(`${whole} stays whole among others`, () => assert.equal(parts(`a${whole}b${whole}`), ['a', whole, 'b', whole]))
}
spec('flags in a row are cut in pairs', () => assert.equal(parts('🇩🇪🇯🇵🇫🇷'), ['🇩🇪', '🇯🇵', '🇫🇷']))
spec('the ends of a text are boundaries, whatever stands there', () => {
  assert.ok(isBoundary('\u0301', 0))
  assert.ok(isBoundary('a\ud83d', 2))
})
spec.run()
