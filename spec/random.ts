/** Numbers that look like chance and are the same for the same seed (mulberry32). */
export type Random = {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number
  pick<T>(values: readonly T[]): T
  /** A copy in another order. */
  shuffle<T>(values: readonly T[]): T[]
}

export function random(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    below,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    shuffle(values) {
      const copy = [...values]
      for (let i = copy.length - 1; i > 0; i -= 1) {
        const j = below(i + 1)
        const swapped = copy[i] as (typeof copy)[number]
        copy[i] = copy[j] as (typeof copy)[number]
        copy[j] = swapped
      }
      return copy
    },
  }
}
