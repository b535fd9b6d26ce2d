import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { parseCard } from '../../lib/card/parse.ts'
import { sections } from '../../lib/card/sections.ts'
import { newCard } from '../../lib/card/serialize.ts'
import { summaryOf } from '../../lib/card/summary.ts'
import { buildIndexes } from '../../lib/indexes/build.ts'
import { memoryGraph } from '../../lib/indexes/graph.ts'
import { buildPostings, memoryTextIndex, type TextDocument } from '../../lib/indexes/postings.ts'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import type { Card } from '../../lib/model/card.ts'
import type { Sha256 } from '../../lib/model/ids.ts'
import { cardId, pathOf } from '../../lib/model/ids.ts'
import { NO_SIGNALS } from '../../lib/model/signals.ts'
import type { TextIndex } from '../../lib/model/text-index.ts'
import type { AskContext } from '../../lib/query/ask.ts'
import { tokenize as realTokenize } from '../../lib/text/tokenize.ts'

/** Judged retrieval sets that lie beside the checkout; a bench without them says so and goes on. */
export const SETS = [
  'agentmem',
  'agentmem-commits',
  'dendron',
  'cosqa',
  'cran',
  'locomo-session',
  'xquad-de',
  'cmrc-zh',
  'astro-zh-cn',
  'jaquad-ja',
  'astro-ko',
  'xquad-th',
] as const
const FOLDER = new URL('../../../shared/eval/', import.meta.url)

export type Judged = {
  readonly id: string
  readonly text: string
  readonly group?: string
  readonly grades: ReadonlyMap<string, number>
}
export type Document = { readonly id: string; readonly title: string; readonly text: string; readonly group?: string }
export type JudgedSet = { readonly name: string; readonly documents: readonly Document[]; readonly queries: readonly Judged[] }

export const hasSets = (): boolean => existsSync(FOLDER)

/** One set; with `sample` above 0 that many queries, spread evenly. */
export function readSet(name: string, sample = 0): JudgedSet | undefined {
  const folder = new URL(`${name}/`, FOLDER)
  if (!existsSync(folder)) return undefined
  const grades = new Map<string, Map<string, number>>()
  for (const line of lines(folder, 'qrels.tsv')) {
    const [query = '', document = '', grade = '0'] = line.split('\t')
    if (!grades.has(query)) grades.set(query, new Map())
    grades.get(query)?.set(document, Number(grade))
  }
  const all = lines(folder, 'queries.jsonl').map((line) => JSON.parse(line) as Omit<Judged, 'grades'>)
  const judged = all.flatMap((query) => (grades.has(query.id) ? [{ ...query, grades: grades.get(query.id)! }] : []))
  const step = sample > 0 && judged.length > sample ? judged.length / sample : 1
  const queries = Array.from({ length: Math.floor(judged.length / step) }, (_, place) => judged[Math.floor(place * step)]!)
  return { name, documents: lines(folder, 'docs.jsonl').map((line) => JSON.parse(line) as Document), queries }
}

const lines = (folder: URL, file: string): string[] =>
  readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

/** The set as the text index pmem would build of it: title and body; `withSummary` also indexes the derived summary. */
export function indexOf(
  documents: readonly Document[],
  tokenize: (text: string) => readonly string[],
  withSummary = false,
): TextIndex {
  return memoryTextIndex(
    buildPostings(
      documents.map((document) => toTexts(document, withSummary)),
      tokenize,
    ),
  )
}

function toTexts({ id, title, text }: Document, withSummary: boolean): TextDocument {
  const known = cardId(id)
  if (known === undefined) throw new Error(`not an id: ${id}`)
  return { id: known, fields: [title, '', '', withSummary ? summaryOf(null, sections(text, 1)).summary : '', text] }
}

export const typeOf = ({ group }: { readonly group?: string }): string => (group === undefined ? 'doc' : `group-${group}`)

const sha256 = (text: string): Sha256 => createHash('sha256').update(text).digest('hex') as Sha256

/**
 * The documents as a store of pmem: written as cards, parsed, indexed, with the names of their edges and all. A document is of
 * type `doc`, or of the type that its group is called, so that a question can be put within a group.
 */
export function storeOf(documents: readonly Document[]): AskContext {
  const schema = { ...DEFAULTS.schema, cardTypes: [...new Set(documents.map(typeOf))] }
  const cards = documents.map((document, place): Card => {
    const text = newCard({ id: document.id as Card['id'], type: typeOf(document), title: document.title, body: document.text })
    const { card } = parseCard({ file: pathOf('.pmem', 'docs', `${place}.md`), bytes: text, hash: sha256(text), schema, sha256 })
    if (card === null) throw new Error(`not a card: ${document.id}`)
    return card
  })
  const settings = { pmemVersion: 'bench', glob: [], inputs: '', tokenize: realTokenize, sha256 }
  const built = buildIndexes(cards, [], settings)
  // Excerpts change no rank, and cutting ten of them for each of nine thousand questions takes longer than all the rest.
  return {
    graph: memoryGraph(built.graph),
    text: memoryTextIndex(built.text),
    manifest: DEFAULTS,
    signals: NO_SIGNALS,
    now: Date.UTC(2026, 0, 1),
    textOf: () => undefined,
  }
}
