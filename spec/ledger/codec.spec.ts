import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { decodeLedger, encodeEvent, eventOps, isCloneId, ledgerPath } from '../../lib/ledger/codec.ts'
import type { VerifiedEvent } from '../../lib/model/event.ts'
import type { CardId, Sha256 } from '../../lib/model/ids.ts'

const T = Date.UTC(2026, 6, 3, 23, 59, 59, 999)
const EVENT: VerifiedEvent = {
  e: 'e1',
  t: T,
  k: 'verified',
  c: 'module.a' as CardId,
  sources: [
    ['__proto__', 'aa' as Sha256],
    ['src/gone.ts', null],
  ],
}

const spec = suite('ledger/codec')
spec('events are appended to the file of their clone and UTC day, in one write a file', () => {
  const later = { ...EVENT, e: 'e2' }
  assert.equal(
    eventOps([EVENT, later, { ...EVENT, t: T + 1 }], (time) => ledgerPath(time, 'abcd')),
    [
      {
        op: 'append',
        path: '.pmem/ledger/2026-07/2026-07-03-abcd.jsonl',
        line: `${encodeEvent(EVENT)}\n${encodeEvent(later)}`,
      },
      { op: 'append', path: '.pmem/ledger/2026-07/2026-07-04-abcd.jsonl', line: encodeEvent({ ...EVENT, t: T + 1 }) },
    ],
  )
  assert.is(ledgerPath(T, 'abcd', 3), '.pmem/ledger/2026-07/2026-07-03-abcd-3.jsonl')
})
spec('what is written is what is read, odd names of sources included', () =>
  assert.equal(decodeLedger(`${encodeEvent(EVENT)}\n`), { events: [EVENT], broken: [] }),
)
spec('kinds and fields that nobody knows yet are kept', () => {
  const line = '{"e":"x","t":1,"k":"applause","c":"module.a","loud":[1]}'
  assert.equal(decodeLedger(line).events, [JSON.parse(line)])
})
spec('torn lines, conflict markers and lines that are no event are left out and counted by number', () => {
  const good = encodeEvent(EVENT)
  const lines = [
    good,
    '<<<<<<< HEAD',
    '',
    '{"e":"x"',
    '[]',
    '{"e":"","t":1,"k":"dirty","c":"module.a"}',
    '{"e":"y","t":-1,"k":"dirty","c":"module.a"}',
    '{"e":"y","t":1,"k":"dirty","c":"../x"}',
    good,
  ]
  const { events, broken } = decodeLedger(lines.join('\n'), 10)
  assert.equal([events.length, broken], [2, [11, 13, 14, 15, 16, 17]])
})
spec('a clone id can stand in a file name', () => {
  assert.equal(['abcd', '0123456789ab', '', 'abc', '../x', 'ABCD', 'a'.repeat(33)].map(isCloneId), [
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
spec.run()
