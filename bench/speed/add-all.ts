/**
 * How long MiniSearch alone takes over the terms of as many cards, made before: the measure of a rebuild. Prints milliseconds.
 * Run as a process of its own by scale.ts, so that it starts as cold as `pmem rebuild`.
 */
import MiniSearch from 'minisearch'
import { tokenize } from '../../lib/text/tokenize.ts'
import { cardsOf, fieldsOf } from './store.ts'

const documents = [...cardsOf(Number(process.argv[2]))].map(({ text }, id) => {
  const { title, tags, body } = fieldsOf(text)
  return { id, title: terms(title), tags: terms(tags), body: terms(body) }
})
const search = new MiniSearch({
  fields: ['title', 'tags', 'body'],
  tokenize: (text) => (text === '' ? [] : text.split(' ')),
  processTerm: (term) => term,
})
const start = process.hrtime.bigint()
search.addAll(documents)
console.log(Number(process.hrtime.bigint() - start) / 1e6)

function terms(text: string): string {
  return tokenize(text).join(' ')
}
