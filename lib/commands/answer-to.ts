import type { AskAnswer } from '../model/answer.ts'
import type { CardId } from '../model/ids.ts'
import type { PackedOutcome } from '../model/outcome.ts'
import type { Receipt } from '../model/receipt.ts'
import type { Signals } from '../model/signals.ts'
import { answerLevels } from '../query/answer-levels.ts'
import { ask as askEngine } from '../query/ask.ts'
import type { OpenStore } from '../store/open.ts'
import { textReader } from './card-text.ts'
import { footerOf } from './receipt-of.ts'

/** A question with everything that was said about how to answer it: the arguments of its receipt. */
export type Asked = {
  readonly query: string
  /** Null where nobody asked for a number: then ten, or all of a list. */
  readonly limit: number | null
  readonly type: string | null
  readonly hops: 1 | 2
  readonly budget: number | null
}

/** What a question is answered from. */
export type AnswerFrom = {
  readonly store: OpenStore
  readonly signals: Signals
  readonly now: number
  readonly receipt: (ids: readonly CardId[]) => Receipt
  readonly explain: boolean
}

export type AskOutcome = Extract<PackedOutcome, { readonly kind: 'ask' }>

const DEFAULT_LIMIT = 10

/** Answers a question, of today or of the past, in growing detail. `printed` is told what was printed of it. */
export function answerTo(
  { query, limit, type, hops, budget }: Asked,
  { store, signals, now, receipt, explain }: AnswerFrom,
  printed: (answer: AskAnswer) => void,
): AskOutcome {
  const { graph, text, manifest } = store
  const wanted = { limit: limit ?? DEFAULT_LIMIT, limited: limit !== null, type: type ?? undefined, hops }
  const textOf = textReader(store)
  const found = askEngine(query, wanted, { graph, text, manifest, signals, now, textOf })
  const { levels, at } = answerLevels(found)
  return {
    kind: 'ask',
    exit: found.matched.length === 0 ? 1 : 0,
    explain,
    levels,
    budget,
    at(level, over): AskAnswer {
      const answer = at(level)
      const signed = receipt(answer.matched.map(({ id }) => id))
      const cut = found.matched.length - answer.matched.length
      const omitted = [
        ...(cut > 0 ? [{ list: 'matched', count: cut, reason: 'budget' }] : []),
        ...(found.total > found.matched.length
          ? [{ list: 'matched', count: found.total - found.matched.length, reason: 'limit' }]
          : []),
      ]
      const stale = answer.matched.filter((hit) => hit.stale).length
      return {
        ...answer,
        index: store.state,
        footer: footerOf(store, signed, {
          shown: answer.matched.length,
          total: found.total,
          omitted,
          budget: budget ?? undefined,
          over,
          stale,
        }),
        receipt: signed.id,
      }
    },
    printed,
  }
}
