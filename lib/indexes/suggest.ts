import type { CardId } from '../model/ids.ts'
import { nearest } from '../text/nearest.ts'
import { byText } from '../text/order.ts'
import { append } from './multi-map.ts'
import { slugOf } from './names.ts'

/** Candidates that go into the exact comparison: enough that the right one is among them, few enough for 10,000 broken links. */
const SHORTLIST = 40
const SHOWN = 3

/**
 * Finds the ids most like a text that names no card, best first, at most three: for "did you mean". A shortlist by shared
 * pairs of characters is compared by edits, first whole ids, then slugs, so that a wrong type is found too. Lazy: the table of
 * pairs is built at the first question.
 */
export function suggester(ids: readonly CardId[]): (target: string) => readonly string[] {
  let table: Map<string, number[]> | undefined
  return (target) => {
    table ??= pairTable(ids)
    const shared = new Map<number, number>()
    for (const pair of pairs(target))
      for (const number of table.get(pair) ?? []) shared.set(number, (shared.get(number) ?? 0) + 1)
    const shortlist = [...shared]
      .sort((a, b) => b[1] - a[1] || byText(ids[a[0]]!, ids[b[0]]!))
      .slice(0, SHORTLIST)
      .map(([number]) => ids[number]!)
    const slug = slugOf(target) || target
    const bySlug = nearest(slug, shortlist.map(slugOf), SHOWN).flatMap((found) => shortlist.filter((id) => slugOf(id) === found))
    return [...new Set([...nearest(target, shortlist, SHOWN), ...bySlug])].slice(0, SHOWN)
  }
}

function pairTable(ids: readonly CardId[]): Map<string, number[]> {
  const table = new Map<string, number[]>()
  ids.forEach((id, number) => {
    for (const pair of pairs(id)) {
      append(table, pair, number)
    }
  })
  return table
}

function pairs(text: string): Set<string> {
  const lower = text.toLowerCase()
  const found = new Set<string>()
  for (let i = 0; i + 1 < lower.length; i += 1) found.add(lower.slice(i, i + 2))
  return found
}
