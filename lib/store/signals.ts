import { flagReason } from '../ledger/fold.ts'
import type { SourceHashes } from '../model/event.ts'
import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import { type Lookup, NO_SIGNALS, type Signals } from '../model/signals.ts'
import { stalenessOf } from '../query/factors.ts'
import { isOver } from '../query/list-cards.ts'
import { dayOf, isoDate, utcDay } from '../text/day.ts'
import { lazy } from '../text/lazy.ts'
import { canAge } from '../update/affected.ts'
import { cascade, type Suspect, suspectFinder } from '../update/cascade.ts'
import { type Baseline, readBaseline } from './baseline.ts'
import { learnedTrust } from './fact-state.ts'
import { type Ledger, readLedger } from './ledger.ts'
import type { OpenStore } from './open.ts'
import { sourceDates } from './source-dates.ts'
import { type SourceReader, sourceReader } from './sources.ts'

/** What is known about the cards of a store beside their text, and what it comes from. */
export type StoreSignals = Signals & {
  readonly ledger: Ledger
  readonly reader: SourceReader
  /** Every entry of a card whose content is another than when it was verified, with what tells so. */
  readonly differences: (node: GraphNode) => readonly Difference[]
}
export type Difference = { readonly entry: string; readonly detail: string }

/**
 * The signals as at `now`. `few`: found out card by card when asked, for commands that look at the cards of one question;
 * `all`: for commands that look at every card, with the stats of sources remembered. Both say the same of each card.
 * `readOnly` keeps even the derived files of `local/` as they are.
 */
export function signalsOf(
  store: Pick<OpenStore, 'project' | 'manifest' | 'graph'>,
  now: number,
  scope: 'few' | 'all',
  { readOnly = false } = {},
): StoreSignals {
  const { project, manifest, graph } = store
  const ledger = readLedger(project, readOnly)
  const reader = sourceReader(project, manifest.autoUpdate.ignorePatterns, scope === 'all')
  const dirty = new Map([...ledger.dirty].map(([id, flags]) => [id, [...new Set(flags.map(flagReason))].join('; ')]))
  const sourceChanged = memo((id) => {
    const node = graph.node(id)
    return node === undefined
      ? undefined
      : differences(node)
          .map(({ detail }) => detail)
          .join(', ') || undefined
  })
  const baseline = lazy((): Baseline => readBaseline(project.files))
  const dates = sourceDates(project, readOnly)
  const differences = (node: GraphNode): readonly Difference[] => {
    if (node.source_files.length === 0 || !isCompared(node, manifest)) return []
    const verified = ledger.verified.get(node.id)
    if (verified !== undefined) return differing(verified.sources, node, reader)
    const seen = baseline().get(node.id)
    if (seen !== undefined && seen.verified === node.last_verified) return differing(seen.sources, node, reader)
    const day = utcDay(node.last_verified ?? '')
    if (day === undefined) return []
    return node.source_files.flatMap((entry) => {
      const commit = dates(entry, day)
      return commit === undefined ? [] : [{ entry, detail: `${entry} (committed ${isoDate(commit)})` }]
    })
  }
  const causeOf = memo((id) => {
    const node = graph.node(id)
    return node === undefined ? undefined : causeIn(node, graph, { dirty, sourceChanged }, manifest, dayOf(now))
  })
  const isTrace = (id: CardId): boolean => graph.node(id)?.type === 'trace'
  const suspect =
    scope === 'all' ? allSuspects(graph, causeOf, isTrace) : memo(suspectFinder(graph, (id) => causeOf.get(id), isTrace))
  const trust = memo((id) => {
    const thousandths = learnedTrust(ledger, graph, id)
    return thousandths === undefined ? undefined : thousandths / 1000
  })
  if (scope === 'all' && !readOnly) reader.done()
  return { dirty, sourceChanged, suspect, trust, taught: ledger.taught, ledger, reader, differences }
}

/** Cards whose policy asks for a comparison with what they are about. */
export function isCompared(node: GraphNode, { freshness }: Manifest): boolean {
  if (!canAge(node) || node.policy === 'never' || node.policy === 'ttl') return false
  return freshness.staleOnRelatedCodeChange || node.policy === 'verify_on_related_code_change'
}

/** Entries whose content is another than the recorded one; an entry that was not recorded has nothing to differ from. */
function differing(recorded: SourceHashes, node: GraphNode, reader: SourceReader): readonly Difference[] {
  const before = new Map(recorded)
  return node.source_files
    .filter((entry) => before.has(entry) && reader.hash(entry) !== before.get(entry))
    .map((entry) => ({ entry, detail: entry }))
}

/** Why a card may drag others along: dirty, changed, superseded, or stale by its own dates. */
function causeIn(
  node: GraphNode,
  graph: GraphIndex,
  { dirty, sourceChanged }: Pick<Signals, 'dirty' | 'sourceChanged'>,
  manifest: Manifest,
  today: number,
): string | undefined {
  if (node.type === 'trace') return undefined
  const newer = graph.edgesTo(node.id, 'supersedes')[0]?.from
  if (newer !== undefined) return `superseded by ${newer}`
  if (node.status === 'superseded') return 'superseded'
  const flagged = dirty.get(node.id)
  if (flagged !== undefined) return `dirty: ${flagged}`
  const source = sourceChanged.get(node.id)
  if (source !== undefined) return `source changed: ${source}`
  return isOver(node) ? undefined : stalenessOf(node, { manifest, today, signals: NO_SIGNALS }).reasons[0]
}

function allSuspects(graph: GraphIndex, causeOf: Lookup<string>, isTrace: (id: CardId) => boolean): ReadonlyMap<CardId, Suspect> {
  const causes = new Map<CardId, string>()
  for (const { id } of graph.nodes()) {
    const cause = causeOf.get(id)
    if (cause !== undefined) causes.set(id, cause)
  }
  return cascade(graph, causes, isTrace)
}

function memo<V>(make: (id: CardId) => V | undefined): Lookup<V> {
  const known = new Map<CardId, V | undefined>()
  return {
    get(id) {
      if (!known.has(id)) known.set(id, make(id))
      return known.get(id)
    },
  }
}
