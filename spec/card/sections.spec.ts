import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { firstParagraph, sectionNamed, sections } from '../../lib/card/sections.ts'

const spec = suite('card/sections')
const headings = (body: string): readonly string[] =>
  sections(body, 1).map(({ level, heading, line }) => `${line} ${level} ${heading}`)

spec('lists headings with level and line', () => {
  assert.equal(headings('intro\n\n# A\ntext\n## B ##\n### C {#c}\n'), ['1 0 ', '3 1 A', '5 2 B', '6 3 C'])
})
spec('counts lines from where the body starts', () => {
  const [section] = sections('\n# A\n\ntext', 10)
  assert.equal([section?.line, section?.textLine, section?.text], [11, 12, '\ntext'])
})
spec('takes no heading out of code or comments', () =>
  assert.equal(headings('```\n# a\n```\n<!--\n# b\n-->\n# c'), ['1 0 ', '7 1 c']),
)
spec('reads underlined headings', () =>
  assert.equal(headings('Title\n=====\n\nPart\n---\n\ntext\n\n---\n'), ['1 1 Title', '4 2 Part']),
)
spec('takes a rule after a list or a table for a rule', () =>
  assert.equal(headings('# a\n\n- x\n---\n\n| a | b |\n---\n'), ['1 1 a']),
)
spec('gives headings as plain text', () => assert.equal(headings('# [A](b.md) `c` **d** <b>e</b>'), ['1 1 A c d e']))
spec('finds a section by name, case and numbers aside', () => {
  const all = sections('# t\n## 1. Summary:\nx\n## 摘要\ny', 1)
  assert.is(sectionNamed(all, ['summary'])?.text, 'x')
  assert.is(sectionNamed(all, ['摘要'])?.text, 'y')
  assert.is(sectionNamed(all, ['t']), undefined)
})
spec('gives the first paragraph of prose', () => {
  const page =
    '<p align="center"><img src="x"></p>\n\n[![b](c)](d) [![e](f)](g)\n\n![i](j)\n\n| a | b |\n|---|---|\n\n- [one](1.md)\n- [two](2.md)\n\n[[toc]]\n\n::: tip\n\nThe **real**\ntext, see [docs](d.md).\n\nMore.'
  assert.is(firstParagraph(page), 'The real text, see docs.')
})
spec('falls back to a list, a quote or a line that leads to a list', () => {
  assert.is(firstParagraph('- does this\n- and that'), 'does this')
  assert.is(firstParagraph('> said so'), 'said so')
  assert.is(firstParagraph('Contents:\n\n- [a](b.md)'), 'Contents:')
  assert.is(firstParagraph('Contents:\n\nReal text.'), 'Real text.')
  assert.is(firstParagraph('# only\n\n<!-- a prompt -->\n'), '')
})
spec('reads long runs of blanks, marks and brackets once', () => {
  const blanks = '\u00a0'.repeat(100_000)
  for (const text of [
    `${blanks}x`,
    `# a${' '.repeat(100_000)}b`,
    `- ${blanks}[x`,
    '- '.repeat(100_000),
    '[a]('.repeat(50_000),
    `# ${'{#a'.repeat(50_000)}`,
  ]) {
    for (const section of sections(text, 1)) firstParagraph(section.text)
  }
})
spec.run()
