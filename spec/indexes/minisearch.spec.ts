import MiniSearch from 'minisearch'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { miniSearchScores } from '../../lib/indexes/minisearch.ts'
import { buildPostings, memoryTextIndex } from '../../lib/indexes/postings.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { TEXT_FIELDS } from '../../lib/model/text-index.ts'
import { random } from '../random.ts'

const BOOSTS = [2, 1.7, 1.5, 1.4, 1]
const split = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** Documents of random words in all five fields; each word once a field, so that both measures of length agree. */
function deck(
  seed: number,
  count: number,
): { readonly id: CardId; readonly fields: readonly [string, string, string, string, string] }[] {
  const { below } = random(seed)
  const words = (most: number): string => [...new Set(Array.from({ length: 1 + below(most) }, () => `w${below(40)}`))].join(' ')
  return Array.from({ length: count }, (_, i) => ({
    id: `c${String(i).padStart(4, '0')}` as CardId,
    fields: [words(4), words(3), words(3), words(8), words(30)] as const,
  }))
}

const spec = suite('indexes/minisearch')
spec('a partial load of the wanted documents scores like MiniSearch with every document, to six digits', () => {
  for (const seed of [1, 2, 3]) {
    const documents = deck(seed, 150)
    const index = memoryTextIndex(buildPostings(documents, split))
    const full = new MiniSearch({ fields: [...TEXT_FIELDS], tokenize: split, processTerm: (term) => term })
    full.addAll(
      documents.map(({ id, fields }) => ({ id, ...Object.fromEntries(TEXT_FIELDS.map((name, field) => [name, fields[field]])) })),
    )
    const query = ['w1', 'w7', 'w12', 'w39', 'nowhere']
    const expected = new Map(
      full
        .search(query.join(' '), {
          boost: Object.fromEntries(TEXT_FIELDS.map((name, field) => [name, BOOSTS[field]!])),
          bm25: { k: 1.35, b: 0.8, d: 0 },
        })
        .map(({ id, score, queryTerms }) => [index.document(id as CardId), score / queryTerms.length]),
    )
    const wanted = [...expected.keys()].filter((document) => document % 3 === 0)
    const terms = query.map((term) => ({
      weight: 1,
      fields: (index.postings(term)?.fields ?? []).map((posting) => ({
        ...posting,
        documentFrequency: posting.documents.length,
      })),
    }))
    const scores = miniSearchScores(
      {
        documentCount: index.documentCount,
        averageLengths: TEXT_FIELDS.map((_, field) => index.lengthSum(field) / index.documentCount),
        lengthOf: (field, document) => index.lengths(field)[document]!,
        terms,
      },
      wanted,
      { k: 1.35, b: 0.8, boosts: BOOSTS },
    )
    assert.is(scores.size, wanted.length)
    for (const document of wanted) assert.is(scores.get(document)!.toFixed(6), expected.get(document)!.toFixed(6))
  }
})
spec.run()
