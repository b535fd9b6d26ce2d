import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Excerpt } from '../../lib/model/hit.ts'
import { findTerms } from '../../lib/query/bm25.ts'
import { bestPassage } from '../../lib/query/passage.ts'
import { queryTerms } from '../../lib/query/query-terms.ts'
import { textsOf } from './texts.ts'

const passage = (query: string, body: string, bodyLine = 10): Excerpt | undefined =>
  bestPassage(body, bodyLine, findTerms(queryTerms(query), textsOf({ a: body, b: 'other words' })))
const BODY =
  '# Store\n\nKeeps files.\n\n## Cache\n\nA small cache.\n\n- evicts by age\n- the cache grows to **512 MB**, then evicts\n\n## Lock\n\nOne writer.\n'

const spec = suite('query/passage')
spec('fault 072: gives the passage that matched, with its heading and line', () => {
  assert.equal(passage('how large does the cache grow before it evicts', BODY), {
    text: 'the cache grows to 512 MB, then evicts',
    heading: 'Cache',
    line: 19,
  })
})
spec('gives the text before the first heading without one', () => {
  assert.equal(passage('zeppelin', 'A zeppelin.\n\n# Head\n\nmore'), { text: 'A zeppelin.', heading: null, line: 10 })
})
spec('falls back to a heading when nothing below it matches', () => {
  assert.equal(passage('lock', '## Lock\n\nOne writer.'), { text: 'Lock', heading: 'Lock', line: 10 })
})
spec('gives nothing where no line matches', () => assert.is(passage('kubernetes', BODY), undefined))
spec('cuts a long passage around the match, at whole characters', () => {
  const long = `${'filler words here and there 😀 '.repeat(40)}the zeppelin lands. ${'more words after it 😀 '.repeat(40)}`
  const { text } = passage('zeppelin', long)!
  assert.ok(text.includes('zeppelin'))
  assert.ok(Array.from(text).length <= 245)
  assert.ok(text.isWellFormed())
})
spec('finds Chinese', () => assert.is(passage('租约过期', '## 队列\n\n第一段。\n\n租约过期后任务会重新排队。')?.line, 14))
spec.run()
