import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { TextIndex } from '../model/text-index.ts'
import { byText } from '../text/order.ts'
import { tokenize } from '../text/tokenize.ts'
import { overlaps } from './overlap.ts'

/** A fact whose words are much the same. `overlap` is the Jaccard overlap of both match texts, in (0, 1]. */
export type SimilarFact = { readonly node: GraphNode; readonly overlap: number }

/** From here on a fact is shown to whoever writes one like it. Half of all words of both: `port 5432` and `port 5433` of one thing. */
export const SIMILAR = { least: 0.5, most: 3 } as const

/** Facts that are much like a text, the likest first. They are shown, never changed: numbers, negations and names make another fact. */
export function similarFacts(matchText: string, graph: GraphIndex, index: TextIndex): readonly SimilarFact[] {
  const nodes = new Map<number, GraphNode>()
  const found = overlaps(new Set(tokenize(matchText)), index, (document) => {
    const node = graph.node(index.id(document))
    if (node?.type !== 'fact') return undefined
    nodes.set(document, node)
    return node
  })
  return [...found]
    .filter(([, overlap]) => overlap >= SIMILAR.least)
    .map(([document, overlap]) => ({ node: nodes.get(document)!, overlap }))
    .sort((a, b) => b.overlap - a.overlap || byText(a.node.id, b.node.id))
    .slice(0, SIMILAR.most)
}
