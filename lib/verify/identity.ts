import type { Finding } from '../model/finding.ts'
import type { GraphNode } from '../model/graph.ts'
import { cardId, isSlugId } from '../model/ids.ts'
import { slug } from '../text/slug.ts'
import { shellWord } from './shell-word.ts'
import type { Snapshot } from './snapshot.ts'

/** Ids and file names that work here but not everywhere: odd ids, and pairs that differ in case alone. */
export function checkIdentity({ nodes }: Snapshot): readonly Finding[] {
  const findings: Finding[] = []
  for (const node of nodes) {
    if (node.external === true || isSlugId(node.id)) continue
    findings.push({
      code: 'odd-id',
      severity: 'warning',
      message: `the id ${JSON.stringify(node.id)} is not of the form <type>.<slug>`,
      file: node.file,
      id: node.id,
      fix: `Leave it, since every command takes it as it is, or ${renaming(node)}.`,
    })
  }
  return [...findings, ...caseOnly(nodes, 'id', ({ id }) => id), ...caseOnly(nodes, 'file name', ({ file }) => file)]
}

function renaming({ id, type }: GraphNode): string {
  const name = slug(id.startsWith(`${type}.`) ? id.slice(type.length + 1) : id, () => '')
  const wanted = name === '' ? undefined : cardId(`${type}.${name}`)
  return wanted === undefined || !isSlugId(wanted)
    ? `rename it to ${type}.<slug>`
    : `run \`pmem rename ${shellWord(id)} ${shellWord(wanted)}\``
}

function caseOnly(nodes: readonly GraphNode[], what: string, key: (node: GraphNode) => string): Finding[] {
  const seen = new Map<string, GraphNode>()
  const findings: Finding[] = []
  for (const node of nodes) {
    const folded = key(node).normalize('NFC').toLowerCase()
    const other = seen.get(folded)
    if (other === undefined) seen.set(folded, node)
    else {
      findings.push({
        code: 'case-clash',
        severity: 'warning',
        message: `the ${what}s ${key(other)} and ${key(node)} differ in case alone; on many file systems they are one`,
        file: node.file,
        id: node.id,
        fix: 'Rename one of them.',
      })
    }
  }
  return findings
}
