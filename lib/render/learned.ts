import type { AuditData, CompactedData, FeedbackData, LearnData, TaughtData, TaughtLine, TrustData } from '../model/learned.ts'
import { clip, oneLine, safe } from './terminal.ts'

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)
const dryRun = (what: string, diff: string): string => (diff === '' ? `${what}: nothing would change\n` : safe(diff))

/** So many of a long list are shown; JSON has them all. */
const MOST = 20

export function renderFeedback(data: FeedbackData): string {
  if (data.dry_run) return dryRun('feedback', data.diff)
  const { id, verdict, old_trust: before, new_trust: after, query, taught, notes } = data
  return text([
    `${verdict} ${oneLine(id)}: trust ${before} -> ${after}`,
    ...(taught ? [`it answers to "${oneLine(query ?? '')}" from now on`] : []),
    ...notes.map(oneLine),
  ])
}

export function renderLearn(data: LearnData): string {
  const { promoted, demoted, aged, unchanged, long_facts: long, reads, changes } = data
  if (data.dry_run) return dryRun('learn', data.diff)
  return text([
    `learned: ${promoted} promoted, ${demoted} demoted, ${aged} aged, ${unchanged} unchanged`,
    ...changes.map(({ id, rules, from, to }) => `- ${oneLine(id)}: trust ${from} -> ${to} (${rules.join(', ')})`),
    ...(reads.length === 0 ? [] : [`${count(reads.length, 'card')} found since the last time`]),
    ...long
      .slice(0, MOST)
      .map(
        ({ id, content_length: length, penalty, has_summary: summed }) =>
          `long: ${oneLine(id)}, ${length} characters${summed ? ', its summary too' : ' without a summary'}: scores x ${penalty}`,
      ),
    ...more(long.length),
  ])
}

export function renderAudit(data: AuditData): string {
  const { long_without_summary: long, low_helpful_rate: low, aging_candidates: aging, quality } = data
  const faulty = quality.filter(({ deductions }) => deductions.length > 0)
  return text([
    `${count(data.total_cards, 'card')}, ${count(data.total_facts, 'fact')}, mean quality ${data.mean_quality}`,
    ...section('Long without a summary:', long, ({ id, content_length: length }) => `${oneLine(id)}  ${length} characters`),
    ...section(
      'Often found, hardly ever helpful:',
      low,
      ({ id, rate, retrieval_count: found }) => `${oneLine(id)}  ${rate} of ${found} reads`,
    ),
    ...section(
      'Not found for over 60 days:',
      aging,
      ({ id, last_retrieved_at: last }) => `${oneLine(id)}  last found ${dayOf(last)}`,
    ),
    ...section(
      'Quality, the worst first:',
      faulty,
      ({ id, score, deductions }) =>
        `${oneLine(id)}  ${score}: ${deductions.map(({ points, reason }) => `-${points} ${clip(oneLine(reason), 120)}`).join('; ')}`,
    ),
  ])
}

function section<T>(title: string, rows: readonly T[], line: (row: T) => string): readonly string[] {
  return rows.length === 0 ? [] : [title, ...rows.slice(0, MOST).map((row) => `- ${line(row)}`), ...more(rows.length)]
}

const more = (total: number): readonly string[] => (total > MOST ? [`  and ${total - MOST} more; --json has them all`] : [])

export function renderTrust(data: TrustData): string {
  const { id, trust, start, start_from: origin, reads, helpful, unhelpful, rate, last_retrieved_at: last, steps, taught } = data
  return text([
    `${oneLine(id)}: trust ${trust}`,
    `${start} to begin with, ${origin === 'card' ? 'as the card says' : 'as any card'}`,
    ...steps.map(({ at, what, from, to }) => `${at}  ${from === to ? to : `${from} -> ${to}`}  ${oneLine(what)}`),
    `${count(reads, 'read')}, ${helpful} helpful, ${unhelpful} unhelpful, rate ${rate}${last === null ? '' : `, last found ${dayOf(last)}`}`,
    ...taughtLines(taught),
  ])
}

export function renderTaught(data: TaughtData): string {
  if (data.dry_run) return dryRun('taught', data.diff)
  if (data.removed.length > 0)
    return text(data.removed.map(({ id, query }) => `${oneLine(id)} no longer answers to "${oneLine(query)}"`))
  return data.taught.length === 0
    ? 'No question has been taught: `pmem feedback <id> helpful --query TEXT` teaches one.\n'
    : text(taughtLines(data.taught))
}

const taughtLines = (taught: readonly TaughtLine[]): readonly string[] =>
  taught.map(({ id, query, since, weight }) => `${oneLine(id)} answers to "${oneLine(query)}" since ${since}, weight ${weight}`)

export function renderCompacted(data: CompactedData): string {
  const { snapshot, covered, events_before: before, events_after: after, notes } = data
  if (data.dry_run) return dryRun('ledger compact', data.diff)
  return text([
    snapshot === null
      ? 'ledger compact: nothing to draw together'
      : `drew ${count(covered.length, 'file')} with ${count(before, 'event')} together into ${oneLine(snapshot)} with ${after}`,
    ...notes.map(oneLine),
  ])
}
