import type { LedgerEvent } from '../model/event.ts'
import { cardId, type ProjectPath, pathOf } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { isRecord, parseJson } from '../text/json.ts'

export const LEDGER_FOLDER = '.pmem/ledger'

/** What a clone id may be: it is part of a file name. */
export const isCloneId = (text: string): boolean => /^[0-9a-z]{4,32}$/.test(text)

/** The file that holds what one clone did on one UTC day, so that two branches never append to the same lines; see store/ledger-file for its parts. */
export function ledgerPath(time: number, clone: string, part = 1): ProjectPath {
  const day = isoDate(dayOf(time))
  return pathOf(LEDGER_FOLDER, day.slice(0, 7), `${day}-${clone}${part === 1 ? '' : `-${part}`}.jsonl`)
}

/** The writes that append events, one a file. `pathAt` gives the file for a time. */
export function eventOps(events: readonly LedgerEvent[], pathAt: (time: number) => ProjectPath): readonly AppendOp[] {
  const lines = new Map<ProjectPath, string[]>()
  for (const event of events) {
    const path = pathAt(event.t)
    const same = lines.get(path) ?? []
    same.push(encodeEvent(event))
    lines.set(path, same)
  }
  return [...lines].map(([path, each]) => ({ op: 'append', path, line: each.join('\n') }))
}
type AppendOp = WriteOp & { readonly op: 'append' }

/** One line of JSON without its line end: head first, so that a person finds their way in a diff. */
export function encodeEvent(event: LedgerEvent): string {
  const { e, t, k, c, ...rest } = event
  return JSON.stringify({ e, t, k, c, ...rest })
}

/** An event of a kind this version may not know. */
export type AnyEvent = {
  readonly e: string
  readonly t: number
  readonly k: string
  readonly c: string
  readonly [key: string]: unknown
}

/** What a ledger file says. `broken` counts lines that are no event: torn, edited or not JSON. */
export type DecodedLedger = { readonly events: readonly AnyEvent[]; readonly broken: readonly number[] }

/** Reads the lines of a ledger file from `firstLine`. Blank lines are nothing; lines that are no event are left out and their numbers given. Never throws. */
export function decodeLedger(text: string, firstLine = 1): DecodedLedger {
  const events: AnyEvent[] = []
  const broken: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const event = toEvent(parseJson(line))
    if (event === undefined) broken.push(firstLine + index)
    else events.push(event)
  }
  return { events, broken }
}

function toEvent(value: unknown): AnyEvent | undefined {
  if (!isRecord(value)) return undefined
  const { e, t, k, c } = value
  const sound =
    typeof e === 'string' &&
    e !== '' &&
    typeof t === 'number' &&
    Number.isSafeInteger(t) &&
    t >= 0 &&
    typeof k === 'string' &&
    typeof c === 'string'
  return sound && cardId(c) !== undefined ? (value as AnyEvent) : undefined
}
