import { byText } from './order.ts'

/**
 * The candidates most like `text`, best first, at most `limit`; those that differ in more than a third of their letters
 * are left out. Damerau-Levenshtein distance (insert, delete, replace, swap) on folded case, ties in code-unit order.
 */
export function nearest(text: string, candidates: Iterable<string>, limit: number): string[] {
  const wanted = text.toLowerCase()
  const scored: { readonly candidate: string; readonly distance: number }[] = []
  for (const candidate of candidates) {
    const other = candidate.toLowerCase()
    const most = Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3))
    const contained = wanted.length >= 3 && other.includes(wanted)
    // The same word in other case is nearer than one that holds it.
    const distance = other === wanted ? 0 : contained ? 1 : editDistance(wanted, other, most)
    if (distance <= most) scored.push({ candidate, distance })
  }
  return scored
    .sort((a, b) => a.distance - b.distance || byText(a.candidate, b.candidate))
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** Edits that turn `a` into `b`, counting a swap of neighbours as one; `most + 1` as soon as it must be more than `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, beforeLast[j - 2]! + 1)
      row.push(value)
    }
    if (Math.min(...row) > most) return most + 1
    beforeLast = last
    last = row
  }
  return Math.min(last[b.length]!, most + 1)
}
