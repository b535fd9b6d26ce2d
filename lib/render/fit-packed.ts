import type { Packed, Signed } from '../model/outcome.ts'
import { fit } from '../query/fit.ts'

/** Of a budget, what JSON may be counted as: on it the estimate is a twentieth too high and more (bench/budget). */
export const jsonRoom = (budget: number): number => Math.floor(budget * JSON_MARGIN)
const JSON_MARGIN = 0.97

/** The largest part of an answer that costs at most `room`, which is what may be counted; null for all of it. */
export function fitPacked<T extends Signed>(
  { levels, at, opening }: Packed<T>,
  room: number | null,
  cost: (data: T) => number,
): T {
  if (room === null) return at(levels, false)
  const rest =
    opening === undefined
      ? { levels, at }
      : opening.after(fit(opening.levels, (level) => cost(opening.at(level, false)), Math.min(room, opening.room)).level)
  const { level, over } = fit(rest.levels, (each) => cost(rest.at(each, false)), room)
  return rest.at(level, over)
}

/** The dearest id a receipt can have: a digit or letter at a time is a token. */
const DEAREST_ID = '0a0a0a0a0a0a'
/** As long as a budget can be. */
const LONGEST_BUDGET = 1_000_000

/** What is counted in place of the data itself: id and budget at their dearest, so that a greater budget never leaves less room by how they are written. */
export const countedAs = <T extends Signed>(data: T): T => ({
  ...data,
  receipt: DEAREST_ID,
  footer: { ...data.footer, receipt: DEAREST_ID, budget: LONGEST_BUDGET },
})
