import type { Footer, Recall, RecallCard, TaskContext } from '../model/recall.ts'
import { clip, oneLine } from './terminal.ts'

const SUMMARY = 200

/** Where the project stands: what seldom changes first, what changes often last, so that a prompt cache keeps most of it. */
export function renderRecall(data: Recall): string {
  const lines = projectLines(data.project)
  section(lines, 'ARCHITECTURE', data.active_foundation.flatMap(cardLines))
  section(lines, 'DECISIONS', data.decisions.flatMap(cardLines))
  section(
    lines,
    'READ_IF_NEEDED',
    data.read_if_needed.map(({ path, why }) => `- ${oneLine(path)}: ${clip(oneLine(why), SUMMARY)}`),
  )
  section(
    lines,
    'YOUR OWN FACTS',
    data.own_facts.map(({ text }) => `- ${clip(oneLine(text), SUMMARY)}`),
  )
  section(lines, 'CURRENT CONTEXT', [...focusLine(data.focus), ...data.context_summary.flatMap(cardLines)])
  section(lines, 'RECENT CHANGES', [...data.recent_changes, ...data.recent_traces].flatMap(changeLines))
  section(
    lines,
    'NEXT',
    data.next === '' ? [] : [oneLine(data.next), ...(data.next_why === '' ? [] : [`Why: ${oneLine(data.next_why)}`])],
  )
  lines.push('', ...(data.reminder === null ? [] : [oneLine(data.reminder)]), footerLine(data.footer))
  return `${lines.join('\n')}\n`
}

/** What to know before a task. */
export function renderContext(data: TaskContext): string {
  const lines = [`TASK ${clip(oneLine(data.task), SUMMARY)}`, ...projectLines(data.project)]
  section(lines, 'CURRENT CONTEXT', focusLine(data.focus))
  section(lines, 'TRAPS', data.traps.flatMap(cardLines))
  section(lines, 'CARDS', data.cards.flatMap(cardLines))
  section(
    lines,
    'FILES',
    data.files.map(({ path, why }) => `- ${oneLine(path)}: ${oneLine(why)}`),
  )
  section(
    lines,
    'WARNINGS',
    data.warnings.map((warning) => `- ${oneLine(warning)}`),
  )
  section(lines, 'NEXT', [...(data.next === '' ? [] : [oneLine(data.next)]), `Suggested: ${oneLine(data.suggested)}`])
  lines.push('', footerLine(data.footer))
  return `${lines.join('\n')}\n`
}

/** How much of the whole this is, what was cut and why, and how far it can be trusted. One line. */
export function footerLine({ shown, total, omitted, budget, over_budget, stale, index, receipt }: Footer): string {
  const cut = omitted.map(({ list, count, reason }) => `${count} ${list} (${reason})`)
  const parts = [
    `shown ${shown} of ${total} cards`,
    ...(cut.length === 0 ? [] : [`left out: ${cut.join(', ')}`]),
    ...(over_budget ? [`over budget ${budget}: what is never cut is larger`] : []),
    `index ${index.status.replaceAll('_', ' ')}`,
    ...(stale === 0 ? [] : [`${stale} stale`]),
    `receipt ${receipt}`,
  ]
  return `-- ${parts.join('; ')}`
}

const projectLines = (project: Recall['project']): string[] => [
  `PROJECT ${oneLine(project.name)} (${oneLine(project.type)})`,
  `STAGE ${oneLine(project.stage)}`,
]

const focusLine = (focus: string): string[] => (focus === '' ? [] : [`Focus: ${oneLine(focus)}`])

function section(lines: string[], heading: string, body: readonly string[]): void {
  if (body.length > 0) lines.push('', heading, ...body)
}

function cardLines(card: RecallCard): string[] {
  const usual = card.status === null || card.status === 'active' || card.status === 'accepted'
  const marks = `${usual ? '' : ` [${oneLine(card.status!)}]`}${card.stale ? ' {stale}' : ''}`
  const line = `- ${oneLine(card.id)}${marks}: ${clip(oneLine(card.summary === '' ? card.title : card.summary), SUMMARY)}`
  return [
    line,
    ...(card.why === undefined ? [] : [`  because: ${oneLine(card.why)}`]),
    ...(card.detail === undefined ? [] : [`  > ${oneLine(card.detail)}`]),
  ]
}

const changeLines = (card: RecallCard): string[] => [
  `- ${card.updated === null ? '' : `${oneLine(card.updated).slice(0, 10)} `}${oneLine(card.id)}: ${clip(oneLine(card.title), SUMMARY)}`,
  ...(card.detail === undefined ? [] : [`  > ${oneLine(card.detail)}`]),
]
