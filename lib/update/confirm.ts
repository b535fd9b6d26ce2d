import { setFields } from '../card/serialize.ts'
import { type CardId, type ProjectPath, pathOf } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import type { WriteOp } from '../model/plan.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { byText } from '../text/order.ts'
import { type CardFile, putCard, type TextFile } from './card-file.ts'
import { sourcesIn } from './field-list.ts'
import { changeLine, hotOp, nextBlock, oneLine, stateBlock, type TraceLine, withBlock } from './hot-write.ts'
import { type Candidate, proposedText, verified } from './suggest.ts'
import { extendedSummary, extendTrace, newTrace, type RecentTrace, type TraceRequest, timestamp, traceDecision } from './trace.ts'

export type Confirmation = {
  readonly request: TraceRequest
  /** Cards that were looked at, with what called them in question: each gets the day as `last_verified`, and follows source files that moved. */
  readonly covered: readonly Candidate[]
  /** Newest first. */
  readonly recent: readonly RecentTrace[]
  readonly state: TextFile
  readonly next: TextFile
  /** Null leaves next.md alone, [] says that nothing is next. */
  readonly nextItems: readonly string[] | null
  readonly manifest: Manifest
  /** Milliseconds since 1970, UTC. */
  readonly now: number
  readonly sha256: (text: string) => string
  /** A free id and file for a new trace of this name. */
  readonly place: (name: string) => { readonly id: CardId; readonly path: ProjectPath }
}

export type Confirmed = {
  readonly ops: readonly WriteOp[]
  readonly trace: CardId | null
  readonly extended: boolean
  /** Why no trace is written; null where one is. */
  readonly skipped: string | null
  /** The cards that were looked at, with the entries of `source_files` they have from now on. */
  readonly verified: ReadonlyMap<CardId, readonly string[]>
}

/**
 * The writes of `update --confirm`: the trace first, so that nothing is lost when the rest is cut off, then the cards, then
 * state.md and next.md. Running it again after that adds nothing twice.
 */
export function planConfirmation(confirmation: Confirmation): Confirmed {
  const { request, covered, recent, manifest, now, sha256 } = confirmation
  const { language } = manifest.project
  const today = isoDate(dayOf(now))
  const decision = traceDecision(request, recent, manifest, now)
  const made = decision.kind === 'new' ? newTrace(request, language, now, confirmation) : undefined
  const traceOps =
    decision.kind === 'none' ? [] : decision.kind === 'extend' ? extendTrace(decision.trace, request, language, now) : [made!.op]
  const trace = decision.kind === 'none' ? null : decision.kind === 'extend' ? decision.trace.card.node.id : made!.id
  const looked = [...covered]
    .sort((a, b) => byText(a.card.node.id, b.card.node.id))
    .map(({ card, causes }) => ({ card, after: proposedText(card, causes, today) }))
  const cards = looked.flatMap(({ card, after }) => putCard(card, after))
  const written = recent.map(
    ({ card }): TraceLine => ({
      id: card.node.id,
      created: card.node.created ?? card.node.updated ?? '',
      summary: card.node.summary,
    }),
  )
  const lines =
    made === undefined ? written : [{ id: made.id, created: timestamp(now), summary: oneLine(request.summary) }, ...written]
  const extended = decision.kind === 'extend' && traceOps.length > 0
  const latest = stateBlock(
    lines.map((line) =>
      extended && line.id === trace ? { ...line, summary: extendedSummary(line.summary, request.summary) } : line,
    ),
    language,
  )
  const zh = language === 'zh-CN'
  const known = new Set(lines.map(changeLine))
  const { nextItems } = confirmation
  return {
    ops: [
      ...traceOps,
      ...cards,
      ...(trace === null
        ? []
        : hotOp(
            pathOf('.pmem/state.md'),
            confirmation.state,
            (text) => withBlock(text, latest, 'end', sha256, known),
            zh ? '现状' : 'State',
          )),
      ...(nextItems === null
        ? []
        : hotOp(
            pathOf('.pmem/next.md'),
            confirmation.next,
            (text) => withBlock(text, nextBlock(nextItems), 'top', sha256),
            zh ? '下一步' : 'Next',
          )),
    ],
    trace,
    extended: decision.kind === 'extend',
    skipped: decision.kind === 'none' ? decision.reason : null,
    verified: new Map(looked.map(({ card, after }) => [card.node.id, sourcesIn(after)])),
  }
}

/** A card as looked at on a day. */
export function verifiedText(card: CardFile, today: string): string {
  const fields = new Map<string, string | readonly string[]>()
  verified(fields, card.node, today)
  return fields.size === 0 ? card.text : setFields(card.text, fields)
}
