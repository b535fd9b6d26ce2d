import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256 } from '../../lib/host/node.ts'
import { mergeCards } from '../../lib/update/merge.ts'
import { random } from '../random.ts'
import { randomCard, randomEdits } from './merge-edits.ts'

const ROUNDS = 1_500
/** Lines that a side left as they were in the base. */
const linesOf = (text: string): readonly string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '')

const spec = suite('properties: two edits of one card')
spec('both are kept, the same in either order, and merging again changes nothing', () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const chance = random(seed)
    const base = randomCard(chance)
    const [ours, theirs] = [randomEdits(chance, base, 'ours'), randomEdits(chance, base, 'theirs')]
    const merged = mergeCards(base, ours.text, theirs.text, sha256)
    const said = `seed ${seed}\n--- base\n${base}\n--- ours\n${ours.text}\n--- theirs\n${theirs.text}\n--- merged\n${merged.text}`
    assert.is(merged.kind, 'merged', said)
    for (const word of [...ours.added, ...theirs.added]) assert.ok(merged.text.includes(word), `${word} is lost: ${said}`)
    const [inOurs, inTheirs, inMerged] = [ours.text, theirs.text, merged.text].map((text) => new Set(linesOf(text)))
    for (const line of linesOf(base)) {
      if (inOurs!.has(line) && inTheirs!.has(line) && !/^(?:status|updated|tags|related):?/.test(line))
        assert.ok(inMerged!.has(line), `${line} is lost: ${said}`)
    }
    assert.is(mergeCards(base, theirs.text, ours.text, sha256).text, merged.text, `other order: ${said}`)
    for (const side of [ours.text, theirs.text])
      assert.is(mergeCards(base, merged.text, side, sha256).text, merged.text, `again: ${said}`)
    assert.is(mergeCards(base, ours.text, ours.text, sha256).text, ours.text)
    assert.is(mergeCards(base, ours.text, base, sha256).text, ours.text)
  }
})
spec('any bytes at all give a merge or conflict markers, never a crash, in which every line of both sides is found', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const chance = random(seed)
    const base = randomCard(chance)
    const broken = (text: string): string => {
      const at = chance.below(text.length)
      return (
        text.slice(0, at) +
        chance.pick(['---\n', '\n## X\n', '[', '"', '<<<<<<< ', '```\n', '\0', '<!--']) +
        text.slice(at + chance.below(9))
      )
    }
    const [ours, theirs] = [broken(randomEdits(chance, base, 'ours').text), broken(randomEdits(chance, base, 'theirs').text)]
    const merged = mergeCards(base, ours, theirs, sha256)
    if (merged.kind === 'conflict') {
      const lines = new Set(linesOf(merged.text))
      for (const line of [...linesOf(ours), ...linesOf(theirs)]) assert.ok(lines.has(line), `${seed}: ${line}`)
    } else assert.is(mergeCards(base, theirs, ours, sha256).text, merged.text, `seed ${seed}`)
  }
})
spec.run()
