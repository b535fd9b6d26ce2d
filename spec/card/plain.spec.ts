import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { opening, plainText, safeCut } from '../../lib/card/plain.ts'

const spec = suite('card/plain')

spec('gives links as their labels and no images or HTML', () => {
  assert.is(
    plainText('See [the docs](a_(b).md "t"), ![x](y.png) [ref][1] and <b>bold</b> <https://a.b>.'),
    'See the docs, ref and bold https://a.b.',
  )
})
spec('gives wikilinks as a reader sees them', () => {
  assert.is(
    plainText('[[module.auth]] [[module.auth|Login]] [[Login|dendron.topic.x]] [[folder/Note#Part]]'),
    'module.auth Login Login Note',
  )
})
spec('takes marks off and leaves names with underscores and stars alone', () => {
  assert.is(
    plainText('**a** _b_ `c` ~~d~~ snake_case_name 2 * 3 * 4 \\*e\\* &lt;f&gt;'),
    'a b c d snake_case_name 2 * 3 * 4 *e* <f>',
  )
})
spec('opens with two sentences', () => {
  assert.is(opening('One. Two! Three?'), 'One. Two!')
  assert.is(opening('第一句。第二句！第三句。'), '第一句。第二句！')
  assert.is(opening('Use e.g. v1.2 of it. Then stop. No more.'), 'Use e.g. v1.2 of it. Then stop.')
})
spec('cuts a long text after a word', () => {
  const cut = opening('word '.repeat(100), 2, 40)
  assert.ok(cut.length <= 40 && cut.endsWith('word...'), cut)
})
spec('never cuts inside a character as a reader sees it', () => {
  const characters = ['😀', '👨‍👩‍👧', 'é', '🇩🇪', '👍🏽', '深']
  for (const character of characters) {
    const text = character.repeat(40)
    for (let limit = 1; limit < text.length; limit++)
      assert.is(safeCut(text, limit) % character.length, 0, `${character} ${limit}`)
  }
})
spec.run()
