import type { Recall, RecallCard } from '../model/recall.ts'
import { clip, oneLine } from './terminal.ts'

const SUMMARY = 140

/** Where the project stands, stable parts first. */
export function renderRecall(data: Recall): string {
  const { project } = data
  const lines = [`PROJECT ${oneLine(project.name)} (${oneLine(project.type)})`, `STAGE ${oneLine(project.stage)}`]
  section(lines, 'ARCHITECTURE', data.active_foundation.map(cardLine))
  section(lines, 'DECISIONS', data.decisions.map(cardLine))
  section(lines, 'READ_IF_NEEDED', data.read_if_needed.map(({ path, why }) => `- ${oneLine(path)}: ${oneLine(why)}`))
  section(lines, 'CURRENT CONTEXT', [...(data.focus === '' ? [] : [`Focus: ${oneLine(data.focus)}`]), ...data.context_summary.map(cardLine)])
  section(lines, 'RECENT CHANGES', [...data.recent_changes, ...data.recent_traces].map((card) => `- ${card.updated ?? ''} ${oneLine(card.id)}: ${clip(oneLine(card.title), SUMMARY)}`))
  section(lines, 'NEXT', data.next === '' ? [] : [oneLine(data.next)])
  if (data.omitted.length > 0) lines.push(`Left out: ${data.omitted.map(({ list, count }) => `${count} of ${list}`).join(', ')}.`)
  return `${lines.join('\n')}\n`
}

function section(lines: string[], heading: string, body: readonly string[]): void {
  if (body.length > 0) lines.push('', heading, ...body)
}

function cardLine(card: RecallCard): string {
  const status = card.status === null || card.status === 'active' || card.status === 'accepted' ? '' : ` [${oneLine(card.status)}]`
  return `- ${oneLine(card.id)}${status}${card.stale ? ' {stale}' : ''}: ${clip(oneLine(card.summary === '' ? card.title : card.summary), SUMMARY)}`
}
