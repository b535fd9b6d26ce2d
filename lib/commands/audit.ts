import { isAging, isLow, untoldReads } from '../ledger/learn.ts'
import { helpfulOf, NO_LEARNING, readsOf } from '../ledger/learning.ts'
import { qualityOf } from '../ledger/quality.ts'
import { startOf, trustAfter } from '../ledger/trust.ts'
import type { GraphNode } from '../model/graph.ts'
import { stalenessOf } from '../query/factors.ts'
import { knownCloneId } from '../store/clone.ts'
import { readRetrievals } from '../store/retrievals.ts'
import { signalsOf } from '../store/signals.ts'
import { dayOf } from '../text/day.ts'
import { byText } from '../text/order.ts'
import { round6 } from '../text/round.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import type { Context } from './context.ts'
import { contentLength, summaryReader } from './fact-length.ts'
import { missingReferences } from './missing.ts'
import { currentStore } from './planned-write.ts'

export const audit = command({
  name: 'audit',
  summary: 'Say which cards deserve a look: long, unhelpful, forgotten, and the quality of each; changes nothing',
  operands: { kind: 'none' },
  flags: { ...GLOBAL_FLAG, now: { kind: 'text', placeholder: 'ISO', doc: 'Audit as at this date or time (UTC)' } },
  formats: ['compact', 'json'],
  examples: ['pmem audit', 'pmem audit --json'],
  run(context) {
    const cards = examine(context)
    const quality = cards
      .map(({ node, quality: judged }) => ({ id: node.id, ...judged }))
      .sort((a, b) => a.score - b.score || byText(a.id, b.id))
    const sum = quality.reduce((total, { score }) => total + score, 0)
    return {
      kind: 'audit',
      exit: 0,
      data: {
        total_cards: cards.length,
        total_facts: cards.filter(({ node }) => node.type === 'fact').length,
        long_without_summary: cards
          .filter(({ tooLong }) => tooLong)
          .map(({ node, length }) => ({ id: node.id, content_length: length })),
        low_helpful_rate: cards
          .filter(({ low }) => low)
          .map(({ node, reads, helpful }) => ({ id: node.id, rate: round6(helpful / reads), retrieval_count: reads })),
        aging_candidates: cards.flatMap(({ node, last, aging }) =>
          aging && last !== null ? [{ id: node.id, last_retrieved_at: last }] : [],
        ),
        quality,
        mean_quality: quality.length === 0 ? 100 : Math.round((sum / quality.length) * 10) / 10,
      },
    }
  },
})

type Examined = {
  readonly node: GraphNode
  readonly length: number
  readonly tooLong: boolean
  readonly reads: number
  readonly helpful: number
  readonly low: boolean
  readonly last: number | null
  readonly aging: boolean
  readonly quality: ReturnType<typeof qualityOf>
}

/** Every card by id, in memory: not even a derived file is written. */
function examine(context: Context): readonly Examined[] {
  const project = context.project()
  const { graph, text, manifest } = currentStore(project)
  const signals = signalsOf({ project, graph, manifest }, context.now, 'all', { readOnly: true })
  const found = readRetrievals(project)
  const by = knownCloneId(project.files) ?? ''
  const hasSummary = summaryReader(text)
  const today = dayOf(context.now)
  const limit = manifest.learning.warnOverCharacters
  return [...graph.nodes()].map((node) => {
    const card = signals.ledger.learning.get(node.id) ?? NO_LEARNING
    const { untold, last } = untoldReads(card, found.get(node.id), by)
    const [reads, helpful] = [readsOf(card) + untold, helpfulOf(card)]
    const summed = hasSummary(node)
    const length = node.type === 'fact' && !summed && (node.match_length ?? 0) > limit ? contentLength(project, node) : 0
    const low = isLow({ reads, helpful })
    const aging = isAging(last, today)
    const quality = qualityOf({
      isRecord: node.type === 'trace' || node.external === true,
      // A short fact is its own summary, and stands for itself.
      hasSummary: summed || node.type === 'fact',
      tooLongBy: Math.max(0, length - limit),
      isJoined:
        node.type === 'fact' || [...graph.edgesFrom(node.id), ...graph.edgesTo(node.id)].some(({ source }) => source !== 'weak'),
      danglingLinks: missingReferences(graph, node.id).length,
      isDated: node.updated !== null || node.created !== undefined,
      isVerified: node.source_files.length === 0 || node.last_verified !== null,
      staleReasons: stalenessOf(node, { manifest, today, signals }).reasons,
      lowRate: low,
      aging,
      trust: trustAfter(card.steps, startOf(node.trust)),
    })
    return { node, length, tooLong: length > limit, reads, helpful, low, last, aging, quality }
  })
}
