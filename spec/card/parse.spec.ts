import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pick, seeded } from '../text/yaml-samples.ts'
import { cardOf, codes, moduleCard, readCard, readDocument } from './read.ts'

const spec = suite('card/parse: parseCard')

spec('reads a whole card', () => {
  const parsed = readCard(
    '---\nid: decision.tokens\ntype: decision\ntitle: Rotate tokens\nstatus: Accepted\npriority: P1\ntags: [auth, "#login"]\naliases: [rotation]\nentities: [Redis]\nsummary: We rotate.\nsource_files: [./src/a.ts, "src\\\\b.ts#open"]\ncreated: 2026-05-01\nupdated: 2026-05-20T10:00:00+02:00\nlast_verified: 2026-05-21\nconfidence: 0.8\ntrust: 1\ncategory: security\n---\n\n# Heading\n\nBody.\n',
  )
  assert.equal(parsed.findings, [])
  const card = cardOf(parsed)
  assert.equal(
    [card.id, card.type, card.title, card.status, card.priority, card.tags, card.aliases, card.entities],
    ['decision.tokens', 'decision', 'Rotate tokens', 'accepted', 'high', ['auth', 'login'], ['rotation'], ['Redis']],
  )
  assert.equal([card.summary, card.authoredSummary, card.category], ['We rotate.', 'We rotate.', 'security'])
  assert.equal(card.sourceFiles, ['src/a.ts', 'src/b.ts#open'])
  assert.equal([card.created, card.updated, card.lastVerified], ['2026-05-01', '2026-05-20T10:00:00+02:00', '2026-05-21'])
  assert.equal([card.confidence, card.trust, card.secret, card.external, card.distilled], [0.8, 1, false, false, null])
  assert.equal([card.bodyLine, card.body], [19, '\n# Heading\n\nBody.\n'])
})
spec('takes the title, else the first H1, else the id', () => {
  assert.is(moduleCard('title: T', '# H').title, 'T')
  assert.is(moduleCard('title:', 'x\n\n# H\n').title, 'H')
  assert.is(moduleCard('', '## H2').title, 'module.x')
})
spec('takes the authored summary, else One-liner, Summary or Purpose, else the first paragraph', () => {
  const body = '# T\n\nFirst.\n\n## Purpose\n\nWhy.\n\n## One-liner\n\nIt is. Short. Cut.\n'
  assert.is(moduleCard('summary: Mine', body).summary, 'Mine')
  assert.is(moduleCard('summary: "  "', body).summary, 'It is. Short.')
  assert.is(moduleCard('summary: "  "', body).authoredSummary, null)
  assert.is(moduleCard('', '# T\n\nFirst.\n').summary, 'First.')
  assert.is(moduleCard('', '# T\n').summary, '')
})
spec('maps P0 and P1 to high, P2 to medium, P3 to low', () => {
  assert.equal(
    ['P0', 'p1', 'P2', 'P3', 'HIGH'].map((word) => moduleCard(`priority: ${word}`).priority),
    ['high', 'high', 'medium', 'low', 'high'],
  )
  assert.equal(codes(readCard('---\nid: a.b\ntype: task\npriority: soon\n---\n')), ['warning card-bad-value 4'])
})
spec('keeps a status of the author, with a warning', () => {
  assert.is(moduleCard('status: Parked').status, 'parked')
  assert.equal(codes(readCard('---\nid: a.b\ntype: task\nstatus: Parked\n---\n')), ['warning card-unknown-status 4'])
})
spec('reads milliseconds since 1970 as UTC and warns about what is no date', () => {
  assert.is(moduleCard('updated: 1650000000000').updated, '2022-04-15T05:20:00.000Z')
  assert.is(moduleCard('updated: 1650000000').updated, '2022-04-15T05:20:00.000Z')
  assert.is(moduleCard('updated: 2026-7-3').updated, '2026-07-03')
  assert.is(moduleCard('updated: 2026-02-30').updated, null)
  assert.equal(codes(readCard('---\nid: a.b\ntype: task\nupdated: yesterday\ncreated: [2026-01-01]\n---\n')), [
    'warning card-bad-date 4',
    'warning card-bad-value 5',
  ])
})
spec('warns about numbers outside 0 to 1', () => {
  assert.equal(codes(readCard('---\nid: a.b\ntype: task\ntrust: 1.5\nconfidence: high\n---\n')), [
    'warning card-bad-value 4',
    'warning card-bad-value 5',
  ])
})
spec('keeps a card back for any sensitivity but an open one', () => {
  assert.is(moduleCard('sensitivity: secret').secret, true)
  assert.is(moduleCard('sensitivity: secert').secret, true)
  assert.is(moduleCard('sensitivity: internal').secret, false)
})
spec('normalises source files and reports those that leave the project', () => {
  const parsed = readCard(
    '---\nid: a.b\ntype: task\nsource_files: [src/../lib/a.ts, ../out.ts, /etc/passwd, "C:\\\\x", src/**/*.ts]\n---\n',
  )
  assert.equal(cardOf(parsed).sourceFiles, ['lib/a.ts', 'src/**/*.ts'])
  assert.equal(codes(parsed), ['warning card-bad-source 4', 'warning card-bad-source 4', 'warning card-bad-source 4'])
})
spec('reads guards', () => {
  assert.equal(
    moduleCard('title: No ORM\nguards:\n  - dependency: typeorm\n    message: rejected\n  - path: src/orm/**').guards,
    [
      { dependency: 'typeorm', message: 'rejected' },
      { path: 'src/orm/**', message: 'No ORM' },
    ],
  )
  assert.equal(codes(readCard('---\nid: a.b\ntype: task\nguards: [x, { message: y }]\n---\n')), [
    'warning card-bad-value 4',
    'warning card-bad-value 4',
  ])
})
spec('leaves out a guard whose pattern cannot be matched in linear time, and says why', () => {
  const parsed = readCard('---\nid: a.b\ntype: task\nguards:\n  - added: "(a)\\\\1"\n  - { added: eval }\n---\n')
  assert.equal(codes(parsed), ['warning card-bad-value 5'])
  assert.match(parsed.findings[0]?.message as string, 'backreferences are not known')
  assert.equal(cardOf(parsed).guards, [{ added: 'eval', message: cardOf(parsed).title }])
})
spec('reads distilled of traces only', () => {
  assert.is(cardOf(readCard('---\nid: trace.a\ntype: trace\n---\n')).distilled, false)
  assert.is(cardOf(readCard('---\nid: trace.a\ntype: trace\ndistilled: true\ndistilled_into: [module.b]\n---\n')).distilled, true)
  assert.is(moduleCard('distilled: true').distilled, null)
})
spec('splits one text of tags at commas', () => assert.equal(moduleCard('tags: auth, two words').tags, ['auth', 'two words']))
spec('leaves out a card of an unknown type, and says which types there are', () => {
  const parsed = readCard('---\nid: a.b\ntype: wizard\n---\n')
  assert.is(parsed.card, null)
  assert.equal(codes(parsed), ['error card-unknown-type 3'])
  assert.ok(parsed.findings[0]?.message.includes('module, feature, task'))
})
spec('leaves out a card whose id is a path trick or no text', () => {
  for (const id of ['../../evil', '"a\\u0000b"', 'a/../b', '"/etc/x"', `${'a'.repeat(201)}`]) {
    assert.equal(codes(readCard(`---\nid: ${id}\ntype: task\n---\n`)), ['error card-bad-id 2'], id)
  }
  assert.equal(codes(readCard('---\nid: [a]\ntype: task\n---\n')), ['warning card-bad-value 2', 'error card-no-id 2'])
})
spec('leaves out bytes that are no UTF-8, with the place', () => {
  const parsed = readCard(new Uint8Array([...new TextEncoder().encode('---\nid: a.b\ntype: task\n---\nx'), 0xff]))
  assert.is(parsed.card, null)
  assert.equal(codes(parsed), ['error card-not-utf8 5'])
})
spec('puts file, line, column, reason and fix into a finding', () => {
  const [finding] = readCard('---\nid: a.b\ntags: [a\n---\n', '.pmem/tasks/t.md').findings
  assert.equal(
    [finding?.file, finding?.line, typeof finding?.column, typeof finding?.fix],
    ['.pmem/tasks/t.md', 3, 'number', 'string'],
  )
})
spec('keeps the body with LF and knows its line', () => {
  const card = cardOf(readCard('\ufeff---\r\nid: a.b\r\ntype: task\r\n---\r\nx\r\ny'))
  assert.equal([card.body, card.bodyLine], ['x\ny', 5])
})
spec('never throws, on 1,500 seeded heaps of marks', () => {
  const pieces = [
    '---',
    '\n',
    '\n',
    '\n',
    ' ',
    '- ',
    'id: a',
    'type: module',
    'b: ',
    '[',
    ']',
    '{',
    '"',
    "'",
    '#',
    '&x',
    '*x',
    '!t',
    '|',
    '?',
    '```',
    '<!--',
    '[[',
    ']]',
    '](',
    '<<<<<<<',
    '=======',
    '>>>>>>>',
    '\r',
    '\t',
    '\ufeff',
    '😀',
    '\ud800',
    '\0',
  ]
  for (let seed = 0; seed < 1_500; seed++) {
    const random = seeded(seed)
    const text = `${random() < 0.5 ? '---\n' : ''}${Array.from({ length: 30 }, () => pick(random, pieces)).join('')}`
    for (const parsed of [readCard(text), readDocument(text)]) {
      assert.ok(parsed.card !== null || parsed.findings.length > 0, JSON.stringify(text))
    }
  }
})
spec.run()
