import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { TextIndex } from '../model/text-index.ts'
import { foldName } from '../text/fold.ts'
import { byText } from '../text/order.ts'
import { HAN, HANGUL, KANA, UNSPACED } from '../text/scripts.ts'
import { termsOf } from '../text/tokenize.ts'

/** A card that names a thing, and where. */
export type AboutHit = { readonly node: GraphNode; readonly namedIn: 'entities' | 'text' }

/** The text of a card that is looked into: all that the author wrote. '' for one that cannot be read. */
export type TextOf = (node: GraphNode) => string

/**
 * The cards about a thing: those whose author lists it among `entities`, and those whose text has its name as whole words, letter
 * by letter once case, width and accents are folded (`%` and `_` are what they are). By where they name it, then by id.
 */
export function cardsAbout(name: string, graph: GraphIndex, index: TextIndex, textOf: TextOf): readonly AboutHit[] {
  const wanted = foldName(name)
  if (wanted === '') return []
  const listed = new Set(graph.names(wanted).flatMap((hit) => (hit.kind === 'entity' ? [hit.id] : [])))
  const hits: AboutHit[] = [...listed].map((id) => ({ node: graph.node(id)!, namedIn: 'entities' as const }))
  for (const node of candidates(name, graph, index)) {
    if (!listed.has(node.id) && node.secret !== true && holdsName(allText(node, textOf), wanted))
      hits.push({ node, namedIn: 'text' })
  }
  return hits.sort((a, b) => byText(a.namedIn, b.namedIn) || byText(a.node.id, b.node.id))
}

const allText = (node: GraphNode, textOf: TextOf): string =>
  [node.title, ...node.aliases, ...node.tags, node.summary, textOf(node)].join('\n')

/** True where a name stands in a text as whole words. Both are compared folded; `wanted` is folded already. */
export function holdsName(text: string, wanted: string): boolean {
  const folded = foldName(text)
  const [first, last] = [[...wanted][0]!, [...wanted].at(-1)!]
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const before = at === 0 ? '' : [...folded.slice(Math.max(0, at - 2), at)].at(-1)!
    const after = [...folded.slice(at + wanted.length, at + wanted.length + 2)][0] ?? ''
    if (!joins(before, first) && !joins(last, after)) return true
  }
  return false
}

/** Cards that hold all terms of a name; every card where the name gives no term that can be looked up. */
function candidates(name: string, graph: GraphIndex, index: TextIndex): Iterable<GraphNode> {
  const terms = termsOf(name).filter(({ kind }) => kind !== 'joined')
  // A lone character of a script without blanks stands inside pairs that the index knows, not by itself.
  const isSure = terms.length > 0 && terms.every(({ term, kind }) => kind === 'word' || [...term].length > 1)
  if (!isSure) return graph.nodes()
  const documents = documentsWith(
    terms.map(({ term }) => term),
    index,
  )
  return documents.map((document) => graph.node(index.id(document))!)
}

/** Documents that hold every one of some terms, in any field, ascending. */
export function documentsWith(terms: readonly string[], index: TextIndex): readonly number[] {
  let kept: Set<number> | undefined
  for (const term of new Set(terms)) {
    const here = new Set<number>()
    for (const { documents } of index.postings(term)?.fields ?? [])
      for (const document of documents) if (kept === undefined || kept.has(document)) here.add(document)
    kept = here
  }
  return [...(kept ?? [])].sort((a, b) => a - b)
}

const WORD = /[\p{L}\p{M}\p{N}_]/u
const NO_BLANKS = new RegExp(`[${HAN}${KANA}${HANGUL}${UNSPACED}]`, 'u')
/** Whether two neighbouring characters belong to one word. */
const joins = (left: string, right: string): boolean =>
  left !== '' && right !== '' && WORD.test(left) && WORD.test(right) && !NO_BLANKS.test(left) && !NO_BLANKS.test(right)
