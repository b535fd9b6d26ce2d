import { historyOf } from '../ledger/history.ts'
import { untoldReads } from '../ledger/learn.ts'
import { helpfulOf, NO_LEARNING, readsOf, unhelpfulOf } from '../ledger/learning.ts'
import { startOf, trustAfter } from '../ledger/trust.ts'
import { knownCloneId } from '../store/clone.ts'
import { ledgerEvents, readLedger } from '../store/ledger.ts'
import { readRetrievals } from '../store/retrievals.ts'
import { dayOf } from '../text/day.ts'
import { round6 } from '../text/round.ts'
import { command, GLOBAL_FLAG, READ_FLAGS } from './command.ts'
import { resolveCard } from './resolve.ts'
import { taughtLine } from './taught-line.ts'

export const trust = command({
  name: 'trust',
  summary: 'Show why the trust of a card is what it is, event by event, and which questions it was taught',
  operands: { kind: 'words', names: ['id'] },
  flags: { ...GLOBAL_FLAG, ...READ_FLAGS },
  formats: ['compact', 'json'],
  examples: ['pmem trust decision.json-indexes', 'pmem trust module.store --json'],
  exits: '0 shown, 1 there is no such card',
  run(context, [name = '']) {
    const { graph, project } = context.store()
    const node = resolveCard(graph, name)
    const card = readLedger(project).learning.get(node.id) ?? NO_LEARNING
    const start = startOf(node.trust)
    const { untold, last } = untoldReads(card, readRetrievals(project).get(node.id), knownCloneId(project.files) ?? '')
    const [reads, helpful] = [readsOf(card) + untold, helpfulOf(card)]
    return {
      kind: 'trust',
      exit: 0,
      data: {
        id: node.id,
        trust: trustAfter(card.steps, start) / 1000,
        start: start / 1000,
        start_from: node.trust === undefined ? 'default' : 'card',
        reads,
        helpful,
        unhelpful: unhelpfulOf(card),
        rate: round6(helpful / Math.max(1, reads)),
        last_retrieved_at: last,
        steps: historyOf(node.id, ledgerEvents(project), start).map(({ t, what, from, to }) => ({
          at: new Date(t).toISOString(),
          what,
          from: from / 1000,
          to: to / 1000,
        })),
        taught: card.words.map((word) => taughtLine(node.id, word, dayOf(context.now))),
      },
    }
  },
})
