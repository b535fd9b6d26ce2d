import type { Finding } from '../model/finding.ts'
import { isOver } from '../query/list-cards.ts'
import { stalenessOf } from '../query/factors.ts'
import type { Snapshot } from './snapshot.ts'

/** Kinds of cards that are a record of a moment: nobody verifies them again. */
const RECORDS = new Set(['trace', 'summary', 'fact', 'person', 'resource', 'doc'])

/** Cards that may no longer be true, and cards that nobody ever confirmed. */
export function checkFreshness({ nodes, manifest, today, signals }: Snapshot): readonly Finding[] {
  const findings: Finding[] = []
  for (const node of nodes) {
    if (node.external === true || isOver(node)) continue
    for (const reason of stalenessOf(node, { manifest, today, signals }).reasons) {
      findings.push({ code: 'stale', severity: 'warning', message: `${node.id} may no longer be true: ${reason}`, file: node.file, id: node.id, fix: `Check it, then set last_verified.` })
    }
    if (manifest.freshness.requireLastVerified && node.last_verified === null && !RECORDS.has(node.type)) {
      findings.push({ code: 'never-verified', severity: 'warning', message: `${node.id} has never been verified`, file: node.file, id: node.id, fix: 'Check it against the code, then set last_verified.' })
    }
  }
  return findings
}
