/** Something that can be shown in growing detail: level 0 is what is never cut, each level adds to the one before. */
export type Levels<T> = { readonly levels: number; readonly at: (level: number) => T }

/** What fits: the level, its text, and whether even level 0 is over the budget. */
export type Fitted = { readonly level: number; readonly text: string; readonly over: boolean }

/** Guesses by proportion before the search falls back to halving. */
const GUESSES = 4

/**
 * The greatest level whose whole output is within `budget`, by `tokensOf` over everything that is printed: headings,
 * separators, quoting and notes included. More budget never gives less: levels are tried from a fixed sequence.
 * Level 0 is printed even where it is over the budget, and `over` says so. Few outputs are printed, none much longer
 * than the budget: the next level to try is guessed from what the last ones cost.
 */
export function fit(levels: number, print: (level: number, over: boolean) => string, budget: number, tokensOf: (text: string) => number): Fitted {
  let text = print(0, false)
  let cost = tokensOf(text)
  if (cost > budget) return { level: 0, text: print(0, true), over: true }
  let low = 0
  let high = levels + 1
  for (let tries = 0; high - low > 1; tries += 1) {
    const level = tries < GUESSES ? guess(low, high, cost, budget, tries) : (low + high) >> 1
    const printed = print(level, false)
    const tokens = tokensOf(printed)
    if (tokens <= budget) {
      low = level
      text = printed
      cost = tokens
    } else high = level
  }
  return { level: low, text, over: false }
}

/** As many levels more as the room left would hold at the cost a level had so far; ten to begin with. */
function guess(low: number, high: number, cost: number, budget: number, tries: number): number {
  const more = tries === 0 || low === 0 ? 10 : Math.floor(((budget - cost) * low) / Math.max(1, cost))
  return Math.min(high - 1, low + Math.max(1, more))
}
