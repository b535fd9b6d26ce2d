import { byText } from '../text/order.ts'

/** Beyond this many cells the table of a comparison is too large: what lies between equal ends then counts as replaced. */
const MOST_CELLS = 4_000_000

export type Sequence = {
  readonly items: readonly string[]
  /** True where both sides changed the same place in different ways; what both wrote there is kept. */
  readonly contested: boolean
}

/**
 * Three lists as one: what a side took out is out, what a side put in is in, at its place. Where both put something in, the
 * smaller by code units comes first and nothing twice. The same whichever side is called ours. Quadratic in the part that differs.
 */
export function mergeSequence(base: readonly string[], ours: readonly string[], theirs: readonly string[]): Sequence {
  const [a, b] = [edits(base, ours), edits(base, theirs)]
  const inBoth = new Set(a.inserted.flat().filter(within(b.inserted.flat())))
  const done = new Set<string>()
  const items: string[] = []
  let contested = false
  for (let at = 0; at <= base.length; at += 1) {
    // What both put in, here or there, comes once: where it is met first.
    const fresh = [a, b].map(({ inserted }) => inserted[at]!.filter((item) => !done.has(item)))
    for (const item of fresh.flat()) if (inBoth.has(item)) done.add(item)
    items.push(...union(fresh[0]!, fresh[1]!))
    if (at === base.length) break
    if (!a.removed[at] && !b.removed[at]) items.push(base[at]!)
    if (a.removed[at] && b.removed[at]) contested ||= !sameList(a.runAt(at), b.runAt(at))
  }
  return { items, contested }
}

/** The same for lists in which nothing stands twice: a thing is in where both have it, or where one side put it in. */
export function mergeSet(base: readonly string[], ours: readonly string[], theirs: readonly string[]): readonly string[] {
  const [o, a, b] = [new Set(base), new Set(ours), new Set(theirs)]
  const { items } = mergeSequence([...o], [...a], [...b])
  return [...new Set(items)].filter((item) => (o.has(item) ? a.has(item) && b.has(item) : true))
}

type Edits = {
  readonly removed: readonly boolean[]
  /** What was put in before each item of the base; the last one is its end. */
  readonly inserted: readonly (readonly string[])[]
  /** What was put in where the stretch of removed items began that holds this one. */
  runAt(at: number): readonly string[]
}

function edits(base: readonly string[], side: readonly string[]): Edits {
  const removed = base.map(() => true)
  const inserted: string[][] = Array.from({ length: base.length + 1 }, () => [])
  let [from, gap] = [0, 0]
  for (const [i, j] of [...matches(base, side), [base.length, side.length] as const]) {
    inserted[gap]!.push(...side.slice(from, j))
    if (i < base.length) removed[i] = false
    from = j + 1
    gap = i + 1
  }
  const runAt = (at: number): readonly string[] => {
    let start = at
    while (start > 0 && removed[start - 1]) start -= 1
    return inserted[start]!
  }
  return { removed, inserted, runAt }
}

/** Pairs of equal items, ascending on both sides: equal ends first, then the longest common subsequence between them. */
function matches(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  const pairs: (readonly [number, number])[] = []
  for (let at = 0; at < head; at += 1) pairs.push([at, at])
  pairs.push(
    ...common(a.slice(head, a.length - tail), b.slice(head, b.length - tail)).map(([i, j]) => [i + head, j + head] as const),
  )
  for (let at = tail; at > 0; at -= 1) pairs.push([a.length - at, b.length - at])
  return pairs
}

function common(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const width = b.length + 1
  if (a.length === 0 || b.length === 0 || (a.length + 1) * width > MOST_CELLS) return []
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  const pairs: (readonly [number, number])[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1
    else j += 1
  }
  return pairs
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  const [inA, inB] = [new Set(a), new Set(b)]
  const [aHasAll, bHasAll] = [b.every((item) => inA.has(item)), a.every((item) => inB.has(item))]
  if (aHasAll !== bHasAll) return aHasAll ? a : b
  const [first, second] = byText(a.join('\n'), b.join('\n')) <= 0 ? [a, b] : [b, a]
  if (aHasAll) return first.length >= second.length ? first : second
  const known = new Set(first)
  return [...first, ...second.filter((item) => !known.has(item))]
}

const within = (items: readonly string[]): ((item: string) => boolean) => {
  const known = new Set(items)
  return (item) => known.has(item)
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])
