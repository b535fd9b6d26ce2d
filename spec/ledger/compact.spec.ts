import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { AnyEvent } from '../../lib/ledger/codec.ts'
import { compacted } from '../../lib/ledger/compact.ts'
import { fold, type LedgerState } from '../../lib/ledger/fold.ts'
import { random } from '../random.ts'
import { randomEvents } from './events.ts'

/** What a state says of cards; how many events it took is another matter. */
const said = ({ dirty, verified, learning }: LedgerState): string =>
  JSON.stringify([
    [...dirty].sort(),
    [...verified].sort(),
    [...learning].map(([id, card]) => [id, { ...card, reads: [...card.reads].sort() }]).sort(),
  ])

const spec = suite('ledger/compact')
spec('3,000 ledgers: what is kept says the same, alone and with events from another branch, before or after', () => {
  let dropped = 0
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const { below } = random(seed)
    // A rename that another branch brings along may need reads that were left out.
    const all = randomEvents(seed, 60).filter(({ k }) => k !== 'renamed' || seed % 2 === 0)
    const cut = below(all.length)
    const [ours, theirs] = seed % 2 === 0 ? [all, []] : [all.slice(0, cut), all.slice(cut)]
    const kept = compacted(ours)
    dropped += new Set(ours.map(({ e }) => e)).size - kept.length
    assert.is(said(fold(kept)), said(fold(ours)), `alone ${seed}`)
    assert.is(said(fold([...kept, ...theirs])), said(fold([...ours, ...theirs])), `merged ${seed}`)
    assert.is(said(fold([...kept, ...compacted(all)])), said(fold(all)), `both compacted ${seed}`)
    assert.equal(compacted(kept), kept, `twice ${seed}`)
  }
  assert.ok(dropped > 3_000)
})
spec('feedback stays, each for itself, and an earlier snapshot goes', () => {
  const at = (e: string, k: string, more: object = {}): AnyEvent => ({ e, t: Number(e), k, c: 'module.a', ...more })
  const events = [
    at('1', 'snapshot', { covers: [] }),
    at('2', 'dirty'),
    at('3', 'feedback', { helpful: true }),
    at('4', 'resolved'),
    at('5', 'feedback', { helpful: true }),
    at('6', 'resolved'),
  ]
  assert.equal(
    compacted(events).map(({ e }) => e),
    ['3', '5', '6'],
  )
})
spec.run()
