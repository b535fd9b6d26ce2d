import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { titleOfPath } from '../../lib/card/document.ts'
import type { Card } from '../../lib/model/card.ts'
import { cardOf, codes, readDocument } from './read.ts'

const spec = suite('card/document: Markdown that others wrote')
const read = (text: string, file?: string, type?: string): Card => cardOf(readDocument(text, file, type))
const links = ({ links }: Card): readonly string[] =>
  links.map(({ type, target, inverse }) => `${type} ${inverse ? '<' : '>'} ${target}`)

spec('derives id and type, and keeps an id of its own as alias', () => {
  const card = read('---\nid: 67f35b15-a617\ntitle: Graph View\n---\n', 'vault/dendron.graph-view.md')
  assert.equal(
    [card.id, card.type, card.title, card.aliases, card.external],
    ['doc.vault--dendron.graph-view', 'doc', 'Graph View', ['67f35b15-a617'], true],
  )
})
spec('takes title or name, else the first H1, else HTML, else the path', () => {
  assert.is(read('---\nname: N\n---\n# H').title, 'N')
  assert.is(read('text\n\n# H').title, 'H')
  assert.is(read('<div>\n<h1 align="center">Page</h1>\n</div>').title, 'Page')
  assert.is(read('text', 'docs/adr/0005-use_dashes.md').title, '0005 use dashes')
  assert.is(read('# <!-- short title -->\n', 'docs/adr-template.md').title, 'adr template')
  assert.is(titleOfPath('docs/guide/README.md'), 'guide')
})
spec('MADR: status with its successor, date, who decided', () => {
  const card = read(
    '---\nstatus: superseded by [ADR-0005](0005-example.md)\ndate: 2024-01-02\ndecision-makers: [Ana, Li Wei]\n---\n# Use X\n\n## Context and Problem Statement\n\nWhat now?\n',
    'docs/decisions/0003-use-x.md',
    'decision',
  )
  assert.equal(
    [card.status, card.updated, card.entities, card.aliases],
    ['superseded', '2024-01-02', ['Ana', 'Li Wei'], ['ADR-0003', 'ADR-3']],
  )
  assert.equal(links(card), ['supersedes < docs/decisions/0005-example.md'])
  assert.is(card.summary, 'What now?')
})
spec('MADR: a successor by number', () => {
  assert.equal(links(read('---\nstatus: superseded by ADR-0012\n---\n', 'docs/adr/0001-a.md', 'decision')), [
    'supersedes < ADR-0012',
  ])
})
spec('MADR: words with the same meaning are mapped, others stay', () => {
  const status = (word: string) => read(`---\nstatus: ${word}\n---\n`).status
  assert.equal(['proposed', 'Rejected', 'approved', 'obsolete', 'on hold', '"{proposed | rejected}"'].map(status), [
    'proposed',
    'rejected',
    'accepted',
    'deprecated',
    'on hold',
    null,
  ])
})
spec('Nygard: a date line and a status section', () => {
  const card = read(
    '# 9. Use Y\n\nDate: 2020-03-04\n\n## Status\n\nSuperseded by [12. Use Z](0012-use-z.md)\n\nAmends [3. X](0003-x.md)\n\n## Context\n\nWe need it.\n',
    'doc/adr/0009-use-y.md',
    'decision',
  )
  assert.equal([card.title, card.status, card.updated, card.summary], ['9. Use Y', 'superseded', '2020-03-04', 'We need it.'])
  assert.equal(links(card), ['supersedes < doc/adr/0012-use-z.md'])
})
spec('Nygard: accepted, and what it replaces', () => {
  const card = read(
    '# A\n\n* Status: accepted\n* Date: 2019-01-01\n\n## Status\n\nAccepted\n\nSupercedes [1. Old](0001-old.md)\n',
    'doc/adr/0002-a.md',
    'decision',
  )
  assert.equal([card.status, card.updated, links(card)], ['accepted', '2019-01-01', ['supersedes > doc/adr/0001-old.md']])
})
spec('a template of a record states nothing', () => {
  const card = read(
    '---\nstatus: "{proposed | accepted | … | superseded by ADR-0123}"\ndate: {YYYY-MM-DD}\ndecision-makers: {list}\n---\n# {short title}\n',
  )
  assert.equal([card.status, card.updated, card.links, card.entities], [null, null, [], []])
})
spec('Dendron: description and dates in milliseconds', () => {
  const card = read(
    "---\nid: x\ntitle: Search\ndesc: >-\n  Full text\n  search\nupdated: 1661805692912\ncreated: '1605970055259'\ntags: area.a\n---\n",
  )
  assert.equal(
    [card.authoredSummary, card.updated, card.created, card.tags],
    ['Full text search', '2022-08-29T20:41:32.912Z', '2020-11-21T14:47:35.259Z', ['area.a']],
  )
})
spec('Dendron: an empty description is none', () =>
  assert.is(read("---\nid: x\ndesc: ''\n---\nBody here.").summary, 'Body here.'),
)
spec('Obsidian: tags as text or list, hash marks, nested, alias', () => {
  assert.equal(read('---\ntags: "#a, b/c"\nalias: One\ncssclass: wide\n---\n').tags, ['a', 'b/c'])
  assert.equal(read('---\ntags: one two/three\n---\n').tags, ['one', 'two/three'])
  assert.equal(read('---\ntags: "a #b"\naliases: [One, "Two, three"]\n---\n').aliases, ['One', 'Two, three'])
  assert.equal(read('---\nTags:\n  - "#x"\n---\n').tags, ['x'])
})
spec('Claude memory: name, description, metadata', () => {
  const card = read(
    '---\nname: feedback-testing\ndescription: How to test\ntype: feedback\nmetadata:\n  node: 1\n---\nUse uvu.\n',
    '.claude/memory/t.md',
  )
  assert.equal([card.title, card.summary, card.type], ['feedback-testing', 'How to test', 'doc'])
})
spec('VuePress: tag, category, keywords in nested lists', () => {
  const card = read(
    '---\ntitle: 锁\ncategory: Java\ntag:\n  - Java并发\nhead:\n  - - meta\n    - name: keywords\n      content: 乐观锁,悲观锁，CAS\n---\n',
    'docs/java/锁.md',
  )
  assert.equal([card.tags, card.category, card.entities], [['Java并发'], 'Java', ['乐观锁', '悲观锁', 'CAS']])
})
spec('a broken frontmatter is a warning with its line, the body is read all the same', () => {
  const parsed = readDocument('---\ntitle: x\ntags: [a\n---\n# Body title\n\nText.\n')
  assert.equal(codes(parsed), ['warning card-bad-yaml 3'])
  assert.equal([cardOf(parsed).title, cardOf(parsed).bodyLine, cardOf(parsed).summary], ['Body title', 5, 'Text.'])
})
spec('repeated keys, markers of a merge and open blocks are warnings too', () => {
  assert.equal(codes(readDocument('---\na: 1\na: 2\n---\n')), ['warning card-duplicate-key 3'])
  assert.equal(codes(readDocument('---\n<<<<<<< a\ntitle: x\n=======\n>>>>>>> b\n---\nx')), ['warning card-unresolved-merge 2'])
  assert.equal(codes(readDocument('---\ntitle: x\n\ntext')), ['warning card-bad-frontmatter 1'])
})
spec('bytes that are no UTF-8 are left out with a warning', () => {
  const parsed = readDocument(new Uint8Array([0x23, 0x20, 0xff]))
  assert.equal([parsed.card, codes(parsed)], [null, ['warning card-not-utf8 1']])
})
spec('fields that mean something else elsewhere are no findings', () => {
  assert.equal(
    readDocument(
      '---\ndate: March 2020\npriority: 0.8\nstatus: published\ntrust: high\nguards: x\nsource_files: 5\nid: [a]\n---\n',
    ).findings,
    [],
  )
})
spec.run()
