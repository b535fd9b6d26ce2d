import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { contentForHash } from '../../lib/card/content.ts'
import { splitFrontmatter } from '../../lib/card/frontmatter.ts'
import { cardOf, codes, moduleCard, readCard, readDocument, sha256 } from './read.ts'

const spec = suite('card: faults known from other tools')
const head = (lines: string, body = ''): string => `---\nid: module.auth\ntype: module\n${lines}\n---\n${body}`

spec('fault 001: a byte-order mark before the dashes hides no field and reaches no value', () => {
  const card = cardOf(readCard(`\ufeff${head('aliases: [signin]', '# auth\n')}`))
  assert.equal([card.id, card.aliases, card.title, card.body], ['module.auth', ['signin'], 'auth', '# auth\n'])
})
spec('fault 002: CRLF and mixed line ends leave no carriage return in a value', () => {
  const card = cardOf(readCard(head('title: A\nstatus: active\ntags:\n  - auth', 'one\ntwo').replaceAll('\n', '\r\n')))
  assert.not.ok(JSON.stringify(card).includes('\\r'))
  assert.equal([card.tags, card.body], [['auth'], 'one\ntwo'])
  assert.is(cardOf(readCard('---\nid: module.m\ntype: module\nstatus: active\r\n---\n')).status, 'active')
})
spec('fault 003: a date stays the date that was written', () =>
  assert.is(moduleCard('updated: 2026-05-20').updated, '2026-05-20'),
)
spec('fault 005: a repeated key leaves the card out and names the line', () => {
  const parsed = readCard(head('tags: [a]\nstatus: active\ntags: [b]'))
  assert.is(parsed.card, null)
  assert.equal(codes(parsed), ['error card-duplicate-key 6'])
  assert.ok(parsed.findings[0]?.message.includes('"tags"'))
})
spec('fault 006: a title with a colon is read as it stands, with a warning', () => {
  const parsed = readCard('---\nid: task.drop_cookies\ntype: task\ntitle: Plan: drop cookies (step: 3)\nstatus: active\n---\nx')
  assert.equal(
    [cardOf(parsed).id, cardOf(parsed).title, cardOf(parsed).status],
    ['task.drop_cookies', 'Plan: drop cookies (step: 3)', 'active'],
  )
  assert.equal(codes(parsed), ['warning card-repaired 4'])
})
spec('fault 006: the same for a title that opens with a mark', () => {
  for (const title of ['[WIP] Drop cookies', '@scope/pkg', '`code` first', '* a star', 'it\'s: "both"']) {
    assert.is(moduleCard(`title: ${title}`).title, title)
  }
})
spec('fault 006: no repair where more is wrong', () => {
  assert.equal(
    codes(readCard(head('title: Plan: drop\ntags: [a'))).map((code) => code.split(' ', 2).join(' ')),
    ['error card-bad-yaml'],
  )
})
spec('fault 007: a broken card is located', () => {
  assert.equal(codes(readCard('---\nid: module.bad\ntitle: "unclosed\ntags: [a\n---\nx\n'))[0], 'error card-bad-yaml 4')
})
spec('fault 009: horizontal rules are no frontmatter, and no text is cut', () => {
  const rule = '---\n\nSome zeppelin sentence before a second rule.\n\n---\n\nMore text.\n'
  const open = '---\n\nOnly an opening rule, dirigible.\n'
  for (const text of [rule, open]) {
    assert.equal(codes(readCard(text)), ['error card-no-id 1'])
    assert.is(cardOf(readDocument(text)).body, text)
    assert.equal(readDocument(text).findings, [])
  }
})
spec('fault 011: blanks after the dashes are accepted', () => {
  assert.equal(cardOf(readCard('--- \nid: module.trail\ntype: module\naliases:\n  - trailalias\n---  \nBody.')).aliases, [
    'trailalias',
  ])
})
spec('fault 013: an empty block has no id, a missing final newline is fine', () => {
  for (const text of ['---\n---\n', '---\n---\nbody only\n', '']) assert.equal(codes(readCard(text)), ['error card-no-id 1'])
  assert.is(cardOf(readCard('---\nid: module.e3\ntype: module\n---')).body, '')
})
spec('fault 014: numbers, booleans and versions keep their text, an empty item is dropped with a warning', () => {
  const parsed = readCard(head('title: 404\ntags: [2026, 1.10, 007, true, null, ok]\naliases: 808'))
  const card = cardOf(parsed)
  assert.equal([card.title, card.tags, card.aliases], ['404', ['2026', '1.10', '007', 'true', 'ok'], ['808']])
  assert.equal(codes(parsed), ['warning card-empty-item 5'])
})
spec('fault 016: short hashes are no numbers', () => {
  assert.equal(moduleCard('commit: 83e7120\ntags: [0004516, 83e7120]').tags, ['0004516', '83e7120'])
  assert.is(cardOf(readCard('---\nid: 83e7120\ntype: module\n---\n')).id, '83e7120')
})
spec('fault 019: an unquoted wikilink is a link, two of them with a comma are reported', () => {
  const targets = (value: string) => moduleCard(`related: ${value}`).links.map(({ target }) => target)
  assert.equal(targets('[[module.auth]]'), ['module.auth'])
  assert.equal(targets('\n  - "[[module.auth]]"'), ['module.auth'])
  assert.equal(targets('[[[module.a]], [[module.b]]]'), ['module.a', 'module.b'])
  assert.equal(codes(readCard(head('related: [[module.auth]], [[module.db]]'))), ['error card-bad-yaml 4'])
})
spec('fault 021: conflict markers in the fields are an unresolved merge', () => {
  const parsed = readCard(head('title: M\n<<<<<<< HEAD\nstatus: active\n=======\nstatus: superseded\n>>>>>>> feature/x', 'Body.'))
  assert.is(parsed.card, null)
  assert.equal(codes(parsed), ['error card-unresolved-merge 5'])
  assert.ok(parsed.findings[0]?.message.includes('unresolved merge'))
})
spec('fault 021: in the body all three markers outside code are', () => {
  const markers = '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n'
  assert.equal(codes(readCard(head('title: T', `text\n${markers}`))), ['error card-unresolved-merge 7'])
  assert.equal(codes(readCard(head('title: T', `\`\`\`\n${markers}\`\`\`\n`))), [])
  assert.equal(codes(readCard(head('title: T', 'Heading\n=======\n'))), [])
  assert.equal(codes(readCard(`<<<<<<< HEAD\n${head('title: T')}=======\n${head('title: U')}>>>>>>> x\n`)), [
    'error card-unresolved-merge 1',
  ])
})
spec('fault 023: keys of every object are plain data', () => {
  const card = moduleCard('__proto__:\n  polluted: yes\nconstructor: x\ntoString: y')
  assert.is(card.id, 'module.x')
  assert.is(({} as { polluted?: unknown }).polluted, undefined)
})
spec('fault 025: a block that never closes and a line of blanks are read once', () => {
  const unclosed = `---\n${'a: b\n'.repeat(300_000)}`
  assert.equal(codes(readCard(unclosed)), ['error card-bad-frontmatter 1'])
  assert.is(splitFrontmatter(`---\nid: a\n${' '.repeat(200_000)}\n---\nx`).body, 'x')
  assert.equal(codes(readCard(' '.repeat(200_000))), ['error card-no-id 1'])
})
spec('fault 026: every card that is left out has its own reason', () => {
  const reasons = [
    '---\ntype: module\n---\nx',
    '---\nid: a.b\ntype: wizard\n---\nx',
    '---\nid: [\n---\nx',
    '',
    'x',
    '---\nid: a.b\n---\n',
  ].map((text) => readCard(text))
  assert.ok(reasons.every(({ card }) => card === null))
  assert.equal(
    reasons.map((parsed) => codes(parsed)[0]),
    [
      'error card-no-id 2',
      'error card-unknown-type 3',
      'error card-bad-yaml 2',
      'error card-no-id 1',
      'error card-no-id 1',
      'error card-no-type 2',
    ],
  )
  assert.is(cardOf(readCard(head('title: T'), '.pmem/modules/other.markdown')).title, 'T')
})
spec('fault 028, fault 035: an id keeps its case, dots and underscores', () => {
  for (const id of ['module.Auth', 'Run-7.Kx_Q2', '模块.登录'])
    assert.is(cardOf(readCard(`---\nid: ${id}\ntype: module\n---\n`)).id, id)
})
spec('fault 032: ids that every object has are ids like any other', () => {
  for (const id of ['constructor', '__proto__', 'toString']) {
    const card = cardOf(readCard(`---\nid: ${id}\ntype: module\ndepends_on: [${id}2, __proto__]\n---\n`))
    assert.equal([card.id, card.links.map(({ target }) => target)], [id, [`${id}2`, '__proto__']])
  }
})
spec('fault 039: a link to a card that may not exist is kept for verify', () => {
  assert.equal(
    moduleCard('depends_on: [module.ghost]').links.map(({ target, line }) => [target, line]),
    [['module.ghost', 4]],
  )
})
spec('fault 043: labels, headings and blanks are no part of a target', () => {
  const card = moduleCard('', '[[module.auth|Login, v2]] [[module.auth#Tokens]] [[module.auth ]]')
  assert.equal([...new Set(card.mentions.map(({ target }) => target))], ['module.auth'])
})
spec('fault 044: one value is one link, an empty field none', () => {
  assert.equal(
    moduleCard('depends_on: module.auth\nrelated:').links.map(({ target }) => target),
    ['module.auth'],
  )
})
spec('fault 075: line ends and a byte-order mark do not change the hash', () => {
  const text = head('title: T', 'x\n')
  assert.is(sha256(contentForHash(`\ufeff${text.replaceAll('\n', '\r\n')}`)), sha256(contentForHash(text)))
})
spec('fault 153: a language after the dashes and a tag of code are reported, nothing runs', () => {
  assert.equal(codes(readCard('---js\n{ id: (globalThis.pwned = 1, "module.j") }\n---\n')), ['error card-bad-frontmatter 1'])
  assert.equal(codes(readCard('---json\n{"id": "a.b"}\n---\n')), ['error card-bad-frontmatter 1'])
  assert.equal(codes(readCard(head('title: !!js/function "function(){}"'))), ['error card-bad-yaml 4'])
  assert.not.ok('pwned' in globalThis)
})
spec.run()
