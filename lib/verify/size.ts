import type { Finding } from '../model/finding.ts'
import type { Snapshot } from './snapshot.ts'

/** The three hot files are read at each start of an agent; beyond this they cost more than they say. Source: design, section 2. */
const HOT_LIMIT = 2_000

/** Cards too large to be one thought, cards with too many relations, and hot files that are no longer short. */
export function checkSize({ nodes, manifest, graph, tokens }: Snapshot): readonly Finding[] {
  const { maxTokens, warnRelationsOver } = manifest.cardPolicy
  const findings: Finding[] = []
  for (const node of nodes) {
    if (node.external === true) continue
    const size = tokens.get(node.file) ?? 0
    if (size > maxTokens) {
      findings.push({
        code: 'oversized',
        severity: 'warning',
        message: `${node.id} has about ${size} tokens; ${maxTokens} is the limit of card_policy.max_tokens`,
        file: node.file,
        id: node.id,
        fix: 'Split it, or move detail into a document.',
      })
    }
    const relations = graph.edgesFrom(node.id).filter(({ source }) => source === 'explicit').length
    if (relations > warnRelationsOver) {
      findings.push({
        code: 'many-relations',
        severity: 'warning',
        message: `${node.id} has ${relations} relations; ${warnRelationsOver} is the limit of card_policy.warn_relations_over`,
        file: node.file,
        id: node.id,
        fix: 'Keep the relations that carry a reason.',
      })
    }
  }
  const hot = ['.pmem/index.md', '.pmem/state.md', '.pmem/next.md'].reduce((sum, file) => sum + (tokens.get(file) ?? 0), 0)
  if (hot > HOT_LIMIT) {
    findings.push({
      code: 'hot-files-large',
      severity: 'warning',
      message: `index.md, state.md and next.md have about ${hot} tokens together; ${HOT_LIMIT} is the limit`,
      file: '.pmem/index.md',
      fix: 'Move what is not needed at each start into cards.',
    })
  }
  return findings
}
