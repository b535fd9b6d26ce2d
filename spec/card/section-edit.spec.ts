import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { appendToSection, findSection, replaceBody, replaceSection } from '../../lib/card/section-edit.ts'
import { random } from '../random.ts'

const HEAD = '---\nid: task.a\ntype: task\n---\n'
const BODY = '# A\n\nLead.\n\n## Goal\n\nOld.\n\n### Detail\n\nKept.\n\n## Evidence\n\n- x\n'

const replace = suite('card/section-edit: replaceSection')
replace('changes what stands below the heading and nothing else', () => {
  assert.is(replaceSection(HEAD + BODY, ['Goal'], 'New.\n\nTwo.'), (HEAD + BODY).replace('Old.', 'New.\n\nTwo.'))
})
replace('finds a heading in any letter case, and by its other names', () => {
  assert.is(replaceSection('## goal\n\na\n', ['GOAL'], 'b'), '## goal\n\nb\n')
  assert.is(replaceSection('## 下一步\n\na\n', ['Next Step', '下一步'], 'b'), '## 下一步\n\nb\n')
})
replace('adds a section that is missing at the end, under its first name', () => {
  assert.is(replaceSection('# A\n', ['Goal', '目标'], 'x'), '# A\n\n## Goal\n\nx\n')
  assert.is(replaceSection('# A', ['Goal'], 'x'), '# A\n\n## Goal\n\nx\n')
})
replace('empties a section, and leaves one alone that says the same', () => {
  assert.is(replaceSection('## A\n\nx\n\n## B\n\ny\n', ['A'], ''), '## A\n\n## B\n\ny\n')
  assert.is(replaceSection(BODY, ['Goal'], '\n\nOld.\n\n'), BODY)
  assert.is(replaceSection(BODY, ['Nowhere'], ' '), BODY)
})
replace('a heading in code or a comment is none', () => {
  const text = '```\n## Goal\n```\n\n<!--\n## Goal\n-->\n'
  assert.is(replaceSection(text, ['Goal'], 'x'), `${text}\n## Goal\n\nx\n`)
})
replace('keeps BOM, CRLF and a missing final newline', () => {
  const text = '\ufeff---\r\nid: a\r\n---\r\n## A\r\n\r\nx\r\n\r\n## B\r\n\r\ny'
  assert.is(replaceSection(text, ['A'], 'one\ntwo'), text.replace('\r\nx\r\n', '\r\none\r\ntwo\r\n'))
  assert.is(replaceSection(text, ['B'], 'z'), text.replace(/y$/, 'z'))
})
replace.run()

const append = suite('card/section-edit: appendToSection')
append('adds below a list, and below prose after a blank line', () => {
  assert.is(appendToSection('## A\n\n- x\n\n## B\n', ['A'], ['- y']), '## A\n\n- x\n- y\n\n## B\n')
  assert.is(appendToSection('## A\nProse.\n', ['A'], ['- y', '- z']), '## A\nProse.\n\n- y\n- z\n')
  assert.is(appendToSection('## A\n## B\n', ['A'], ['- y']), '## A\n\n- y\n\n## B\n')
  assert.is(appendToSection('## A', ['A'], ['- y']), '## A\n\n- y\n')
})
append('adds a line once', () => {
  const once = appendToSection(BODY, ['Evidence'], ['- y'])
  assert.is(appendToSection(once, ['Evidence'], ['- y', '- x']), once)
})
append('property: every byte outside the section stays, whatever the line ends, blanks and tabs', () => {
  const chance = random(7)
  for (let round = 0; round < 300; round += 1) {
    const eol = chance.pick(['\n', '\r\n'])
    const line = (): string =>
      chance.pick(['', 'Text.  ', '\tTab', '- item', '### Deep', '<!-- c -->', '> q', '    code', '中文。'])
    const part = (): string => Array.from({ length: chance.below(5) }, () => line() + eol).join('')
    const before = `${chance.pick(['', '\ufeff'])}---${eol}id: x${eol}odd:   'kept'  # why${eol}---${eol}${part()}`
    const after = `## Other${eol}${part()}${chance.pick(['', 'end'])}`
    const text = `${before}## Mine${eol}${part()}${after}`
    const added = appendToSection(text, ['Mine'], ['- new fact'])
    assert.ok(added.startsWith(before) && added.endsWith(after), JSON.stringify(text))
    assert.is(added.replace(`- new fact${eol}`, '').replace(/[\r\n]+/g, ''), text.replace(/[\r\n]+/g, ''), JSON.stringify(text))
    const replaced = replaceSection(text, ['Mine'], 'fresh')
    assert.ok(replaced.startsWith(before) && replaced.endsWith(after), JSON.stringify(text))
    assert.is(findSection(replaced, ['Mine'])?.text.trim(), 'fresh')
  }
})
append.run()

const body = suite('card/section-edit: replaceBody')
body('replaces all text below the frontmatter; every byte before it stays, line ends too', () => {
  const head = '\ufeff---\r\nid: fact.a # kept\r\ntype: fact\r\n---\r\n'
  assert.is(replaceBody(`${head}\r\nOld\r\ntext\r\n`, '\nNew\n\ntext\n\n'), `${head}\r\nNew\r\n\r\ntext\r\n`)
  assert.is(replaceBody('---\nid: fact.a\n---\nOld', 'New'), '---\nid: fact.a\n---\n\nNew\n')
})
body.run()
