import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { splitFrontmatter } from '../../lib/card/frontmatter.ts'

const spec = suite('card/frontmatter: splitFrontmatter')
const split = (text: string): readonly unknown[] => {
  const { block, body, bodyLine, problem } = splitFrontmatter(text)
  return [block, body, bodyLine, problem]
}

spec('splits at the first closing dashes', () => assert.equal(split('---\nid: a\n---\nb\n---\n'), ['id: a', 'b\n---\n', 4, null]))
spec('accepts dots as the end', () => assert.equal(split('---\nid: a\n...\nb'), ['id: a', 'b', 4, null]))
spec('accepts blanks after either dashes', () => assert.equal(split('--- \nid: a\n---  \t\nb'), ['id: a', 'b', 4, null]))
spec('accepts an empty block, with and without a line', () => {
  assert.equal(split('---\n---\nb'), ['', 'b', 3, null])
  assert.equal(split('---\n\n---\nb'), ['', 'b', 4, null])
})
spec('accepts a file that ends with the dashes', () => assert.equal(split('---\nid: a\n---'), ['id: a', '', 4, null]))
spec('keeps blank lines and comments of the block, so that lines count right', () => {
  assert.equal(split('---\n\n# c\nid: a\n\n---\nb'), ['\n# c\nid: a\n', 'b', 7, null])
})
spec('looks only at the first line', () => {
  assert.equal(split('x\n---\nid: a\n---\n'), [null, 'x\n---\nid: a\n---\n', 1, null])
  assert.equal(split(' ---\nid: a\n---\n'), [null, ' ---\nid: a\n---\n', 1, null])
  assert.equal(split('----\nid: a\n----\n')[0], null)
})
spec('names a language behind the dashes and fields that never close', () => {
  assert.is(splitFrontmatter('---js\n{}\n---\n').problem, 'language')
  assert.is(splitFrontmatter('---\nid: a\n').problem, 'unclosed')
  assert.is(splitFrontmatter('---\n\nJust a rule.\n').problem, null)
})
spec('runs nothing and throws nothing on a block that is no YAML', () => {
  assert.equal(split('---\na: [\n!!js/function "x"\n---\nb')[1], 'b')
})
spec.run()
