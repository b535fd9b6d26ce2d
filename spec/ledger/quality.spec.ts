import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type CardFaults, qualityOf } from '../../lib/ledger/quality.ts'

const SOUND: CardFaults = {
  isRecord: false,
  hasSummary: true,
  tooLongBy: 0,
  isJoined: true,
  danglingLinks: 0,
  isDated: true,
  isVerified: true,
  staleReasons: [],
  lowRate: false,
  aging: false,
  trust: 500,
}
const WORST: CardFaults = {
  isRecord: false,
  hasSummary: false,
  tooLongBy: 9,
  isJoined: false,
  danglingLinks: 5,
  isDated: false,
  isVerified: false,
  staleReasons: ['a', 'b', 'c', 'd'],
  lowRate: true,
  aging: true,
  trust: 0,
}

const spec = suite('ledger/quality')
spec('a sound card has 100, and each fault costs points that are told', () => {
  assert.equal(qualityOf(SOUND), { score: 100, deductions: [] })
  for (const [field, value] of Object.entries(WORST)) {
    if (field === 'isRecord') continue
    const { score, deductions } = qualityOf({ ...SOUND, [field]: value })
    assert.is(deductions.length, 1, field)
    assert.ok(deductions[0]!.reason !== '' && score === 100 - deductions[0]!.points && score < 100, field)
  }
})
spec('the worst card has 0, not less', () => assert.is(qualityOf(WORST).score, 0))
spec('a trace or a document need not be summed up, joined, dated or verified', () =>
  assert.is(
    qualityOf({ ...SOUND, isRecord: true, hasSummary: false, isJoined: false, isDated: false, isVerified: false }).score,
    100,
  ),
)
spec.run()
