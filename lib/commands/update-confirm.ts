import { PmemError } from '../model/error.ts'
import type { CardId } from '../model/ids.ts'
import type { Outcome } from '../model/outcome.ts'
import { settleChangesOp } from '../store/changes.ts'
import { sortedUnique } from '../text/order.ts'
import { planConfirmation } from '../update/confirm.ts'
import type { Candidate } from '../update/suggest.ts'
import type { TraceKind } from '../update/trace.ts'
import { cardPlace } from './card-place.ts'
import { changed } from './changed.ts'
import type { Context } from './context.ts'
import { performWrite, textFile } from './planned-write.ts'
import { recentTraces } from './recent-traces.ts'
import { resolveCard } from './resolve.ts'
import { candidateOf, settledBy, updateCandidates } from './update-candidates.ts'

export type ConfirmFlags = {
  readonly summary: string | undefined
  readonly next: readonly string[]
  readonly cards: readonly string[]
  readonly kind: TraceKind | undefined
  readonly hook: boolean
  readonly force: boolean
  readonly since: string | undefined
  readonly allowSecrets: boolean
  readonly dryRun: boolean
}

/** The usual end of a task in one line: trace, state.md, next.md, and the cards it covers settled. */
export function confirmUpdate(
  context: Context,
  { summary = '', next, cards, kind, hook, force, since, allowSecrets, dryRun }: ConfirmFlags,
): Outcome {
  const project = context.project()
  const { host, now } = context
  const done = performWrite(context, { dryRun, ask: !force && !hook, allowSecrets }, (store) => {
    const { manifest, graph } = store
    if (summary.trim() === '' && !hook && manifest.autoUpdate.tracePolicy.requireSummary) {
      throw new PmemError('USAGE', 'update --confirm needs a summary', {
        fix: 'Write `pmem update --confirm -s "what changed and why" -n "what is next"`.',
      })
    }
    const { changes, signals, candidates } = updateCandidates(store, now, since)
    const settled = settledBy(candidates)
    const named = cards
      .flatMap((name) => name.split(','))
      .filter((name) => name.trim() !== '')
      .map((name) => candidateOf(project, resolveCard(graph, name.trim()), candidates))
    // A hook cannot have looked at a card: it settles only what its caller names.
    const covered = named.length > 0 ? uniqueBy(named, ({ card }) => card.node.id) : hook ? [] : settled
    const ids = (some: readonly Candidate[]): readonly CardId[] => sortedUnique(some.map(({ card }) => card.node.id)) as CardId[]
    const about = ids([...covered, ...settled])
    const related = named.length > 0 ? ids(named) : about
    const text = summary.trim() === '' ? `Looked at ${related.length} cards` : summary
    const plan = planConfirmation({
      request: {
        summary: text,
        next: next.filter((item) => item.trim() !== ''),
        kind: kind ?? null,
        cards: related,
        files: filesOf(changes.files, candidates, about),
        hook,
        force,
      },
      covered: covered.filter(({ card }) => card.node.type !== 'trace'),
      recent: recentTraces(store),
      state: textFile(project, '.pmem/state.md'),
      next: textFile(project, '.pmem/next.md'),
      nextItems: next.length === 0 ? null : next.filter((item) => item.trim() !== ''),
      manifest,
      now,
      sha256: host.sha256,
      place: (name) => cardPlace(project, manifest, graph, 'trace', name),
    })
    // Left out by policy, a hook leaves no trace at all.
    if (hook && plan.skipped !== null)
      return { ops: [], events: [], data: { trace: null, verified: [], resolved: [], notes: [`no trace: ${plan.skipped}`] } }
    const verified = [...plan.verified.keys()]
    const resolved = verified.filter((id) => signals.ledger.dirty.has(id))
    const whole = !hook && settled.every(({ card }) => plan.verified.has(card.node.id))
    return {
      ops: [...plan.ops, ...(whole && changes.by === 'git' && changes.files.length > 0 ? [settleChangesOp(project)] : [])],
      events: [
        ...[...plan.verified].map(([id, entries]) => ({
          k: 'verified' as const,
          c: id,
          sources: entries.map((entry) => [entry, signals.reader.hash(entry)] as const),
        })),
        ...resolved.map((id) => ({ k: 'resolved' as const, c: id })),
      ],
      data: {
        trace: plan.trace,
        verified,
        resolved,
        notes: plan.skipped === null ? [] : [`no trace: ${plan.skipped}`],
      },
    }
  })
  return changed(done, dryRun, { action: 'confirm', ...done.data })
}

/** The changed files, and those that differ from what a card was verified with. */
function filesOf(
  changed: readonly { readonly path: string }[],
  candidates: readonly Candidate[],
  about: readonly CardId[],
): readonly string[] {
  const sources = candidates
    .filter(({ card }) => about.includes(card.node.id))
    .flatMap(({ causes }) => causes.filter(({ kind }) => kind === 'changed_file').flatMap(({ evidence }) => evidence))
  return sortedUnique([...changed.map(({ path }) => path), ...sources])
}

function uniqueBy<T>(values: readonly T[], key: (value: T) => string): readonly T[] {
  return [...new Map(values.map((value) => [key(value), value])).values()]
}
