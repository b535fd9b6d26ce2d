import type { Omission } from '../model/recall.ts'
import { fit } from '../query/fit.ts'
import { clip } from '../render/terminal.ts'
import { isRecord } from '../text/json.ts'

type Data = Readonly<Record<string, unknown>>
export type Cut = {
  readonly data: Data
  readonly shown: number
  readonly total: number
  readonly omitted: readonly Omission[]
  readonly over: boolean
}

/** Texts of so many code points and lists within items of so many are kept whole from the start; both then grow together. */
const SHORT_TEXT = 320
const SHORT_LIST = 8
const LONGEST_STAGE = 20

/**
 * The largest part of plain data whose cost is at most `room`. First the items of its lists come in, one of each list in turn, with
 * long texts clipped; when all are in, the texts grow, twice as long at each step. Lists are those of the data itself and of
 * objects in it. What is left out is told by list. More room never gives less.
 */
export function cutToFit(whole: Data, room: number, cost: (cut: Cut) => number): Cut {
  const lists = listsIn(whole)
  const items = Math.max(0, ...lists.map(({ list }) => list.length))
  const total = lists.reduce((sum, { list }) => sum + list.length, 0)
  const steps = turns(
    lists.map(({ list }) => list.length),
    items,
  )
  const at = (level: number, over: boolean): Cut => cutAt(whole, lists, steps, level, total, over)
  const { level, over } = fit(total + stagesOf(whole), (each) => cost(at(each, false)), room)
  return at(level, over)
}

type Place = { readonly path: readonly [string] | readonly [string, string]; readonly list: readonly unknown[] }

function listsIn(data: Data): readonly Place[] {
  return Object.entries(data).flatMap(([key, value]): readonly Place[] => {
    if (Array.isArray(value)) return [{ path: [key], list: value }]
    if (!isRecord(value)) return []
    return Object.entries(value).flatMap(([inner, list]) => (Array.isArray(list) ? [{ path: [key, inner] as const, list }] : []))
  })
}

/** Which list each level adds an item to: one of each in turn. */
function turns(lengths: readonly number[], longest: number): Uint16Array {
  const steps = new Uint16Array(lengths.reduce((sum, length) => sum + length, 0))
  let step = 0
  for (let item = 0; item < longest; item += 1)
    for (let list = 0; list < lengths.length; list += 1) if (item < lengths[list]!) steps[step++] = list
  return steps
}

function cutAt(whole: Data, lists: readonly Place[], steps: Uint16Array, level: number, total: number, over: boolean): Cut {
  const counts = lists.map(() => 0)
  const shown = Math.min(level, steps.length)
  for (let step = 0; step < shown; step += 1) counts[steps[step]!]! += 1
  const stage = 2 ** Math.max(0, level - total)
  let clipped = 0
  const note = (): void => {
    clipped += 1
  }
  const byPath = new Map(
    lists.map(({ path, list }, at) => [path.join('\n'), list.slice(0, counts[at]!).map((item) => shortened(item, stage, note))]),
  )
  const data = Object.fromEntries(
    Object.entries(whole).map(([key, value]) => {
      if (Array.isArray(value)) return [key, byPath.get(key)]
      if (!isRecord(value)) return [key, shortened(value, stage, note)]
      return [
        key,
        Object.fromEntries(
          Object.entries(value).map(([inner, part]) => [inner, byPath.get(`${key}\n${inner}`) ?? shortened(part, stage, note)]),
        ),
      ]
    }),
  )
  const omitted = [
    ...lists.flatMap(({ path, list }, at) =>
      counts[at]! < list.length ? [{ list: path.join('.'), count: list.length - counts[at]!, reason: 'budget' }] : [],
    ),
    ...(clipped === 0 ? [] : [{ list: 'texts', count: clipped, reason: 'budget: clipped' }]),
  ]
  return { data, shown, total, omitted, over }
}

/** A part with its long texts and lists clipped; `note` is called for each. */
function shortened(value: unknown, stage: number, note: () => void): unknown {
  if (typeof value === 'string') {
    const short = clip(value, SHORT_TEXT * stage)
    if (short !== value) note()
    return short
  }
  if (Array.isArray(value)) {
    if (value.length > SHORT_LIST * stage) note()
    return value.slice(0, SHORT_LIST * stage).map((item) => shortened(item, stage, note))
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part, stage, note)]))
}

/** Doublings until the longest text and list are whole. */
function stagesOf(value: unknown): number {
  let stages = 0
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === 'string') stages = Math.max(stages, Math.ceil(Math.log2(part.length / SHORT_TEXT)))
    else if (Array.isArray(part)) {
      if (depth > 1) stages = Math.max(stages, Math.ceil(Math.log2(part.length / SHORT_LIST)))
      for (const item of part) visit(item, depth + 1)
    } else if (isRecord(part)) for (const inner of Object.values(part)) visit(inner, depth + 1)
  }
  visit(value, 0)
  return Math.min(LONGEST_STAGE, Math.max(0, stages))
}
