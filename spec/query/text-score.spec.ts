import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { miniSearchScores } from '../../lib/indexes/minisearch.ts'
import { findTerms, scoreAll, shapeOf } from '../../lib/query/bm25.ts'
import { queryTerms } from '../../lib/query/query-terms.ts'
import { scoreText, searchText } from '../../lib/query/text-score.ts'
import { BM25, MINISEARCH_DEPTH } from '../../lib/query/weights.ts'
import { round6 } from '../../lib/text/round.ts'
import { random } from '../random.ts'
import { type Texts, textsOf } from './texts.ts'

const ids = (query: string, cards: Readonly<Record<string, string | Texts>>): string[] =>
  searchText(query, textsOf(cards)).hits.map(({ id }) => id as string)
const norms = (query: string, cards: Readonly<Record<string, string | Texts>>): number[] =>
  searchText(query, textsOf(cards)).hits.map(({ norm }) => norm)

const spec = suite('query/text-score')
spec('gives nothing for no terms and for an empty store', () => {
  assert.equal(scoreText(textsOf({ a: 'cache' }), []), [])
  assert.equal(scoreText(textsOf({}), queryTerms('cache')), [])
})
spec('ranks the card that holds more of the query first, with norms in [0, 1] that fall', () => {
  const cards = { a: 'retry backoff upload queue', b: 'retry backoff window', c: 'retry policy', d: 'something else entirely' }
  assert.equal(ids('retry backoff upload', cards), ['a', 'b', 'c'])
  const [first = 0, second = 0, third = 0] = norms('retry backoff upload', cards)
  assert.ok(1 >= first && first > second && second > third && third > 0)
})
spec('the norm is absolute: a poor best hit stays poor', () => {
  const cards = { a: 'the cache of the importer', b: 'disk' }
  assert.ok(norms('kubernetes ingress helm cache', cards)[0]! < 0.35)
  assert.ok(norms('importer cache', cards)[0]! > 0.5)
})
spec('names the matched terms and the share of the query they cover', () => {
  const [hit] = searchText('cache kubernetes', textsOf({ a: 'cache', b: 'disk' })).hits
  assert.equal(hit?.terms, ['cach'])
  assert.ok(hit!.coverage > 0 && hit!.coverage < 0.5)
})
spec(
  'selects the documents that MiniSearch scores with the very scores that it gives them, so that its depth moves nothing',
  () => {
    const { below } = random(11)
    const words = (most: number): string => Array.from({ length: 1 + below(most) }, () => `w${below(30)}`).join(' ')
    const index = textsOf(
      Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`c${i}`, { title: words(3), tags: words(2), body: words(40) }])),
    )
    const found = findTerms(queryTerms('w1 w7 w12 w29'), index)
    const shape = shapeOf(index)
    const scores = scoreAll(found, index, shape)
    assert.ok(scores.touched.length > MINISEARCH_DEPTH)
    const given = miniSearchScores(
      {
        documentCount: index.documentCount,
        averageLengths: shape.averages,
        lengthOf: (field, document) => index.lengths(field)[document]!,
        terms: found,
      },
      scores.touched,
      { k: BM25.k, b: BM25.b, boosts: shape.boosts },
    )
    for (const document of scores.touched) assert.is(round6(scores.sum[document]!), round6(given.get(document)!))
  },
)
spec('does not depend on the order of the cards', () => {
  const cards = Array.from({ length: 30 }, (_, i) => [`c${i}`, `cache ${'disk '.repeat(i % 4)} w${i % 7}`] as const)
  const straight = searchText('cache disk w3', textsOf(Object.fromEntries(cards))).hits
  assert.equal(searchText('cache disk w3', textsOf(Object.fromEntries(random(7).shuffle(cards)))).hits, straight)
})
spec('fault 045: finds a word in the middle of a text without blanks', () => {
  const cards = {
    zh: '支付网关采用HMAC签名，不存银行卡号。',
    ja: '来週までに請求書の書式を直す。ログは残す。',
    ko: '배포파이프라인을 두 단계로 나눈다',
    th: 'ระบบยืนยันตัวตนใช้โทเค็น',
  }
  for (const [query, id] of [
    ['签名', 'zh'],
    ['银行卡', 'zh'],
    ['HMAC', 'zh'],
    ['書式', 'ja'],
    ['請求書', 'ja'],
    ['파이프라인', 'ko'],
    ['배포', 'ko'],
    ['โทเค็น', 'th'],
  ]) {
    assert.is(ids(query!, cards)[0], id, query)
  }
})
spec('fault 051: the exact code is first, with a margin', () => {
  const cards = { a: { title: 'KT-50' }, b: { title: 'KT-5' }, c: { title: 'B-5' }, d: { title: 'ZLX-22' } }
  for (const [query, id] of [
    ['KT-5', 'b'],
    ['KT-50', 'a'],
    ['B-5', 'c'],
    ['ZLX-22', 'd'],
  ]) {
    assert.is(ids(query!, cards)[0], id)
    const [first = 0, second = 0] = norms(query!, cards)
    assert.ok(first > 1.2 * second)
  }
})
spec('fault 052: a version is found by its full form and its beginning', () => {
  const cards = { a: 'released 9.4.2.0', b: 'since v2.30.1', c: 'in 2.3.1' }
  for (const [query, id] of [
    ['9.4.2.0', 'a'],
    ['2.30.1', 'b'],
    ['v2.30', 'b'],
  ])
    assert.is(ids(query!, cards)[0], id)
})
spec('fault 055: the exact identifier stands above cards with its parts', () => {
  assert.is(
    ids('loadCartByOwner', {
      a: 'A cart owned by nobody; load it by hand. The owner of the cart.',
      b: 'Calls `loadCartByOwner` first.',
    })[0],
    'b',
  )
})
spec('fault 058: a possessive finds only its word', () => {
  for (const query of ["server's", 'server’s'])
    assert.equal(ids(query, { a: 'the server restarts', b: "Bob's laptop", c: "the user's name" }), ['a'])
})
spec('fault 059: no prefix or fuzzy match for short words and codes', () => {
  const cards = {
    a: 'The ask command.',
    b: 'A task runner and multitask mask.',
    z1: 'Code Q7315 applies.',
    z2: 'Code Q7319 applies.',
  }
  assert.equal(ids('ask', cards), ['a'])
  assert.equal(ids('Q7315', cards), ['z1'])
})
spec('fault 061: names of built-in properties score like any word', () => {
  const cards = { w: 'constructor toString hasOwnProperty valueOf __proto__', x: 'nothing of the kind' }
  for (const query of ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__']) {
    assert.equal(ids(query, cards), ['w'], query)
    assert.ok(norms(query, cards).every(Number.isFinite))
  }
})
spec('fault 062: stop words and marks find nothing', () => {
  for (const query of ['', '   ', '!!!', 'the of and']) assert.equal(ids(query, { a: 'the cache of and' }), [])
})
spec('fault 063: a long card that mentions everything loses to the short one about it', () => {
  const words = Array.from({ length: 200 }, (_, i) => `w${i}term`)
  const cards = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`s${i}`, `How ${words[i * 9]} works here.`]))
  const long = Array.from({ length: 40 }, () => words.join(' ')).join('\n')
  for (let i = 0; i < 20; i++) assert.is(ids(words[i * 9]!, { ...cards, long })[0], `s${i}`)
})
spec('fault 065: the card tagged precisely is first, and no score is negative in a tiny store', () => {
  const cards = {
    a: { tags: Array.from({ length: 60 }, (_, i) => `t${i}`).join('\n') },
    b: { tags: 't1\nt2' },
    c: { tags: 't1' },
    d: { body: 'other' },
  }
  assert.is(ids('t1 t2', cards)[0], 'b')
  assert.ok(norms('t1', cards).every((norm) => norm > 0))
})
spec('fault 069: equal texts stand in the order of their ids', () => {
  assert.equal(ids('gnu', { 'module.b': 'gnu', 'module.a': 'gnu' }), ['module.a', 'module.b'])
})
spec('a word counts in part for its inflections and compounds', () => {
  const [exact, inflected, other] = ids('Verteidigung', {
    b: 'Die Verteidigungslinie hielt.',
    a: 'Die Verteidigung hielt.',
    c: 'Der Vertrag hielt.',
  })
  assert.equal([exact, inflected, other], ['a', 'b', undefined])
})
spec('accepts a subset without changing the scores', () => {
  const index = textsOf({ a: 'cache disk', b: 'cache', c: 'disk' })
  const all = scoreText(index, queryTerms('cache disk'))
  assert.equal(scoreText(index, queryTerms('cache disk'), { accept: (document) => index.id(document) !== 'a' }), all.slice(1))
})
spec.run()
