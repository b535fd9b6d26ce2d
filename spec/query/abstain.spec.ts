import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { judgeCoverage, noTextAnswer } from '../../lib/query/abstain.ts'
import { searchText } from '../../lib/query/text-score.ts'
import { random } from '../random.ts'
import { textsOf } from './texts.ts'

const { below } = random(3)
const noise = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [`n${i}`, Array.from({ length: 40 }, () => `noise${below(300)}`).join(' ')]),
)
const index = textsOf({
  ...noise,
  retry: 'The uploader retries with exponential backoff, five attempts at most.',
  cache: 'The preview cache evicts by age once it reaches its limit.',
  zh: '任务队列用租约防止重复执行，租约过期后任务重新排队。',
})
const answers = (query: string): boolean => judgeCoverage(searchText(query, index), index.documentCount).answers

const spec = suite('query/abstain')
spec('E10: nonsense, other subjects and assent get no answer, with a reason', () => {
  for (const query of [
    'asdkfj qwpoe zxmvb',
    'what is the weather in Hamburg tomorrow',
    'ok continue',
    '好的，继续',
    '今天天气怎么样',
    '...',
    'the of and',
  ]) {
    assert.not.ok(answers(query), query)
    const reason = noTextAnswer(searchText(query, index), index.documentCount)
    assert.ok(reason !== undefined && reason.message !== '' && ['not_covered', 'no_match'].includes(reason.code), query)
  }
})
spec('a question about something absent gets no answer, and what is missing is named', () => {
  const reason = noTextAnswer(searchText('kubernetes helm cache', index), index.documentCount)
  assert.is(reason?.code, 'not_covered')
  assert.equal(reason?.uncovered, ['kubernet', 'helm'])
})
spec('a paraphrase that shares telling words is answered', () => {
  for (const query of [
    'how many attempts does the uploader make',
    'when does the preview cache evict',
    '租约过期以后会怎样',
    'backoff',
  ])
    assert.ok(answers(query), query)
})
spec('fault 049: question words do not decide', () => assert.ok(answers('why is the uploader not backing off on retry?')))
spec('a bare operation is no question, though a card holds its words', () => {
  const store = textsOf({ a: 'Before a release we run the tests twice.', b: 'disk' })
  for (const query of ['run the tests', 'ok run the tests again please'])
    assert.is(noTextAnswer(searchText(query, store), 2)?.message, 'the query names no subject')
})
spec('coverage and surprise are finite and not negative', () => {
  for (const query of ['', 'cache', 'noise1 noise2 noise3', '租约']) {
    const { coverage, surprise } = judgeCoverage(searchText(query, index), index.documentCount)
    assert.ok(coverage >= 0 && coverage <= 1.000001 && Number.isFinite(surprise) && surprise >= 0, query)
  }
})
spec('an empty store answers nothing', () => assert.is(noTextAnswer(searchText('cache', textsOf({})), 0)?.code, 'no_match'))
spec.run()
