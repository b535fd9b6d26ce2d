import type { PmemError } from '../model/error.ts'
import type { Outcome, Packed, PlainOutcome, Signed } from '../model/outcome.ts'
import type { OutputFormat } from '../model/output-format.ts'
import { estimateTokens, packingBudget } from '../text/tokens.ts'
import { renderAsk } from './ask.ts'
import { renderChecked } from './checked.ts'
import {
  renderImpact,
  renderInit,
  renderList,
  renderNext,
  renderPath,
  renderRebuild,
  renderReceipt,
  renderRelated,
  renderShow,
  renderStatus,
  renderTrace,
  renderVerify,
} from './compact.ts'
import { renderDoctor } from './doctor.ts'
import { renderEval } from './eval.ts'
import {
  renderAbout,
  renderContradictions,
  renderFactList,
  renderFacts,
  renderImported,
  renderRelatedFacts,
  renderRemembered,
} from './facts.ts'
import { countedAs, fitPacked, jsonRoom } from './fit-packed.ts'
import { framed } from './frame.ts'
import { renderDot, renderMermaid, renderView } from './graph.ts'
import { renderIntegrations } from './integrations.ts'
import { renderAudit, renderCompacted, renderFeedback, renderLearn, renderTaught, renderTrust } from './learned.ts'
import { renderContext, renderRecall } from './recall.ts'
import type { Rendered } from './rendered.ts'
import { oneLine, safe } from './terminal.ts'
import { renderChanged, renderDistilled, renderSuggested } from './written.ts'

/** Prints an outcome. JSON is exactly one document: the data of the outcome as it stands. */
export function renderOutcome(outcome: Outcome, format: OutputFormat): Rendered {
  switch (outcome.kind) {
    case 'ask':
      return renderPacked(
        outcome,
        format,
        (data) => renderAsk(data, outcome.explain),
        (data) => [...data.matched.map(({ file }) => file), ...data.recommended_files],
      )
    case 'recall':
      return renderPacked(outcome, format, renderRecall, (data) => [
        ...data.read_if_needed.map(({ path }) => path),
        ...[data.active_foundation, data.decisions, data.context_summary].flat().map(({ file }) => file),
      ])
    case 'context':
      return renderPacked(outcome, format, renderContext, (data) => [
        ...data.files.map(({ path }) => path),
        ...data.traps.map(({ file }) => file),
        ...data.cards.map(({ file }) => file),
      ])
    default:
      return { ...renderPlain(outcome, format), ...(outcome.printed === undefined ? {} : { done: outcome.printed }) }
  }
}

function renderPlain(outcome: PlainOutcome, format: OutputFormat): Rendered {
  if (format === 'json') return { stdout: json(outcome.data), stderr: '' }
  if (outcome.kind === 'graph' && format === 'dot') return toStdout(renderDot(outcome.data))
  return format === 'paths' ? { stdout: lines(pathsOf(outcome)), stderr: '' } : plain(outcome)
}

/** Escaped beyond what JSON asks for: a document printed to a terminal moves no cursor and turns no text. */
const json = (data: unknown): string =>
  `${JSON.stringify(data).replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
const lines = (paths: readonly string[]): string => [...new Set(paths)].map((path) => `${oneLine(path)}\n`).join('')

/** An error: one JSON document on stdout where JSON was asked for, else a line or two on stderr. */
export function renderError(error: PmemError, asJson: boolean): Rendered {
  const { code, message, where, fix } = error
  if (asJson) return { stdout: json({ error: { code, message, where: where ?? null, fix } }), stderr: '' }
  const place = where?.path === undefined ? '' : ` (${oneLine(where.path)}${where.line === undefined ? '' : `:${where.line}`})`
  return { stdout: '', stderr: `pmem: ${oneLine(message)}${place}\n${oneLine(fix)}\n` }
}

/** The largest part of an answer that fits its budget, whatever the format: what is counted is what is printed. */
function renderPacked<T extends Signed>(
  packed: Packed<T>,
  format: OutputFormat,
  compact: (data: T) => string,
  paths: (data: T) => readonly string[],
): Rendered {
  const print = (data: T): string => {
    if (format === 'json') return json(data)
    if (format === 'paths') return lines(paths(data))
    return format === 'pack' ? framed(compact(data)) : compact(data)
  }
  const room = packed.budget === null ? null : roomIn(packed.budget, format)
  const data = fitPacked(packed, room, (whole) => estimateTokens(print(countedAs(whole))))
  return { stdout: print(data), stderr: '', done: () => packed.printed(data) }
}

/** Of each format, what may be counted: on lists of paths the estimate is a fifth too high and more (bench/budget). */
const roomIn = (budget: number, format: OutputFormat): number =>
  format === 'paths' ? budget : format === 'json' ? jsonRoom(budget) : packingBudget(budget)

function plain(outcome: PlainOutcome): Rendered {
  switch (outcome.kind) {
    case 'next':
      return toStdout(renderNext(outcome.data))
    case 'list':
      return toStdout(renderList(outcome.data))
    case 'related':
      return toStdout(renderRelated(outcome.data))
    case 'trace':
      return toStdout(renderTrace(outcome.data))
    case 'path':
      return toStdout(renderPath(outcome.data))
    case 'impact':
      return toStdout(renderImpact(outcome.data))
    case 'receipt':
      return toStdout(renderReceipt(outcome.data))
    case 'show':
      return toStdout(renderShow(outcome.data))
    case 'status':
      return toStdout(renderStatus(outcome.data))
    case 'verify':
      return toStdout(renderVerify(outcome.data))
    case 'rebuild':
      return renderRebuild(outcome.data)
    case 'init':
      return toStdout(renderInit(outcome.data))
    case 'changed':
      return toStdout(renderChanged(outcome.data))
    case 'suggested':
      return toStdout(renderSuggested(outcome.data))
    case 'distilled':
      return toStdout(renderDistilled(outcome.data))
    case 'facts':
      return toStdout(renderFacts(outcome.data))
    case 'fact_list':
      return toStdout(renderFactList(outcome.data))
    case 'about':
      return toStdout(renderAbout(outcome.data))
    case 'related_facts':
      return toStdout(renderRelatedFacts(outcome.data))
    case 'contradictions':
      return toStdout(renderContradictions(outcome.data))
    case 'remembered':
      return toStdout(renderRemembered(outcome.data))
    case 'imported':
      return toStdout(renderImported(outcome.data))
    case 'feedback':
      return toStdout(renderFeedback(outcome.data))
    case 'learn':
      return toStdout(renderLearn(outcome.data))
    case 'audit':
      return toStdout(renderAudit(outcome.data))
    case 'trust':
      return toStdout(renderTrust(outcome.data))
    case 'eval':
      return toStdout(renderEval(outcome.data))
    case 'graph':
      return toStdout(renderMermaid(outcome.data))
    case 'view':
      return toStdout(renderView(outcome.data))
    case 'taught':
      return toStdout(renderTaught(outcome.data))
    case 'doctor':
      return toStdout(renderDoctor(outcome.data))
    case 'compacted':
      return toStdout(renderCompacted(outcome.data))
    case 'integrations':
      return toStdout(renderIntegrations(outcome.data))
    case 'checked':
      return toStdout(renderChecked(outcome.data))
    case 'completion':
      return toStdout(outcome.data.script)
    case 'hook':
      return toStdout(outcome.data.output === null ? '' : json(outcome.data.output))
    case 'written':
      return toStdout(
        outcome.data.dry_run ? safe(outcome.data.diff) : `${oneLine(outcome.data.id)}  ${oneLine(outcome.data.file)}\n`,
      )
  }
}

const toStdout = (stdout: string): Rendered => ({ stdout, stderr: '' })

function pathsOf(outcome: PlainOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'list':
    case 'impact':
    case 'about':
    case 'related_facts':
      return outcome.data.cards.map(({ file }) => file)
    case 'trace':
      return [outcome.data.file, ...outcome.data.evidence_paths]
    case 'show':
    case 'written':
      return [outcome.data.file]
    case 'changed':
      return [...outcome.data.written, ...outcome.data.removed]
    case 'facts':
      return outcome.data.results.map(({ file }) => file)
    case 'fact_list':
      return outcome.data.facts.map(({ file }) => file)
    case 'remembered':
      return outcome.data.facts.map(({ file }) => file)
    case 'imported':
      return outcome.data.written
    case 'view':
      return outcome.data.file === null ? [] : [outcome.data.file]
    case 'contradictions':
      return outcome.data.contradictions.flatMap(({ a, b }) => [a.file, b.file])
    case 'suggested':
      return outcome.data.items.map(({ file }) => file)
    case 'checked':
      return outcome.data.hits.map(({ file }) => file)
    case 'distilled':
      return outcome.data.proposals.map(({ file }) => file)
    default:
      return []
  }
}
