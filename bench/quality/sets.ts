import { existsSync, readFileSync } from 'node:fs'
import { sections } from '../../lib/card/sections.ts'
import { summaryOf } from '../../lib/card/summary.ts'
import { buildPostings, memoryTextIndex, type TextDocument } from '../../lib/indexes/postings.ts'
import { cardId } from '../../lib/model/ids.ts'
import type { TextIndex } from '../../lib/model/text-index.ts'

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
