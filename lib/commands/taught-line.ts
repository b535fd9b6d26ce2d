import type { Word } from '../ledger/learning.ts'
import type { CardId } from '../model/ids.ts'
import type { TaughtLine } from '../model/learned.ts'
import { taughtWeight } from '../query/learned.ts'
import { dayOf, isoDate } from '../text/day.ts'

/** A question that a card was marked helpful for, as at a UTC day. */
export const taughtLine = (id: CardId, [query, t]: Word, today: number): TaughtLine => ({
  id,
  query,
  since: isoDate(dayOf(t)),
  weight: taughtWeight(dayOf(t), today),
})
