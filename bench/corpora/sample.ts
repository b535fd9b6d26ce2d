/** At most `count` of `items`, drawn without replacement. The same seed and items give the same draw, in the same order. */
export function sample<T>(items: readonly T[], count: number, seed: string): readonly T[] {
  const random = randomFrom(seed)
  const pool = [...items]
  const drawn: T[] = []
  while (drawn.length < count && pool.length > 0) drawn.push(...pool.splice(Math.floor(random() * pool.length), 1))
  return drawn
}

/** Mulberry32, started from the FNV-1a hash of a text: numbers in [0, 1), the same on every runtime. */
function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}
