import type { FactState } from '../facts/rank.ts'
import { startOf, trustAfter } from '../ledger/trust.ts'
import type { GraphIndex } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { type Ledger, readLedger } from './ledger.ts'
import type { Project } from './project.ts'
import { readRetrievals } from './retrievals.ts'

/** What learning knows of the cards of a store, for fact search and whatever shows facts; each file is read when first asked for. */
export function factState(project: Project, graph: GraphIndex): FactState {
  let ledger: Ledger | undefined
  let counts: ReturnType<typeof readRetrievals> | undefined
  return {
    trustOf(id) {
      ledger ??= readLedger(project)
      return learnedTrust(ledger, graph, id)
    },
    lastRetrievedAt(id) {
      counts ??= readRetrievals(project)
      return counts.get(id)?.last ?? null
    },
  }
}

/** The trust that feedback and learning have moved, in thousandths; undefined for a card that neither has touched. */
export function learnedTrust({ learning }: Ledger, graph: GraphIndex, id: CardId): number | undefined {
  const steps = learning.get(id)?.steps ?? ''
  return steps === '' ? undefined : trustAfter(steps, startOf(graph.node(id)?.trust))
}
