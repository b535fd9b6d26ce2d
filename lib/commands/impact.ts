import type { GraphIndex } from '../model/graph.ts'
import { cardId } from '../model/ids.ts'
import type { Impact } from '../model/outcome.ts'
import { cardsAbout, type Impacted, restingOn } from '../query/impact.ts'
import { asPath } from '../query/intent.ts'
import { command, READ_FLAGS } from './command.ts'
import { resolveCard } from './resolve.ts'

export const impact = command({
  name: 'impact',
  summary: 'Show what a change touches: cards about a file, or cards that rest on a card',
  operands: { kind: 'words', names: ['file-or-id'] },
  flags: { limit: { kind: 'int', default: 50, min: 1, max: 10_000, doc: 'Most cards to show' }, ...READ_FLAGS },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem impact lib/store/lock.ts', 'pmem impact decision.json-indexes --json'],
  exits: '0 something is touched, 1 nothing is, or no such card',
  run(context, [name = ''], { limit }) {
    const { graph, state } = context.store()
    const { subject, kind, found } = touched(graph, name)
    const cards = found
      .slice(0, limit)
      .map(({ node, distance, why }) => ({ id: node.id, type: node.type, title: node.title, file: node.file, distance, why }))
    return { kind: 'impact', exit: found.length === 0 ? 1 : 0, data: { subject, kind, cards, total: found.length, index: state } }
  },
})

/** An id is a card. A path that cards are about is a file; what else is named must be a card. A card's own file means the card. */
function touched(
  graph: GraphIndex,
  name: string,
): { readonly subject: string; readonly kind: Impact['kind']; readonly found: readonly Impacted[] } {
  const id = cardId(name)
  const file = id !== undefined && graph.node(id) !== undefined ? undefined : asPath(name)
  const about = file === undefined ? [] : cardsAbout(graph, file)
  if (file !== undefined && (about.length > 0 || !isCard(graph, name))) return { subject: file, kind: 'file', found: about }
  const node = resolveCard(graph, name)
  return { subject: node.id, kind: 'card', found: restingOn(graph, node.id) }
}

function isCard(graph: GraphIndex, name: string): boolean {
  try {
    resolveCard(graph, name)
    return true
  } catch {
    return false
  }
}
