import type { CardId } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import type { PostingLists, PostingsData } from './postings.ts'

/**
 * The postings of `previous` without the documents `gone` and with those of `added`, as if all had been indexed together.
 * Documents of `added` must not remain in `previous`.
 */
export function replaceDocuments(previous: PostingsData, gone: ReadonlySet<CardId>, added: PostingsData): PostingsData {
  const kept = previous.ids.filter((id) => !gone.has(id))
  const ids = [...kept, ...added.ids].sort(byText)
  const numbers = new Map(ids.map((id, number) => [id, number]))
  const oldPlace = Int32Array.from(previous.ids, (id) => (gone.has(id) ? -1 : numbers.get(id)!))
  const newPlace = Int32Array.from(added.ids, (id) => numbers.get(id)!)
  const terms = new Map<string, PostingLists>()
  for (const [term, lists] of previous.terms) {
    const more = added.terms.get(term)
    const merged = lists.map((list, field) => mergedList(moved(list, oldPlace), moved(more?.[field], newPlace)))
    if (merged.some((list) => list !== undefined)) terms.set(term, merged)
  }
  for (const [term, lists] of added.terms) {
    if (!previous.terms.has(term))
      terms.set(
        term,
        lists.map((list) => mergedList(moved(list, newPlace), undefined)),
      )
  }
  const lengths = previous.lengths.map((old, field) => {
    const all = new Uint32Array(ids.length)
    old.forEach((length, number) => {
      if (oldPlace[number]! >= 0) all[oldPlace[number]!] = length
    })
    added.lengths[field]!.forEach((length, number) => {
      all[newPlace[number]!] = length
    })
    return all
  })
  return { ids, lengths, terms }
}

/** A list with its documents renumbered, without those whose place is -1. Both numberings follow the ids, so order stays. */
function moved(list: readonly number[] | undefined, place: Int32Array): readonly number[] {
  if (list === undefined) return []
  let same = 0
  while (same < list.length && place[list[same]!] === list[same]) same += 2
  // After an edit most lists are as they were.
  if (same >= list.length) return list
  const result: number[] = list.slice(0, same)
  for (let i = same; i < list.length; i += 2) {
    const number = place[list[i]!]!
    if (number >= 0) result.push(number, list[i + 1]!)
  }
  return result
}

function mergedList(a: readonly number[], b: readonly number[] | undefined): readonly number[] | undefined {
  if (b === undefined || b.length === 0) return a.length === 0 ? undefined : a
  const result: number[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (j === b.length || (i < a.length && a[i]! < b[j]!)) {
      result.push(a[i]!, a[i + 1]!)
      i += 2
    } else {
      result.push(b[j]!, b[j + 1]!)
      j += 2
    }
  }
  return result
}
