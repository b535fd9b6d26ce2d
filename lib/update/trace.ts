import { opening } from '../card/plain.ts'
import { appendToSection } from '../card/section-edit.ts'
import { type FieldChanges, newCard, setFields } from '../card/serialize.ts'
import type { CardId, ProjectPath } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import type { WriteOp } from '../model/plan.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { isIgnored } from '../text/glob.ts'
import { sortedUnique } from '../text/order.ts'
import { type CardFile, putCard } from './card-file.ts'
import { type Language, oneLine } from './hot-write.ts'

/** What is worth a trace. Source: design, section 5. */
export const TRACE_KINDS = ['decision', 'task', 'boundary', 'risk', 'assumption', 'interface', 'bugfix', 'request'] as const
export type TraceKind = (typeof TRACE_KINDS)[number]

export type TraceRequest = {
  readonly summary: string
  readonly next: readonly string[]
  readonly kind: TraceKind | null
  readonly cards: readonly CardId[]
  /** Changed files, as project paths. */
  readonly files: readonly string[]
  /** Made by a hook: the policy, the interval and the daily cap bind it. */
  readonly hook: boolean
  /** Skips policy and interval: always a trace of its own. */
  readonly force: boolean
}

/** A trace that exists. Times are milliseconds since 1970, UTC; undefined for one that is only dated by day. */
export type RecentTrace = {
  readonly card: CardFile
  readonly created: number | undefined
  readonly updated: number | undefined
  readonly madeByHook: boolean
  /** Estimated tokens of its file: a trace that is full is not extended. */
  readonly tokens: number
  /** What its `related:` holds, as written. */
  readonly related: readonly string[]
}

export type TraceDecision =
  | { readonly kind: 'new' }
  | { readonly kind: 'extend'; readonly trace: RecentTrace }
  | { readonly kind: 'none'; readonly reason: string }

/**
 * Whether a trace is written, extended or left out. An explicit confirmation is always recorded: inside the interval it extends
 * the last trace. One made by a hook must tell of a meaningful change to a known card, keeps the interval and the daily cap.
 */
export function traceDecision(
  request: TraceRequest,
  recent: readonly RecentTrace[],
  manifest: Manifest,
  now: number,
): TraceDecision {
  const { autoUpdate, cardPolicy } = manifest
  const none = (reason: string): TraceDecision => ({ kind: 'none', reason })
  if (autoUpdate.tracePolicy.requireSummary && request.summary.trim() === '') return none('a trace needs a summary')
  if (request.force) return { kind: 'new' }
  const interval = autoUpdate.minTraceIntervalMinutes * 60_000
  const within = (time: number | undefined): boolean => time !== undefined && Math.abs(now - time) < interval
  if (!request.hook) {
    const last = recent.find(
      ({ card, created, tokens }) => within(created) && card.node.distilled !== true && tokens < cardPolicy.maxTokens,
    )
    return last === undefined ? { kind: 'new' } : { kind: 'extend', trace: last }
  }
  if (!autoUpdate.enabled) return none('auto_update.enabled is false')
  const refused =
    request.kind === null && autoUpdate.tracePolicy.requireMeaningfulChange
      ? meaningless(request, autoUpdate.ignorePatterns)
      : undefined
  if (refused !== undefined) return none(refused)
  if (autoUpdate.tracePolicy.requireRelatedNode && request.cards.length === 0) return none('no card is about what changed')
  const today = recent.filter(
    ({ created, card }) =>
      dayOf(created ?? Number.NaN) === dayOf(now) || (card.node.created ?? '').slice(0, 10) === isoDate(dayOf(now)),
  )
  if (today.some(({ card }) => tellsAlready(card.text, request))) return none('the same was recorded today')
  if (recent.some(({ created, updated }) => within(created) || within(updated)))
    return none(`the last trace is younger than ${autoUpdate.minTraceIntervalMinutes} minutes`)
  const made = today.filter(({ madeByHook }) => madeByHook).length
  if (made >= autoUpdate.maxAutoTracesPerDay)
    return none(`hooks made ${made} traces today; auto_update.max_auto_traces_per_day is ${autoUpdate.maxAutoTracesPerDay}`)
  return { kind: 'new' }
}

/** Renames, formatting, inconclusive exploration, temporary debugging and failed short tries leave nothing to remember. */
const TRIVIAL =
  /^(?:wip\b|(?:re)?nam(?:e|ed|ing)\b|renam(?:e|ed|ing|es)\b|(?:re)?format(?:s|ted|ting)?\b|lint(?:ed|ing)?\b|typos?\b|whitespace\b|indent\w*\b|style\b|merge (?:branch|pull)\b|explor(?:e|ed|ing|ation)\b|look(?:ed|ing) (?:at|into|around)\b|read(?:ing)? (?:the )?code\b|debug(?:ged|ging)?\b|(?:add|added|remove|removed) (?:debug|logging|print|console)\b|temp(?:orary)?\b|tr(?:y|ied|ying)\b|attempt(?:ed)?\b|revert(?:ed)?\b|bump(?:ed)?\b|重命名|改名|格式化|排版|调试|临时|尝试|试了|探索|查看|浏览|修正?错别字)/iu

function meaningless({ summary, files }: TraceRequest, ignored: readonly string[]): string | undefined {
  if (files.every((file) => isIgnored(file, ignored))) return 'nothing changed that counts'
  return TRIVIAL.test(summary.trim()) ? 'renames, formatting, exploration, debugging and tries leave no trace' : undefined
}

/** Files named as evidence; a mass edit says no more by naming all. */
const MOST_FILES = 20
const MOST_SUMMARY = 300
const HEADINGS = {
  happened: ['What Happened', '经过'],
  next: ['Next Step', '下一步'],
  evidence: ['Evidence', '证据'],
} as const
/** The names of a section, the one in the language of the store first. */
export const headings = (names: readonly [string, string], language: Language): readonly string[] =>
  language === 'zh-CN' ? [names[1], names[0]] : names

/**
 * A new trace, created and never written over another: its name is that of a free place. It ends in a part of the hash of all that
 * the trace says, its time among it, so that two branches that tell of one day in the same words do not make one file.
 */
export function newTrace(
  request: TraceRequest,
  language: Language,
  now: number,
  { place, sha256 }: TracePlaces,
): { readonly id: CardId; readonly op: WriteOp } {
  const stamp = timestamp(now)
  const summary = oneLine(request.summary)
  const title = opening(summary, 1, 80)
  const fields: FieldChanges = new Map<string, string | readonly string[] | null>([
    ['status', 'completed'],
    ['summary', opening(summary, 2, MOST_SUMMARY)],
    ['kind', request.kind],
    ['made_by', request.hook ? 'hook' : null],
    ['related', request.cards.length === 0 ? null : request.cards],
    ['created', stamp],
    ['updated', stamp],
    ['distilled', 'false'],
  ])
  const section = (names: readonly [string, string], lines: readonly string[]): string =>
    lines.length === 0 ? '' : `\n## ${headings(names, language)[0]}\n\n${lines.join('\n')}\n`
  const body = `# ${title}\n${section(HEADINGS.happened, happened(request))}${section(HEADINGS.next, request.next.map(item))}${section(HEADINGS.evidence, evidence(request))}`
  const mark = sha256(JSON.stringify([...fields, body])).slice(0, HASH_LENGTH)
  const { id, path } = place(`${stamp.slice(0, 10)} ${opening(summary, 1, 36).replace(/\.\.\.$/, '')} ${mark}`)
  return { id, op: { op: 'put', path, text: newCard({ id, type: 'trace', title, fields, body }), expect: 'absent' } }
}
/** One in 16 million pairs of traces with one day and one opening has the same. */
const HASH_LENGTH = 6
type TracePlaces = {
  readonly place: (name: string) => { readonly id: CardId; readonly path: ProjectPath }
  readonly sha256: (text: string) => string
}

/** A trace with what was confirmed later: one more line, its cards, files and next steps. The same summary again adds nothing. */
export function extendTrace(
  { card, related }: RecentTrace,
  request: TraceRequest,
  language: Language,
  now: number,
): readonly WriteOp[] {
  const stamp = timestamp(now)
  const [first = '', ...more] = happened(request)
  const known = tellsAlready(card.text, request)
  const line = first.startsWith('- ') ? `- ${stamp.slice(11, 16)} ${first.slice(2)}` : first
  let text = known ? card.text : appendToSection(card.text, headings(HEADINGS.happened, language), [line, ...more])
  if (request.next.length > 0) text = appendToSection(text, headings(HEADINGS.next, language), request.next.map(item))
  if (request.files.length > 0) text = appendToSection(text, headings(HEADINGS.evidence, language), evidence(request))
  const fields = new Map<string, string | readonly string[]>()
  const missing = request.cards.filter((id) => !related.includes(id))
  if (missing.length > 0) fields.set('related', [...related, ...missing])
  const summary = extendedSummary(card.node.summary, request.summary)
  if (!known && summary !== card.node.summary) fields.set('summary', summary)
  if (text !== card.text || missing.length > 0) fields.set('updated', stamp)
  return putCard(card, fields.size === 0 ? text : setFields(text, fields))
}

/** The summary of a trace that tells of one thing more, as long as both fit into what a summary may be. */
export function extendedSummary(summary: string, latest: string): string {
  const line = oneLine(latest)
  const both = summary === '' ? line : `${summary.replace(/[.\u3002]$/, '')}; ${line}`
  return line === '' || both.length > MOST_SUMMARY ? summary : both
}

/** True where each line of the summary stands in the text as a line of its own, with or without the time it was added. */
function tellsAlready(text: string, request: TraceRequest): boolean {
  const bare = (line: string): string => line.trim().replace(/^- (?:\d\d:\d\d )?/, '')
  const lines = new Set(text.split(/\r\n|\n|\r/).map(bare))
  return happened(request).every((line) => lines.has(bare(line)))
}

/** A summary of one line is an item; one of several keeps its Markdown. */
function happened({ summary }: TraceRequest): readonly string[] {
  const clean = summary
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')
    .trim()
  if (!clean.includes('\n')) return [item(clean)]
  // Seven such marks at the start of a line would read as an unresolved merge.
  return clean.split('\n').map((line) => (/^(?:<{7}|={7}|>{7}|\|{7})/.test(line) ? ` ${line}` : line.trimEnd()))
}

const item = (text: string): string => `- ${oneLine(text).replace(/^[-*+]\s+/, '')}`

function evidence({ files }: TraceRequest): readonly string[] {
  const shown = sortedUnique(files).slice(0, MOST_FILES)
  const more = files.length - shown.length
  return [...shown.map((file) => `- \`${oneLine(file).replaceAll('`', "'")}\``), ...(more > 0 ? [`- ${more} more files`] : [])]
}

/** `2026-07-03T12:00:00Z`. */
export const timestamp = (now: number): string => `${new Date(now).toISOString().slice(0, 19)}Z`
