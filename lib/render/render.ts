import type { OutputFormat } from '../model/output-format.ts'
import type { Outcome } from '../model/outcome.ts'
import type { PmemError } from '../model/error.ts'
import { renderAsk } from './ask.ts'
import { renderRecall } from './recall.ts'
import { renderInit, renderList, renderNext, renderRebuild, renderRelated, renderShow, renderStatus, renderTrace, renderVerify } from './compact.ts'
import { oneLine } from './terminal.ts'

/** What goes where: data to stdout, notes for people to stderr. Both end in a newline unless empty. */
export type Rendered = { readonly stdout: string; readonly stderr: string }

/** Prints an outcome. JSON is exactly one document: the data of the outcome as it stands. */
export function renderOutcome(outcome: Outcome, format: OutputFormat): Rendered {
  if (format === 'json') return { stdout: `${JSON.stringify(outcome.data)}\n`, stderr: '' }
  if (format === 'paths') return { stdout: pathsOf(outcome).map((path) => `${path}\n`).join(''), stderr: '' }
  return compact(outcome)
}

/** An error: one JSON document on stdout where JSON was asked for, else a line or two on stderr. */
export function renderError(error: PmemError, json: boolean): Rendered {
  const { code, message, where, fix } = error
  if (json) return { stdout: `${JSON.stringify({ error: { code, message, where: where ?? null, fix } })}\n`, stderr: '' }
  const place = where?.path === undefined ? '' : ` (${where.path}${where.line === undefined ? '' : `:${where.line}`})`
  return { stdout: '', stderr: `pmem: ${oneLine(message)}${place}\n${oneLine(fix)}\n` }
}

function compact(outcome: Outcome): Rendered {
  switch (outcome.kind) {
    case 'ask':
      return renderAsk(outcome.data, outcome.explain)
    case 'recall':
      return toStdout(renderRecall(outcome.data))
    case 'next':
      return toStdout(renderNext(outcome.data))
    case 'list':
      return toStdout(renderList(outcome.data))
    case 'related':
      return toStdout(renderRelated(outcome.data))
    case 'trace':
      return toStdout(renderTrace(outcome.data))
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
    case 'written':
      return toStdout(outcome.data.dry_run ? outcome.data.diff : `${outcome.data.id}  ${outcome.data.file}\n`)
  }
}

const toStdout = (stdout: string): Rendered => ({ stdout, stderr: '' })

function pathsOf(outcome: Outcome): readonly string[] {
  switch (outcome.kind) {
    case 'ask':
      return [...new Set([...outcome.data.matched.map(({ file }) => file), ...outcome.data.recommended_files])]
    case 'recall':
      return outcome.data.read_if_needed.map(({ path }) => path)
    case 'list':
      return outcome.data.cards.map(({ file }) => file)
    case 'trace':
      return [outcome.data.file, ...outcome.data.evidence_paths]
    case 'show':
    case 'written':
      return [outcome.data.file]
    default:
      return []
  }
}
