import { opening, plainText } from '../card/plain.ts'
import type { FieldValue } from '../card/scalar.ts'
import { newCard } from '../card/serialize.ts'
import type { FactInput } from '../model/fact.ts'
import { slug } from '../text/slug.ts'

const TITLE_LETTERS = 72

/** What a fact is called in lists: the opening of its text, on one line. */
export function factTitle(content: string): string {
  const plain = plainText(content)
  return opening(plain === '' ? content.trim().replace(/\s+/g, ' ') : plain, 1, TITLE_LETTERS).replace(/(?<!\.)[.\u3002]$/, '')
}

/**
 * What the id of a fact is made of: its title, and a part of the hash of its text where the title does not hold all of it. So two
 * clones that note different facts with one beginning do not make one file.
 */
export function factName(content: string, sha256: (text: string) => string): string {
  const title = factTitle(content)
  return slug(title, sha256) === slug(content, sha256) ? title : `${title} ${sha256(content).slice(0, HASH_LENGTH)}`
}
const HASH_LENGTH = 6

/** The text of the card of a new fact. `supersedes` are ids; `today` is an ISO date. */
export function factCard(id: string, fact: FactInput, supersedes: readonly string[], today: string): string {
  const list = (items: readonly string[]): FieldValue | null => (items.length === 0 ? null : items)
  return newCard({
    id,
    type: 'fact',
    title: fact.title ?? factTitle(fact.content),
    fields: new Map<string, FieldValue | null>([
      ['category', fact.category],
      ['tags', list(fact.tags)],
      ['entities', list(fact.entities)],
      ['summary', fact.summary],
      ['supersedes', list(supersedes)],
      ['origin', fact.origin ?? null],
      ['created', today],
      ['updated', today],
    ]),
    body: fact.content,
  })
}

/** What to say of a text that is over the limit and has no summary; undefined for all others. Lengths are code points. */
export function longWarning(content: string, summary: string | null, limit: number, id: string): string | undefined {
  const length = [...content.trim()].length
  if (length <= limit || (summary ?? '').trim() !== '') return undefined
  return `${id} has ${length} characters and no summary, over the limit of ${limit}: it is kept but ranked low; give it a summary (\`pmem update ${id} --set summary="..."\`), or split it into facts of one thought each`
}
