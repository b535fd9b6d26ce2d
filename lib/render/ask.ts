import type { AskAnswer } from '../model/answer.ts'
import type { Hit } from '../model/hit.ts'
import { footerLine } from './recall.ts'
import { clip, oneLine } from './terminal.ts'

const SUMMARY = 160
const EXCERPT = 240

/** The answer to a question for people and agents: one line a card, then where to read on. Card text is quoted data. */
export function renderAsk(answer: AskAnswer, explain: boolean): string {
  const { matched, reason, list, total, complete, corrected } = answer
  if (reason !== null) {
    const uncovered = reason.uncovered.length === 0 ? '' : `; not covered: ${reason.uncovered.map(oneLine).join(', ')}`
    return `No answer: ${oneLine(reason.message)}${uncovered}\n${reason.fix}\n`
  }
  const direct = matched.filter(({ graph_distance }) => graph_distance === 0)
  const expanded = matched.filter(({ graph_distance }) => graph_distance > 0)
  const lines: string[] = []
  for (const { from, to } of corrected) lines.push(`No card holds "${oneLine(from)}"; read as "${oneLine(to)}".`)
  if (list !== null) {
    const what = `${list.types.join(', ')}${list.filter === '' ? '' : ` (${oneLine(list.filter)})`}`
    lines.push(complete ? `All ${total} of ${what}:` : `${matched.length} of ${total} of ${what}:`)
    for (const hit of matched) lines.push(listLine(hit))
  } else {
    if (direct.length > 0) lines.push('Matched:', ...direct.flatMap((hit) => hitLines(hit, explain)))
    if (expanded.length > 0) lines.push('Expanded:', ...expanded.flatMap((hit) => hitLines(hit, explain)))
  }
  if (answer.recommended_files.length > 0)
    lines.push('Recommended read:', ...answer.recommended_files.map((file) => `- ${oneLine(file)}`))
  if (answer.evidence_paths.length > 0) lines.push('Evidence:', ...answer.evidence_paths.map((file) => `- ${oneLine(file)}`))
  lines.push(footerLine(answer.footer))
  return `${lines.join('\n')}\n`
}

function hitLines(hit: Hit, explain: boolean): string[] {
  const { excerpt } = hit
  const lines = [
    `- ${oneLine(hit.id)} (${hit.score.toFixed(2)}) [${evidence(hit)}] ${marks(hit)}${clip(described(hit), SUMMARY)}`,
  ]
  if (excerpt !== undefined) {
    const heading = excerpt.heading === null ? '' : ` ${oneLine(excerpt.heading)}`
    lines.push(`  > ${clip(oneLine(excerpt.text), EXCERPT)} (${hit.file}:${excerpt.line}${heading})`)
  }
  if (explain) lines.push(...explained(hit))
  return lines
}

/** The id of a document is a path: its title says what it is. A card of the store has a telling id. */
function described({ title, summary, file }: Hit): string {
  if (summary === '' || (!file.startsWith('.pmem/') && !summary.startsWith(title)))
    return oneLine(summary === '' ? title : `${title}: ${summary}`)
  return oneLine(summary)
}

function evidence(hit: Hit): string {
  if (hit.via !== undefined) return `via ${hit.via.type} from ${oneLine(hit.via.from)}`
  return hit.reasons
    .filter(({ channel }) => channel !== 'graph')
    .map(({ channel, detail }) => (channel === 'fts' ? 'fts' : `${channel}:${oneLine(detail)}`))
    .join(', ')
}

/** What a reader must know before trusting the card. */
function marks(hit: Hit): string {
  const words: string[] = []
  if (hit.superseded_by !== undefined) words.push(`superseded by ${oneLine(hit.superseded_by)}`)
  else if (hit.status === 'superseded' || hit.status === 'deprecated' || hit.status === 'archived') words.push(hit.status)
  if (hit.stale) words.push(`stale: ${hit.stale_reasons.map(oneLine).join(', ')}`)
  return words.length === 0 ? '' : `{${words.join('; ')}} `
}

const listLine = (hit: Hit): string =>
  `- ${oneLine(hit.id)}${hit.status === null ? '' : ` [${oneLine(hit.status)}]`} ${marks(hit)}${clip(oneLine(hit.title), SUMMARY)}`

/** The arithmetic, one note a line, so that a score can be checked by hand. */
function explained(hit: Hit): string[] {
  const factors = Object.entries(hit.factors)
  return [
    ...hit.reasons.map(({ channel, detail, base }) => `  . ${channel} ${base} ${oneLine(detail)}`),
    `  . base ${hit.base} = strongest channel + 5 % of the others (an edge counts a tenth), at most 0.08`,
    `  . score ${hit.score} = ${hit.base} x ${factors.map(([name, value]) => `${name} ${value}`).join(' x ')}`,
  ]
}
