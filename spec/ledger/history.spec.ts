import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { AnyEvent } from '../../lib/ledger/codec.ts'
import { fold } from '../../lib/ledger/fold.ts'
import { historyOf } from '../../lib/ledger/history.ts'
import { trustAfter } from '../../lib/ledger/trust.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { random } from '../random.ts'
import { randomEvents } from './events.ts'

const A = 'module.a' as CardId
const at = (t: number, k: string, more: object = {}): AnyEvent => ({ e: `${t}`, t, k, c: A, ...more })

const spec = suite('ledger/history')
spec('tells each event with its evidence and what it did, and none of other cards', () => {
  const events = [
    at(5, 'unlearn', { query: 'x' }),
    at(1, 'feedback', { helpful: true, query: 'x' }),
    at(2, 'reads', { count: 40, total: 40, by: 'm', last: 0 }),
    at(3, 'learn', { rules: ['demote', 'age'], reads: 40, helpful: 1, last: 0, day: '1970-03-05' }),
    at(4, 'learn', { rules: ['demote', 'age'], reads: 40, helpful: 1, last: 0, day: '1970-03-05' }),
    at(6, 'dirty', { reason: 'no matter' }),
    { ...at(7, 'feedback', { helpful: false }), c: 'module.b' },
  ]
  assert.equal(
    historyOf(A, events, 500).map(({ what, from, to }) => `${from} ${to} ${what}`),
    [
      '500 550 helpful for "x"',
      '550 550 found 40 times more, 40 in all',
      '550 470 learned: demote, age (1 helpful of 40 reads, last found 1970-01-01)',
      '470 470 learned: demote, age (1 helpful of 40 reads, last found 1970-01-01) (learned before)',
      '470 470 no longer answers to "x"',
    ],
  )
})
spec('a card keeps the history of the ids it had', () => {
  const renamed = { e: '3', t: 3, k: 'renamed', c: 'module.c', from: 'module.b' }
  const events = [at(1, 'feedback', { helpful: true }), { e: '2', t: 2, k: 'renamed', c: 'module.b', from: A }, renamed]
  assert.equal(
    historyOf('module.c' as CardId, events, 500).map(({ what, to }) => `${to} ${what}`),
    ['550 helpful', '550 renamed from module.a', '550 renamed from module.b'],
  )
})
spec('1,000 histories in any order end at the trust of the fold', () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const events = randomEvents(seed).filter(({ k }) => k !== 'renamed')
    const start = random(seed).below(1_001)
    const steps = historyOf(A, random(seed).shuffle(events), start)
    assert.is(steps.at(-1)?.to ?? start, trustAfter(fold(events).learning.get(A)?.steps ?? '', start), `history ${seed}`)
  }
})
spec.run()
