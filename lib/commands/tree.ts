import type { Step } from '../model/answer.ts'
import type { TreeStep } from '../model/outcome.ts'

export const treeStep = ({ depth, name, from, to, node, edge, known }: Step): TreeStep => ({
  depth,
  name,
  from,
  id: to,
  title: node.title,
  status: node.status,
  source: edge.source,
  confidence: edge.confidence,
  evidence: edge.evidence,
  known,
})
