import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { asPath, type Intent, readIntent } from '../../lib/query/intent.ts'
import { utcDay } from '../../lib/text/day.ts'

const read = (query: string): Intent => readIntent(query, DEFAULTS.schema.cardTypes, utcDay('2026-07-03') as number)
const phrases = (query: string): readonly string[] => read(query).phrases.map(({ text }) => text)

const spec = suite('query/intent')
spec('the whole query as a name: folded, without quotes around it and end punctuation', () => {
  for (const query of [
    'Token Budget',
    '"token budget"',
    ' token  budget? ',
    '「Token Budget」',
    'token budget.',
    '`TOKEN budget`！',
  ])
    assert.is(read(query).whole, 'token budget', query)
  assert.is(read('C++').whole, 'c++')
  assert.is(read('.NET').whole, '.net')
  assert.is(read('v0.8').whole, 'v0.8')
})
spec('phrases are runs of words, longest first, joined by what joins names', () => {
  assert.equal(phrases('why token-budget now'), [
    'token-budget now',
    'why token-budget',
    'token-budget',
    'budget now',
    'why token',
    'budget',
    'token',
    'now',
    'why',
  ])
  assert.ok(phrases('what is decision.use_x about').includes('decision.use_x'))
  assert.ok(phrases('does C++ matter').includes('c++'))
  assert.ok(phrases('use .NET here').includes('.net'))
})
spec('what stands in quotes or brackets is marked as meant', () => {
  for (const query of ['see `retry` now', 'see "retry" now', 'see [[retry]] now', '看 「retry」 吧', '看《retry》']) {
    assert.is(read(query).phrases.find(({ text }) => text === 'retry')?.marked, true, query)
  }
})
spec('every part of a Han run may be a name', () => {
  const found = phrases('虚拟机内存')
  for (const part of ['虚拟机', '内存', '虚拟', '机内']) assert.ok(found.includes(part), part)
  assert.not(found.includes('虚'))
})
spec('paths are found among words, with dots, backslashes, line numbers and quotes', () => {
  assert.ok(read('why does `./src/db.ts:12:3` fail').paths.includes('src/db.ts'))
  assert.equal(read('src\\core\\db.ts and README.md').paths.slice(0, 2), ['src/core/db.ts', 'README.md'])
  assert.ok(read('docs/my notes.md').paths.includes('docs/my notes.md'))
  assert.equal(read('no path here. Nothing').paths, [])
})
spec('one token as a path, or none', () => {
  for (const [text, path] of [
    ['./src/db.ts', 'src/db.ts'],
    ['src/db.ts#open', 'src/db.ts'],
    ['/abs/src/db.ts', '/abs/src/db.ts'],
    ['C:\\p\\db.ts:3', '/p/db.ts'],
    ['src//db.ts', 'src/db.ts'],
    ['https://example.org/a.md', undefined],
    ['../secret.md', undefined],
    ['word', undefined],
    ['v0.8', undefined],
    ['', undefined],
  ] as const) {
    assert.is(asPath(text), path, text)
  }
})
spec('any text gives an intent, in time that grows with its length alone', () => {
  for (const text of [
    '',
    ' ',
    '\ud800',
    '"'.repeat(5000),
    '['.repeat(5000),
    '虚'.repeat(5000),
    'a-'.repeat(5000),
    '/'.repeat(5000),
    '\u0000',
  ])
    read(text)
})
spec.run()
