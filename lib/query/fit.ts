/** Something that can be shown in growing detail: level 0 is what is never cut, each level adds to the one before. */
export type Levels<T> = { readonly levels: number; readonly at: (level: number) => T }

/** What fits: the level, its text, and whether even level 0 is over the budget. */
export type Fitted = { readonly level: number; readonly text: string; readonly over: boolean }

/**
 * The greatest level whose whole output is within `budget`, by `tokensOf` over everything that is printed: headings,
 * separators, quoting and notes included. More budget never gives less: levels are tried from a fixed sequence.
 * Level 0 is printed even where it is over the budget, and `over` says so. About log2(levels) outputs are printed.
 */
export function fit(levels: number, print: (level: number, over: boolean) => string, budget: number, tokensOf: (text: string) => number): Fitted {
  const all = print(levels, false)
  if (tokensOf(all) <= budget) return { level: levels, text: all, over: false }
  let low = 0
  let text = print(0, false)
  if (tokensOf(text) > budget) return { level: 0, text: print(0, true), over: true }
  let high = levels
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const printed = print(middle, false)
    if (tokensOf(printed) <= budget) {
      low = middle
      text = printed
    } else high = middle
  }
  return { level: low, text, over: false }
}
