import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { countsOf, type Judged, judgeOwn, type Kind } from '../../bench/quality/own.ts'

// Asked once for all cases: 314 questions take a second.
let asked: readonly Judged[] | undefined
const judged = (): readonly Judged[] => {
  asked ??= judgeOwn()
  return asked
}
const of = (...kinds: Kind[]): readonly Judged[] => judged().filter(({ question }) => kinds.includes(question.kind))
const ids = (some: readonly Judged[]): readonly string[] => some.map(({ question }) => `${question.id} ${question.text}`)
const share = (part: number, whole: number): number => part / whole

const spec = suite('quality: the judged set about project memory')
spec('holds at least 120 questions of each language together and every kind', () => {
  const counts = countsOf(judged())
  assert.ok(judged().length >= 120)
  for (const kind of ['exact', 'fuzzy', 'path', 'list', 'temporal', 'superseded', 'offtopic', 'absent'] as const)
    assert.ok((counts.get(kind)?.asked ?? 0) >= 10, kind)
  assert.ok(judged().filter(({ question }) => question.lang === 'zh').length >= 40)
})
spec('puts the card of every exact question first', () => assert.equal(ids(of('exact').filter(({ right }) => !right)), []))
spec('puts the card of every path first', () => assert.equal(ids(of('path').filter(({ right }) => !right)), []))
spec('E2: has the relevant card in the top 3 of every fuzzy question, English and Chinese', () =>
  assert.equal(ids(of('fuzzy').filter(({ right }) => !right)), []),
)
spec('gives the complete set to every list question', () => assert.equal(ids(of('list').filter(({ right }) => !right)), []))
spec('answers questions about time by the dates', () => assert.equal(ids(of('temporal').filter(({ right }) => !right)), []))
spec('never puts a retired card before its head', () => {
  assert.equal(ids(judged().filter(({ forbidden }) => forbidden)), [])
  assert.equal(ids(of('superseded').filter(({ right }) => !right)), [])
})
spec('E10: answers at most 5 % of off-topic and 20 % of absent questions', () => {
  const answered = (kind: Kind): number => share(of(kind).filter(({ right }) => !right).length, of(kind).length)
  assert.ok(answered('offtopic') <= 0.05, `off-topic ${answered('offtopic')}`)
  assert.ok(answered('absent') <= 0.2, `absent ${answered('absent')}`)
})
spec('leaves at most 5 % of the questions that memory can answer without an answer', () => {
  const answerable = judged().filter(({ question }) => question.expect.length > 0)
  const silent = share(answerable.filter((entry) => entry.silent).length, answerable.length)
  assert.ok(silent <= 0.05, `${silent}`)
})
spec.run()
