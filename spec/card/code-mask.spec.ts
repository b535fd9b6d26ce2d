import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { maskCode, withoutComments } from '../../lib/card/code-mask.ts'

const spec = suite('card/code-mask')
const prose = (text: string): string =>
  maskCode(text)
    .prose.replace(/[ \n]+/g, ' ')
    .trim()

spec('keeps length and lines', () => {
  const text = 'a `b` <!-- c\nd --> e\n```\nf\n```\n\n    g\n'
  const masked = maskCode(text)
  assert.is(masked.prose.length, text.length)
  assert.is(masked.prose.split('\n').length, text.split('\n').length)
})
spec('blanks fences of backticks and tildes, longer ones around shorter ones', () => {
  assert.is(prose('a\n```ts\nb\n```\nc\n~~~\nd\n```\n~~~\ne\n````md\n```\nf\n```\n````\ng'), 'a c e g')
})
spec('blanks fences in lists and quotes', () => assert.is(prose('- ```\n  a\n  ```\n> ~~~\n> b\n> ~~~\nc\n> ```\n> d\ne'), 'c e'))
spec('blanks a fence that never closes to the end', () => assert.is(prose('a\n```\nb\n\nc'), 'a'))
spec('takes backticks with a backtick behind them for inline code', () => assert.is(prose('``` a ``` b'), 'b'))
spec('blanks indented code, not what is indented in a list', () => {
  assert.is(prose('a\n\n    code\n\n    code\n\nb'), 'a b')
  assert.is(prose('- a\n\n      b\n\nc'), '- a b c')
  assert.is(prose('a\n    lazy'), 'a lazy')
})
spec('blanks inline code up to a run of the same length in the paragraph', () => {
  assert.is(prose('a `b` c ``d ` e`` f ` g'), 'a c f ` g')
  assert.is(prose('a ` b\n\nc ` d'), 'a ` b c ` d')
})
spec('blanks comments, also over lines, but not in code', () => {
  assert.is(prose('a <!-- b\n\nc --> d'), 'a d')
  assert.is(prose('`<!--` a `-->`'), 'a')
  assert.is(prose('a <!-- b'), 'a <!-- b')
  assert.is(prose('a\n<!-- b\n\nc'), 'a')
})
spec('takes comments out and leaves code', () => {
  assert.is(withoutComments('a <!-- b --> `<!-- c -->`\n```\n<!-- d -->\n```'), 'a            `<!-- c -->`\n```\n<!-- d -->\n```')
})
spec.run()
