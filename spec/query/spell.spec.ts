import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { queryTerms } from '../../lib/query/query-terms.ts'
import { correctTerms } from '../../lib/query/spell.ts'
import { textsOf } from './texts.ts'

const corrected = (query: string, text: string): string[] =>
  correctTerms(queryTerms(query), textsOf({ a: text })).corrected.map(({ from, to }) => `${from} ${to}`)

const spec = suite('query/spell')
spec('reads an unknown word as the nearest known one', () => {
  assert.equal(corrected('exiftol', 'calls exiftool'), ['exiftol exiftool'])
  assert.equal(corrected('thubmnail', 'the thumbnail'), ['thubmnail thumbnail'])
  assert.equal(corrected('thmbnaill', 'the thumbnail'), ['thmbnaill thumbnail'])
  assert.equal(corrected('exftol', 'calls exiftool'), [])
})
spec('leaves a word that some card holds', () => assert.equal(corrected('exiftol', 'exiftol and exiftool'), []))
spec('fault 059: leaves short words, codes and words with digits', () => {
  for (const query of ['ask', 'taks', 'Q7319', 'sha257', 'KT-6'])
    assert.equal(corrected(query, 'task mask Q7315 sha256 KT-5'), [])
})
spec('needs the first two letters', () => assert.equal(corrected('wxiftool', 'exiftool'), []))
spec('prefers the word of more cards, then code-unit order', () => {
  const index = textsOf({ a: 'porter', b: 'porter', c: 'portes' })
  assert.equal(correctTerms(queryTerms('porteg'), index).corrected, [{ from: 'porteg', to: 'porter' }])
})
spec('does not add a word that the query has already', () => {
  const { terms } = correctTerms(queryTerms('exiftool exiftol'), textsOf({ a: 'exiftool' }))
  assert.equal(
    terms.map(({ term }) => term),
    ['exiftool'],
  )
})
spec.run()
