import type { Finding } from '../model/finding.ts'
import type { GraphNode } from '../model/graph.ts'
import { NO_SIGNALS } from '../model/signals.ts'
import { stalenessOf } from '../query/factors.ts'
import { isOver } from '../query/list-cards.ts'
import { shellWord } from './shell-word.ts'
import type { Snapshot } from './snapshot.ts'

/** Kinds of cards that are a record of a moment: nobody verifies them again. */
const RECORDS = new Set(['trace', 'summary', 'fact', 'person', 'resource', 'doc'])

/** Cards that may no longer be true, and cards that nobody ever confirmed; each with the command that settles it. */
export function checkFreshness(snapshot: Snapshot): readonly Finding[] {
  return snapshot.nodes
    .filter((node) => node.external !== true && !isOver(node))
    .flatMap((node) => [...callsInQuestion(node, snapshot), ...outOfDate(node, snapshot), ...neverVerified(node, snapshot)])
}

/** By a flag, by its sources, or by a card it rests on. */
function callsInQuestion(node: GraphNode, { signals, changed, graph }: Snapshot): readonly Finding[] {
  if (node.type === 'trace') return []
  const findings: Finding[] = []
  const warn = (code: string, message: string, fix: string): void => {
    findings.push({ code, severity: 'warning', message, file: node.file, id: node.id, fix })
  }
  const settle = (text: string): string =>
    `Check it, then run \`pmem update --confirm --card ${shellWord(node.id)} -s "${text}"\`.`
  const dirty = signals.dirty.get(node.id)
  if (dirty !== undefined) warn('dirty', `${node.id} may no longer be true: ${dirty}`, settle('what changed'))
  const source = signals.sourceChanged.get(node.id) ?? changed.get(node.id)
  if (source !== undefined)
    warn('source-changed', `${node.id} may no longer be true: its source changed: ${source}`, settle('what changed'))
  const suspect = signals.suspect.get(node.id)
  if (suspect !== undefined) {
    const cause = suspect.cause ?? node.id
    const newer = graph.edgesTo(cause, 'supersedes')[0]?.from
    const ended = newer !== undefined || graph.node(cause)?.status === 'superseded'
    const fix = ended
      ? `Let it rest on ${newer ?? 'another card'} instead of ${cause}.`
      : `Check ${cause} first, then run \`pmem verify-card ${shellWord(cause)}\`.`
    warn('suspect', `${node.id} may no longer be true: it ${suspect.path}`, fix)
  }
  return findings
}

/** By its own dates alone. */
const outOfDate = (node: GraphNode, { manifest, today }: Snapshot): readonly Finding[] =>
  stalenessOf(node, { manifest, today, signals: NO_SIGNALS }).reasons.map((reason) => ({
    code: 'stale',
    severity: 'warning',
    message: `${node.id} may no longer be true: ${reason}`,
    file: node.file,
    id: node.id,
    fix: `Check it, then run \`pmem verify-card ${shellWord(node.id)}\`.`,
  }))

function neverVerified(node: GraphNode, { manifest, verified }: Snapshot): readonly Finding[] {
  if (!manifest.freshness.requireLastVerified || RECORDS.has(node.type)) return []
  if (node.last_verified !== null || verified.get(node.id) !== undefined) return []
  return [
    {
      code: 'never-verified',
      severity: 'warning',
      message: `${node.id} has never been verified`,
      file: node.file,
      id: node.id,
      fix: `Check it against the code, then run \`pmem verify-card ${shellWord(node.id)}\`.`,
    },
  ]
}
