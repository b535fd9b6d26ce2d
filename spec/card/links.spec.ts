import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Card } from '../../lib/model/card.ts'
import { cardOf, codes, moduleCard, readCard, readDocument } from './read.ts'

const spec = suite('card/links')
const links = ({ links }: Pick<Card, 'links'>): readonly string[] =>
  links.map(({ type, target, inverse, line }) => `${line} ${type} ${inverse ? '<' : '>'} ${target}`)

spec('reads one id or a list', () => {
  assert.equal(links(moduleCard('depends_on: module.a\nblocks: [task.b, task.c]\nrelated:\n  - module.d')), [
    '7 related_to > module.d',
    '4 depends_on > module.a',
    '5 blocks > task.b',
    '5 blocks > task.c',
  ])
})
spec('reads related_to as related, superseded_by backwards, module as belongs_to and evidence as has_evidence', () => {
  assert.equal(
    links(moduleCard('related_to: a.b\nsuperseded_by: c.d\nmodule: module.e\nevidence: [trace.f, "commit 83e7120", docs/g.md]')),
    [
      '4 related_to > a.b',
      '5 supersedes < c.d',
      '6 belongs_to > module.e',
      '7 has_evidence > trace.f',
      '7 has_evidence > docs/g.md',
    ],
  )
})
spec('takes wikilinks, labels, headings and Markdown links apart', () => {
  const card = moduleCard(
    'related:\n  - "[[module.a|A, b]]"\n  - "[[module.c#Part]] and [[module.d]]"\n  - "[e](../decisions/e.md#x)"\n  - ./f.md',
  )
  assert.equal(
    card.links.map(({ target }) => target),
    ['module.a', 'module.c', 'module.d', '.pmem/decisions/e.md', '.pmem/modules/f.md'],
  )
})
spec('splits ids at commas, and nothing else', () => {
  assert.equal(
    moduleCard('depends_on: module.a, module.b').links.map(({ target }) => target),
    ['module.a', 'module.b'],
  )
  assert.equal(
    moduleCard('depends_on: Login, v2').links.map(({ target }) => target),
    ['Login, v2'],
  )
})
spec('reads maps that name one id', () => {
  const card = moduleCard('depends_on:\n  - id: module.a\n    why: x\n  - module.b: because')
  assert.equal(
    card.links.map(({ target }) => target),
    ['module.a', 'module.b'],
  )
})
spec('takes no web address for a card', () => assert.equal(moduleCard('references: ["https://x.y/z", module.a]').links.length, 1))
spec('drops empty items with a warning and repeats without one', () => {
  const parsed = readCard('---\nid: module.x\ntype: module\nrelated: [module.a, null, module.a, ""]\nblocks:\n---\n')
  assert.equal(links(cardOf(parsed)), ['4 related_to > module.a'])
  assert.equal(codes(parsed), ['warning card-empty-item 4', 'warning card-empty-item 4'])
})
spec('takes only what has the shape of a card from documents of others', () => {
  assert.equal(links(cardOf(readDocument('---\nmodule: spring-core\nrelated: ["[[Note]]", decision.a, free text]\n---\n'))), [
    '3 related_to > Note',
    '3 related_to > decision.a',
  ])
})
spec.run()
