import type { CardId, ProjectPath } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import type { CardFile } from './card-file.ts'
import { factKey, wordsOf } from './extract.ts'

/** A trace to be distilled, with the cards it is about: explicit relations first, in the order of their ids. */
export type DistillTrace = {
  readonly card: CardFile
  readonly related: readonly CardFile[]
  readonly modules: readonly CardFile[]
  readonly tasks: readonly CardFile[]
  readonly distilledInto: readonly string[]
}

export type DistillInput = {
  readonly traces: readonly DistillTrace[]
  /** Every card but traces: what they say already is not proposed again. */
  readonly cards: readonly CardFile[]
  readonly manifest: Manifest
  readonly today: string
  /** A free id and file for a new card of a type. */
  readonly place: (type: string, title: string) => { readonly id: CardId; readonly path: ProjectPath }
  readonly sha256: (text: string) => string
}

/**
 * The card a trace is grouped by, in the order of distill.group_by; undefined for one that is about nothing. Of several cards
 * that one which a `fact` shares most words with, else the first.
 */
export function groupCard(trace: DistillTrace, groupBy: readonly string[], fact?: string): CardFile | undefined {
  for (const by of groupBy) {
    const cards = by === 'related' ? trace.related : by === 'module' ? trace.modules : trace.tasks
    const found = cards.filter(({ node }) => node.external !== true && node.type !== 'trace' && node.secret !== true)
    if (found.length > 0) return fact === undefined ? found[0] : closest(found, fact)
  }
  return undefined
}

/** Shorter words of English are articles and the like: that two texts share them says nothing. */
const TELLING_LENGTH = 4

function closest(cards: readonly CardFile[], fact: string): CardFile | undefined {
  const words = [...wordsOf(factKey(fact))].filter((word) => word.length >= TELLING_LENGTH || /[^\x00-\x7f]/.test(word))
  const shared = ({ node }: CardFile): number => {
    const own = wordsOf(factKey(`${node.id} ${node.title} ${node.summary}`))
    return words.filter((word) => own.has(word)).length
  }
  return cards.reduce<CardFile | undefined>(
    (best, card) => (best === undefined || shared(card) > shared(best) ? card : best),
    undefined,
  )
}
