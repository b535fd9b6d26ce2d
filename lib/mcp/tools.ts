import { ask } from '../commands/ask.ts'
import { contextCommand } from '../commands/context-command.ts'
import { recall } from '../commands/recall.ts'
import { related } from '../commands/related.ts'
import { status } from '../commands/status.ts'
import { trace } from '../commands/trace.ts'
import { update } from '../commands/update.ts'
import { PmemError } from '../model/error.ts'
import { isRecord } from '../text/json.ts'
import { factFeedback, factStore } from './fact-tools.ts'
import { callOf, outputOf, type Tool, toolOf, type WriteLevel } from './tool.ts'

const READS = { readOnlyHint: true, openWorldHint: false } as const
const ADDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const

/** The tools a server of this level has, always in the same order. Those that could only refuse are left out. */
export const toolsAt = (level: WriteLevel): readonly Tool[] =>
  level === 'off' ? [...READING, factStore(level)] : [...READING, UPDATE, factStore(level), factFeedback]

const READING: readonly Tool[] = [
  toolOf(recall, {
    title: 'Where the project stands',
    description: 'Project, foundations, decisions, focus, recent changes, next step. Call it first.',
    flags: ['mode', 'since'],
    docs: { mode: '', since: 'Changes since a date or age (7d)' },
    annotations: READS,
    outputSchema: outputOf({ project: 'object', decisions: 'array', context_summary: 'array', next: 'string' }),
  }),
  toolOf(ask, {
    title: 'Ask the memory',
    description: 'Cards that answer a question, file path or id, best first. Empty with a reason when memory has no answer.',
    flags: ['limit', 'type', 'hops', 'explain'],
    docs: { limit: '', type: 'Card type', hops: '', explain: 'Show how scores come about' },
    annotations: READS,
    outputSchema: outputOf({ matched: 'array', total: 'integer', reason: 'object|null' }),
    slim: (data, { explain }) =>
      explain === true ? data : { ...data, matched: (data['matched'] as readonly unknown[]).map(slimHit) },
  }),
  toolOf(contextCommand, {
    title: 'Before a task',
    description: 'Traps, cards and files to know before a task. Call it before changing code.',
    flags: ['files'],
    docs: { files: 'Files the task touches' },
    annotations: READS,
    outputSchema: outputOf({ traps: 'array', cards: 'array', files: 'array', warnings: 'array' }),
  }),
  toolOf(related, {
    title: 'Around a card',
    description: 'Cards connected to a card or file, and how.',
    flags: ['depth', 'type', 'source', 'limit'],
    docs: { id: 'Card or file', depth: '', type: 'Edge types', source: '', limit: '' },
    annotations: READS,
    outputSchema: outputOf({ steps: 'array', total: 'integer' }),
  }),
  toolOf(trace, {
    title: 'Why',
    description: 'What a card rests on, what rests on it, its history and evidence.',
    flags: ['depth'],
    docs: { depth: '' },
    annotations: READS,
    outputSchema: outputOf({ why: 'array', used_by: 'array', history: 'array', evidence_paths: 'array' }),
  }),
  toolOf(status, {
    title: 'State of the memory',
    description: 'Changed files and the cards they concern; dirty, suspect, stale and broken cards.',
    flags: ['since'],
    docs: { since: 'A commit, date or age' },
    annotations: READS,
    outputSchema: outputOf({ affected: 'array', dirty: 'array', suspect: 'array', stale: 'array', broken: 'array' }),
  }),
]

const UPDATE: Tool = (() => {
  const tool = toolOf(update, {
    title: 'Write back',
    description:
      'With summary: record what was done as a trace, set next steps, settle cards. Without: list cards to look at, with proposed edits.',
    flags: ['summary', 'next', 'card', 'kind', 'apply', 'since', 'dryRun'],
    docs: {
      summary: 'What changed and why',
      next: 'Next steps',
      card: 'Only these cards',
      kind: '',
      apply: 'Id of a proposed edit to take',
      since: '',
      dryRun: '',
    },
    annotations: ADDS,
    outputSchema: outputOf({ action: 'string', items: 'array', written: 'array', trace: 'string|null' }, [
      'action',
      'items',
      'written',
      'trace',
    ]),
  })
  return {
    ...tool,
    callOf(given) {
      const { summary, apply } = given
      if (summary !== undefined && apply !== undefined)
        throw new PmemError('USAGE', 'summary and apply exclude each other', { fix: 'Make two calls.' })
      if (summary === undefined && apply === undefined && given['dry_run'] === true)
        throw new PmemError('USAGE', 'dry_run goes with summary or apply', { fix: 'Without either nothing is written anyway.' })
      return callOf(update, [], {
        ...given,
        confirm: summary !== undefined,
        suggest: summary === undefined && apply === undefined,
      })
    },
  }
})()

/** How a score comes about is most of a hit; asked for, it is all there. */
function slimHit(hit: unknown): unknown {
  if (!isRecord(hit)) return hit
  const { tier: _tier, base: _base, factors: _factors, reasons, stale, stale_reasons: why, ...rest } = hit
  return {
    ...rest,
    reasons: (reasons as readonly { readonly channel: string; readonly detail: string }[]).map(
      ({ channel, detail }) => `${channel}: ${detail}`,
    ),
    stale,
    ...(stale === true ? { stale_reasons: why } : {}),
  }
}
