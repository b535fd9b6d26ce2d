import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { textReader } from '../../lib/indexes/bytes.ts'
import { openContainer } from '../../lib/indexes/container.ts'
import { encodeContainer } from '../../lib/indexes/container-writer.ts'
import type { AnyEvent } from '../../lib/ledger/codec.ts'
import { continues, EMPTY_LEDGER, fold, inOrder, type LedgerState } from '../../lib/ledger/fold.ts'
import { readsOf } from '../../lib/ledger/learning.ts'
import { decodeHead, decodeRows, encodeState, findLearning, findTaught, findVerified } from '../../lib/ledger/state-codec.ts'
import { DEFAULT_TRUST, trustAfter } from '../../lib/ledger/trust.ts'
import { taughtWords } from '../../lib/ledger/words.ts'
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
spec('10,000 sets of events give the same state in any order, repeats or not, and from any earlier state', () => {
  for (let seed = 1; seed <= 10_000; seed += 1) {
    const { shuffle, below } = random(seed)
    const events = randomEvents(seed)
    const whole = fold(events)
    assert.equal(plain(fold(shuffle(events))), plain(whole), `shuffled ${seed}`)
    assert.equal(plain(fold([...events, ...shuffle(events)])), plain(whole), `repeated ${seed}`)
    const ordered = inOrder(events)
    const cut = below(ordered.length + 1)
    const first = fold(ordered.slice(0, cut))
    assert.ok(continues(first, ordered.slice(cut)))
    assert.equal(plain(fold(shuffle(ordered.slice(cut)), first)), plain(whole), `continued ${seed}`)
  }
})
spec('feedback moves trust by a step each, and the last question for a card is kept, the newest twenty of them', () => {
  const said = (number: number, helpful: boolean, query?: string): AnyEvent =>
    event(`${number}`.padStart(3, '0'), number, 'feedback', { helpful, ...(query === undefined ? {} : { query }) })
  const card = fold([
    said(1, true, 'a'),
    said(2, true, 'b'),
    said(3, false, 'a'),
    said(4, true, 'b'),
    said(5, true),
  ]).learning.get(A)!
  assert.equal([card.steps, card.words], ['hhuhh', [['b', 4]]])
  assert.is(trustAfter(card.steps, DEFAULT_TRUST), 600)
  const many = fold(Array.from({ length: 30 }, (_, number) => said(number + 1, true, `q${number}`))).learning.get(A)!
  assert.equal([many.words.length, many.words[0]![0]], [20, 'q10'])
  assert.equal(fold([event('1', 1, 'feedback', { helpful: 'yes' })]).learning.get(A)!.steps, '')
})
spec('of one machine the greatest total of reads counts, of several their sum', () => {
  const reads = (e: string, by: string, total: number, last: number): AnyEvent =>
    event(e, 1, 'reads', { by, total, count: 1, last })
  const card = fold([reads('1', 'x', 9, 5), reads('2', 'x', 7, 8), reads('3', 'y', 4, 2)]).learning.get(A)!
  assert.equal([readsOf(card), card.last], [13, 8])
  assert.is(readsOf(fold([event('1', 1, 'reads', { count: 3 }), event('2', 2, 'reads', { count: 4 })]).learning.get(A)!), 7)
})
spec('two branches that learned the same have learned it once', () => {
  const learn = (e: string, reads: number, day: string): AnyEvent =>
    event(e, Number(e), 'learn', { rules: ['demote', 'age'], reads, helpful: 0, last: 1, day })
  const steps = (...events: readonly AnyEvent[]): string => fold(events).learning.get(A)!.steps
  assert.is(steps(learn('1', 40, '2026-03-01'), learn('2', 40, '2026-03-01')), 'da')
  assert.is(steps(learn('1', 40, '2026-03-01'), learn('2', 70, '2026-04-29')), 'da')
  assert.is(steps(learn('1', 40, '2026-03-01'), learn('2', 71, '2026-04-30')), 'dada')
})
spec('a renamed card takes along what was learned', () => {
  const events = [
    event('1', 1, 'feedback', { helpful: true, query: 'x' }),
    { e: '2', t: 2, k: 'renamed', c: 'module.b', from: A },
    { e: '3', t: 3, k: 'feedback', c: 'module.b', helpful: false },
  ]
  const { learning } = fold(events)
  assert.equal([...learning.keys()], ['module.b' as CardId])
  assert.equal([learning.get('module.b' as CardId)!.steps, learning.get('module.b' as CardId)!.words], ['hu', [['x', 1]]])
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
spec('10,000 states are read back from their text, whole or card by card', () => {
  for (let seed = 1; seed <= 10_000; seed += 1) {
    const state = fold(randomEvents(seed))
    const { head, sections } = encodeState(state)
    const rows = openContainer(textReader(encodeContainer({ kind: 'x', format: 1, head }, sections)), 'x', 1)!
    const decoded = decodeHead(rows.header['head'])
    assert.ok(decoded !== undefined)
    assert.equal(plain({ ...decoded!, ...decodeRows(rows) }), plain(state))
    for (const id of ['module.a', 'module.b', 'task.存储', '__proto__', 'module', 'zzz'] as CardId[]) {
      assert.equal(findVerified(rows, id), state.verified.get(id), `${seed} ${id}`)
      assert.equal(findLearning(rows, id), state.learning.get(id), `${seed} ${id}`)
    }
    for (const [term, list] of taughtWords(state.learning)) assert.equal(findTaught(rows, term), list, `${seed} ${term}`)
  }
})
spec('text that is no state gives none', () => {
  for (const head of [null, 1, [], {}, { dirty: [], events: 1, sum: 1, last: [1] }]) assert.is(decodeHead(head), undefined)
})

const plain = ({ dirty, verified, learning, last, events, sum }: LedgerState): string =>
  JSON.stringify([
    [...dirty].sort(),
    [...verified].sort(),
    [...learning].map(([id, card]) => [id, { ...card, reads: [...card.reads].sort() }]).sort(),
    last,
    events,
    sum,
  ])

spec.run()
