import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { contentForHash } from '../../lib/card/content.ts'
import { splitFrontmatter } from '../../lib/card/frontmatter.ts'
import type { FieldValue } from '../../lib/card/scalar.ts'
import { newCard, setFields } from '../../lib/card/serialize.ts'
import { PmemError } from '../../lib/model/error.ts'
import { parseFullYaml } from '../../lib/text/yaml.ts'
import type { YamlNode } from '../../lib/text/yaml-node.ts'
import { pick, sampleYaml, seeded } from '../text/yaml-samples.ts'
import { cardOf, readCard } from './read.ts'

const spec = suite('card/serialize')
const set = (text: string, ...changes: readonly (readonly [string, FieldValue | null])[]): string =>
  setFields(text, new Map(changes))

spec('fault 018: one field changes its line and nothing else', () => {
  const card =
    '---\n# who owns this: platform group\ntitle: \'Round: trip\'   # keep quotes\nid: module.round\ntype: module\n\nx_custom: {b: 2, a: 1}\nstatus: active\ntags: [ "b" , a ]\nupdated: 2026-05-20\n---\n\nBody  with  blanks.   \n\tTabbed.\n'
  assert.is(set(card, ['status', 'done']), card.replace('status: active', 'status: done'))
  assert.is(set(card, ['title', "It's"]), card.replace("'Round: trip'", "'It''s'"))
})
spec('fault 002: line ends, BOM and a missing final newline survive', () => {
  const card = '\ufeff---\r\nid: a.b\r\ntype: task\r\nstatus: active\r\n---\r\n\r\nLine\r\nlast'
  assert.is(
    set(card, ['status', 'done'], ['updated', '2026-05-20']),
    card.replace('status: active', 'status: done\r\nupdated: 2026-05-20'),
  )
})
spec('adds missing fields before the closing dashes, in order', () => {
  assert.is(set('---\nid: a\n\n# end\n---', ['x', '1'], ['y', ['a', 'b']]), '---\nid: a\n\n# end\nx: 1\ny: [a, b]\n---')
  assert.is(set('---\n---\nb', ['id', 'a']), '---\nid: a\n---\nb')
})
spec('removes a field with all its lines', () => {
  assert.is(
    set('---\nid: a\ndesc: >-\n  b\n  c\n\nlist:\n  - d\n# keep\n---\n', ['desc', null], ['list', null], ['none', null]),
    '---\nid: a\n\n# keep\n---\n',
  )
})
spec('keeps the comment of a line', () => {
  assert.is(
    set('---\na: "x # y" # note\nb: [c] # list\nd: # empty\n---\n', ['a', 'z'], ['b', ['e', 'f']], ['d', 'g']),
    '---\na: "z" # note\nb: [e, f] # list\nd: g # empty\n---\n',
  )
})
spec('finds the comment behind apostrophes and brackets', () => {
  assert.is(
    set('---\na: [it\'s, b] # c\nd: it\'s # e # f\ng: "h\\" # i" # j\n---\n', ['a', ['b']], ['d', 'x'], ['g', 'y']),
    '---\na: [b] # c\nd: x # e # f\ng: "y" # j\n---\n',
  )
})
spec('adds one line to a dash list', () => {
  const card = '---\nid: a\ntags:\n  - "b"   # first\n  # between\n  - c\n---\n'
  assert.is(set(card, ['tags', ['b', 'c', 'd: e']]), '---\nid: a\ntags:\n  - "b"   # first\n  - c\n  - "d: e"\n---\n')
  assert.is(set('---\r\ntags:\r\n- b\r\n---\r\n', ['tags', ['b', 'c']]), '---\r\ntags:\r\n- b\r\n- c\r\n---\r\n')
})
spec('fault 016: quotes only what would read back otherwise', () => {
  assert.is(set('---\ncommit: 83e7120\nid: a\n---\n', ['id', 'b']), '---\ncommit: 83e7120\nid: b\n---\n')
  const written = (text: string): string => set('---\nid: a\n---\n', ['x', text]).split('\n')[2] as string
  assert.equal(['007', 'true', '2026-05-20', 'a b', 'C++', 'x:y'].map(written), [
    'x: 007',
    'x: true',
    'x: 2026-05-20',
    'x: a b',
    'x: C++',
    'x: x:y',
  ])
  assert.equal(['', 'null', 'a: b', 'a #b', '- a', '[a', '"a', 'a\nb', ' a'].map(written), [
    'x: ""',
    'x: "null"',
    'x: "a: b"',
    'x: "a #b"',
    'x: "- a"',
    'x: "[a"',
    'x: "\\"a"',
    'x: "a\\nb"',
    'x: " a"',
  ])
})
spec('refuses what it cannot edit line by line', () => {
  for (const text of [
    'no frontmatter',
    '---\na: [\n---\n',
    '---\na: 1\na: 2\n---\n',
    '---\n{ id: a, type: b }\n---\n',
    '---\n- a\n---\n',
  ]) {
    assert.throws(
      () => set(text, ['id', 'x']),
      (error: unknown) => error instanceof PmemError && error.code === 'CARD_INVALID',
      text,
    )
  }
})
spec('edits beside a title that is only read by repair', () => {
  const card = '---\nid: a\ntitle: Plan: drop cookies\nstatus: active\n---\n'
  assert.is(set(card, ['status', 'done']), card.replace('active', 'done'))
  assert.is(set(card, ['title', 'Plan: keep']), card.replace('Plan: drop cookies', '"Plan: keep"'))
})
spec('renders a new card that reads back', () => {
  const text = newCard({
    id: 'decision.x',
    type: 'decision',
    title: 'Plan: "drop" [cookies]',
    fields: new Map<string, FieldValue | null>([
      ['tags', ['007', 'a, b', '深色']],
      ['freshness', new Map([['ttl', '14d']])],
      ['summary', null],
      ['updated', '2026-05-20'],
    ]),
    body: '\n# T\n\nBody.\n\n\n',
  })
  const card = cardOf(readCard(text))
  assert.equal(
    [card.id, card.title, card.tags, card.updated, card.freshness],
    ['decision.x', 'Plan: "drop" [cookies]', ['007', 'a, b', '深色'], '2026-05-20', { ttlDays: 14 }],
  )
  assert.ok(text.endsWith('---\n\n# T\n\nBody.\n'))
})

const bare = (node: YamlNode): unknown =>
  node.kind === 'scalar'
    ? node.text
    : node.kind === 'null'
      ? null
      : node.kind === 'list'
        ? node.items.map(bare)
        : new Map(node.pairs.map(({ key, value }) => [key, bare(value)]))
const fieldsIn = (text: string): Map<string, unknown> => {
  const value = bare(parseFullYaml(splitFrontmatter(contentForHash(text)).block ?? '').root)
  return value instanceof Map ? value : new Map()
}
const sorted = (fields: Map<string, unknown>): readonly unknown[] => [...fields].sort(([a], [b]) => (a < b ? -1 : 1))
const VALUES: readonly (FieldValue | null)[] = [
  'done',
  'a: b',
  '',
  'null',
  '# x',
  "it's",
  '"q"',
  ['a', 'b, c', '[d]'],
  [],
  ['007', 'null', ' x'],
  null,
  '😀\n',
  '- x',
  new Map([['ttl', '14d']]),
]

spec('values read back and the rest stays, on 2,000 seeded frontmatters', () => {
  let edited = 0
  for (let seed = 0; seed < 2_000; seed++) {
    const random = seeded(seed)
    const card = `---\n${sampleYaml(random)}\n---\nbody\n`.replaceAll('\n', pick(random, ['\n', '\r\n']))
    const changes = new Map([0, 1, 2].map(() => [`k${Math.floor(random() * 6)}`, pick(random, VALUES)] as const))
    let text: string
    try {
      text = setFields(card, changes)
    } catch (error) {
      assert.ok(error instanceof PmemError, card)
      continue
    }
    if (parseFullYaml(splitFrontmatter(contentForHash(card)).block ?? '').problems.length > 0) continue
    edited++
    const wanted = fieldsIn(card)
    for (const [key, value] of changes) value === null ? wanted.delete(key) : wanted.set(key, value)
    assert.equal(sorted(fieldsIn(text)), sorted(wanted), JSON.stringify([card, [...changes], text]))
    assert.is(splitFrontmatter(contentForHash(text)).body, splitFrontmatter(contentForHash(card)).body)
  }
  assert.ok(edited > 400, `only ${edited} were edited`)
})
spec.run()
