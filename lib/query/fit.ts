/** Something that can be shown in growing detail: level 0 is what is never cut, each level adds to the one before. */
export type Levels<T> = { readonly levels: number; readonly at: (level: number) => T }

/** What fits: the level, and whether even level 0 is over the budget. */
export type Fitted = { readonly level: number; readonly over: boolean }

/** The first level tried; each further one is twice as far. Few outputs hold fewer parts. */
const FIRST = 8

/**
 * A level whose whole output costs at most `budget`; level 0 is taken even where it costs more, and `over` says so.
 *
 * Levels are tried in an order that hangs on nothing but the answers so far: 8, 16, 32 ... and then by halves. So more
 * budget, or more levels above the same ones, never gives less, even where a level costs less than the one before
 * because a note about what is missing goes away. Few outputs are printed, none much more than twice the budget.
 */
export function fit(levels: number, costOf: (level: number) => number, budget: number): Fitted {
  if (costOf(0) > budget) return { level: 0, over: true }
  let low = 0
  let high = Number.POSITIVE_INFINITY
  for (let level = FIRST; high - low > 1; level = high === Number.POSITIVE_INFINITY ? low * 2 : (low + high) >> 1) {
    if (level <= levels && costOf(level) <= budget) low = level
    else high = level
  }
  return { level: low, over: false }
}
