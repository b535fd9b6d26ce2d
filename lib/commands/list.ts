import { PmemError } from '../model/error.ts'
import type { GraphNode } from '../model/graph.ts'
import { stalenessOf } from '../query/factors.ts'
import { isOver } from '../query/list-cards.ts'
import { priorityRank } from '../query/priority.ts'
import { foldName } from '../text/fold.ts'
import { nearest } from '../text/nearest.ts'
import { byText } from '../text/order.ts'
import { command, GLOBAL_FLAG, READ_FLAGS } from './command.ts'
import { factorContext } from './factor-context.ts'

export const list = command({
  name: 'list',
  summary: 'List the cards, or those of one type, by priority and id',
  operands: { kind: 'words', names: ['type'], optional: 1 },
  flags: {
    status: {
      kind: 'list',
      placeholder: 'STATUS',
      doc: 'Only cards with this status, or open for all that are not ended; may be given several times',
    },
    tag: { kind: 'list', placeholder: 'TAG', doc: 'Only cards that carry all of these tags' },
    stale: { kind: 'bool', doc: 'Only cards that may no longer be true' },
    limit: { kind: 'int', min: 1, max: 1_000_000, doc: 'Most cards to show; without it, all' },
    ...GLOBAL_FLAG,
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem list', 'pmem list decision --status accepted', 'pmem list task --json'],
  exits: '0 shown, 1 no card is like that',
  run(context, [type], { status, tag, stale, limit }) {
    const { graph, manifest, state } = context.store()
    const wanted = type === undefined ? undefined : cardType(type, manifest.schema.cardTypes)
    const factors = factorContext(context, manifest)
    const tags = tag.map(foldName)
    const isStale = (node: GraphNode): boolean => stalenessOf(node, factors).reasons.length > 0
    const matching = [...graph.nodes()]
      .filter((node) => wanted === undefined || node.type === wanted)
      .filter(
        (node) => status.length === 0 || status.includes(node.status ?? 'none') || (status.includes('open') && !isOver(node)),
      )
      .filter((node) => tags.every((name) => node.tags.some((own) => foldName(own) === name)))
      .filter((node) => !stale || isStale(node))
      .sort((a, b) => priorityRank(a.priority) - priorityRank(b.priority) || byText(a.id, b.id))
    const shown = matching.slice(0, limit)
    return {
      kind: 'list',
      exit: matching.length === 0 ? 1 : 0,
      data: {
        cards: shown.map((node) => ({
          id: node.id,
          type: node.type,
          title: node.title,
          status: node.status,
          priority: node.priority,
          updated: node.updated,
          file: node.file,
          stale: isStale(node),
        })),
        total: matching.length,
        complete: shown.length === matching.length,
        index: state,
      },
    }
  },
})

/** A type by its name or English plural. Throws USAGE with the nearest. */
export function cardType(name: string, types: readonly string[]): string {
  const wanted = name.toLowerCase()
  const found = types.find(
    (type) =>
      type === wanted ||
      `${type}s` === wanted ||
      `${type.replace(/y$/, 'ie')}s` === wanted ||
      (type === 'person' && wanted === 'people'),
  )
  if (found !== undefined) return found
  const [close] = nearest(wanted, types, 1)
  throw new PmemError(
    'USAGE',
    `there is no card type ${JSON.stringify(name)}${close === undefined ? `; there are ${types.join(', ')}` : `; did you mean ${close}?`}`,
  )
}
