import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { AnyEvent } from '../../lib/ledger/codec.ts'
import {
  continues,
  decodeHead,
  decodeRows,
  EMPTY_LEDGER,
  encodeState,
  findVerified,
  fold,
  type LedgerState,
} from '../../lib/ledger/fold.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { random } from '../random.ts'
import { randomEvents } from './events.ts'

const A = 'module.a' as CardId
const event = (e: string, t: number, k: string, more: object = {}): AnyEvent => ({ e, t, k, c: A, ...more })
const reasons = (state: LedgerState): readonly string[] => (state.dirty.get(A) ?? []).map(({ reason }) => reason)

const spec = suite('ledger/fold')
spec('flags add up until they are resolved, and later ones count again', () => {
  const events = [event('1', 1, 'dirty', { reason: 'x' }), event('2', 2, 'dirty', { reason: 'y' })]
  assert.equal(reasons(fold(events)), ['x', 'y'])
  assert.equal([...fold([...events, event('3', 3, 'resolved')]).dirty], [])
  assert.equal(reasons(fold([...events, event('3', 3, 'resolved'), event('4', 4, 'dirty', { reason: 'z' })])), ['z'])
})
spec('the last verification counts, by time and then by id', () => {
  const at = (e: string, t: number, hash: string): AnyEvent => event(e, t, 'verified', { sources: [['src/a.ts', hash]] })
  assert.equal(fold([at('2', 5, 'late'), at('1', 5, 'early'), at('9', 4, 'old')]).verified.get(A), {
    t: 5,
    sources: [['src/a.ts', 'late']],
  })
})
spec('what somebody broke by hand verifies nothing and flags without a reason', () => {
  const state = fold([
    event('1', 1, 'verified', { sources: [['a'], 7, ['b', 1], ['c', null]] }),
    event('2', 2, 'dirty', { reason: 7, files: 'x' }),
  ])
  assert.equal(state.verified.get(A)?.sources, [['c', null]])
  assert.equal(state.dirty.get(A), [{ t: 2, reason: '', files: [] }])
})
spec('2,000 sets of events give the same state in any order, repeats or not, and from any earlier state', () => {
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const { shuffle, below } = random(seed)
    const events = randomEvents(seed)
    const whole = fold(events)
    assert.equal(plain(fold(shuffle(events))), plain(whole), `shuffled ${seed}`)
    assert.equal(plain(fold([...events, ...shuffle(events)])), plain(whole), `repeated ${seed}`)
    const ordered = [...new Map(events.map((one) => [one.e, one])).values()].sort((a, b) => a.t - b.t || (a.e < b.e ? -1 : 1))
    const cut = below(ordered.length + 1)
    const first = fold(ordered.slice(0, cut))
    assert.ok(continues(first, ordered.slice(cut)))
    assert.equal(plain(fold(shuffle(ordered.slice(cut)), first)), plain(whole), `continued ${seed}`)
  }
})
spec('an event from the past does not continue a state', () => {
  const state = fold([event('5', 5, 'dirty')])
  assert.equal(
    [event('4', 5, 'dirty'), event('5', 5, 'dirty'), event('9', 4, 'dirty'), event('6', 5, 'dirty'), event('0', 6, 'dirty')].map(
      (one) => continues(state, [one]),
    ),
    [false, false, false, true, true],
  )
  assert.ok(continues(EMPTY_LEDGER, [event('1', 0, 'dirty')]))
})
spec('a state is read back from its text, whole or card by card', () => {
  for (let seed = 1; seed <= 300; seed += 1) {
    const state = fold(randomEvents(seed))
    const { head, rows } = encodeState(state)
    const decoded = decodeHead(JSON.parse(JSON.stringify(head)))
    assert.ok(decoded !== undefined)
    assert.equal(plain({ ...decoded!, verified: decodeRows(rows) }), plain(state))
    for (const id of ['module.a', 'module.b', 'task.存储', '__proto__', 'module', 'zzz'] as CardId[])
      assert.equal(findVerified(rows, id), state.verified.get(id), `${seed} ${id}`)
  }
})
spec('text that is no state gives none', () => {
  for (const head of [null, 1, [], {}, { dirty: [], events: 1, sum: 1, last: [1] }]) assert.is(decodeHead(head), undefined)
})

const plain = ({ dirty, verified, last, events, sum }: LedgerState): unknown => [
  [...dirty].sort(),
  [...verified].sort(),
  last,
  events,
  sum,
]

spec.run()
