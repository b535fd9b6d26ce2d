import { PmemError } from '../model/error.ts'
import type { NewEvent } from '../model/event.ts'
import type { GraphNode } from '../model/graph.ts'
import { affectedNow } from '../store/affected.ts'
import type { Ledger } from '../store/ledger.ts'
import type { OpenStore } from '../store/open.ts'
import { signalsOf } from '../store/signals.ts'
import { dayOf } from '../text/day.ts'
import { byText } from '../text/order.ts'
import { isFlagged } from '../update/flagged.ts'
import { changed } from './changed.ts'
import { command } from './command.ts'
import { eventsDiff } from './events-diff.ts'
import { performWrite } from './planned-write.ts'
import { resolveCard } from './resolve.ts'
import { SECRETS_FLAG } from './secret-check.ts'
import { known, sinceOf } from './since.ts'

export const markDirty = command({
  name: 'mark-dirty',
  summary: 'Flag cards that may no longer be true; --auto flags those whose source files changed',
  operands: { kind: 'list', name: 'id' },
  flags: {
    reason: { kind: 'text', placeholder: 'TEXT', doc: 'Why; shown wherever the card is' },
    auto: { kind: 'bool', doc: 'Flag the cards that name a changed file, as auto_update of the manifest says' },
    since: { kind: 'text', placeholder: 'WHEN', doc: 'With --auto: count changes from a commit, a date or an age such as 7d' },
    ...SECRETS_FLAG,
    dryRun: { kind: 'bool', doc: 'Print what would be appended to the ledger and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  examples: [
    'pmem mark-dirty module.store --reason "the lock moved"',
    'pmem mark-dirty --auto',
    'pmem mark-dirty module.a module.b --dry-run',
  ],
  exits: '0 flagged, or nothing to flag; 1 there is no such card, and then none is flagged',
  run(context, names, { reason, auto, since, allowSecrets, dryRun }) {
    if (auto === names.length > 0)
      throw new PmemError('USAGE', auto ? '--auto finds the cards itself' : 'mark-dirty needs an id, or --auto')
    if (since !== undefined && !auto) throw new PmemError('USAGE', '--since goes with --auto')
    const done = performWrite(context, { dryRun, ask: false, allowSecrets }, (store) => {
      const flags = auto
        ? autoFlags(store, context.now, reason, since)
        : names.map((name) => flag(writable(resolveCard(store.graph, name)), reason ?? ''))
      return { ops: [], events: distinct(flags), data: distinct(flags) }
    })
    const flagged = done.data.map(({ c, reason: why }) => ({ id: c, reason: why === '' ? 'flagged' : why }))
    const [only] = flagged
    return changed({ ...done, diff: dryRun ? eventsDiff(context, done.data) : done.diff }, dryRun, {
      action: 'mark-dirty',
      id: flagged.length === 1 && only !== undefined ? only.id : null,
      flagged,
    })
  },
})

type DirtyFlag = NewEvent & { readonly k: 'dirty' }

const flag = ({ id }: GraphNode, reason: string, files: readonly string[] = []): DirtyFlag => ({
  k: 'dirty',
  c: id,
  reason,
  ...(files.length === 0 ? {} : { files }),
})

const distinct = (flags: readonly DirtyFlag[]): readonly DirtyFlag[] => [...new Map(flags.map((one) => [one.c, one])).values()]

/** History cannot grow untrue. */
function writable(node: GraphNode): GraphNode {
  if (node.type === 'trace') throw new PmemError('USAGE', `${node.id} is a trace: it says what was, and cannot grow dirty`)
  return node
}

/** One flag a card for all of its changed files, unless it bears that flag already. */
function autoFlags(store: OpenStore, now: number, reason: string | undefined, since: string | undefined): readonly DirtyFlag[] {
  const { manifest, graph } = store
  if (!manifest.autoUpdate.enabled) return []
  const signals = signalsOf(store, now, 'all')
  const { affected } = known(affectedNow(store, signals, since === undefined ? undefined : sinceOf(since, dayOf(now))), since)
  const byCard = new Map<GraphNode, string[]>()
  for (const card of affected.filter((one) => one.match === 'file' && isFlagged(one.file, manifest))) {
    const node = graph.node(card.id)!
    byCard.set(node, [...(byCard.get(node) ?? []), card.file])
  }
  return [...byCard]
    .filter(([node, files]) => !isKnown(node, files, signals.ledger))
    .sort(([a], [b]) => byText(a.id, b.id))
    .map(([node, files]) => flag(node, reason ?? `changed: ${files.join(', ')}`, files))
}

const isKnown = ({ id }: GraphNode, files: readonly string[], { dirty }: Ledger): boolean => {
  const named = new Set((dirty.get(id) ?? []).flatMap((one) => one.files))
  return files.every((file) => named.has(file))
}
