import { flagReason } from '../ledger/fold.ts'
import type { GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { affectedNow } from '../store/affected.ts'
import type { Changes } from '../store/changes.ts'
import type { OpenStore } from '../store/open.ts'
import type { Project } from '../store/project.ts'
import { type StoreSignals, signalsOf } from '../store/signals.ts'
import { dayOf } from '../text/day.ts'
import { canAge } from '../update/affected.ts'
import type { Candidate, Cause } from '../update/suggest.ts'
import { cardFile, writableCard } from './planned-write.ts'
import { known, sinceOf } from './since.ts'

/** What may have made cards untrue, and the cards, by id. */
export type LookedAround = {
  readonly changes: Changes
  readonly signals: StoreSignals
  readonly candidates: readonly Candidate[]
}

/** Cards that changed files, flags or other cards call in question. Reads only; `since` counts from a commit or moment instead of the last record. */
export function updateCandidates(store: OpenStore, now: number, since?: string): LookedAround {
  const { project, graph } = store
  const signals = signalsOf(store, now, 'all')
  const { changes, affected } = known(
    affectedNow(store, signals, since === undefined ? undefined : sinceOf(since, dayOf(now))),
    since,
  )
  const causes = new Map<CardId, Cause[]>()
  const add = (id: CardId, cause: Cause): void => {
    const list = causes.get(id)
    if (list === undefined) causes.set(id, [cause])
    else list.push(cause)
  }
  for (const [id, flags] of signals.ledger.dirty) {
    for (const flag of flags) add(id, { kind: 'dirty', text: `dirty: ${flagReason(flag)}`, evidence: flag.files })
  }
  const moves = new Map(changes.files.flatMap(({ path, from }) => (from === undefined ? [] : [[from, path] as const])))
  for (const { id, file, entry, match, kind } of affected) {
    const to = kind === 'deleted' ? moves.get(file) : undefined
    const what = to === undefined ? `${file} was ${kind}` : `${file} was moved to ${to}`
    // A folder or pattern that holds a changed file is a hint; one whose recorded content is another is proof.
    const isProof = match === 'file' || signals.differences(graph.node(id)!).some((difference) => difference.entry === entry)
    add(id, {
      kind: isProof ? 'changed_file' : 'hint',
      text: isProof ? what : `${what} (${match} hint)`,
      evidence: to === undefined ? [file] : [file, to],
      ...(to === undefined || match !== 'file' ? {} : { moved: [{ from: file, to }] }),
    })
  }
  for (const node of graph.nodes()) {
    const suspect = canAge(node) ? signals.suspect.get(node.id) : undefined
    if (suspect !== undefined) add(node.id, { kind: 'suspect', text: `suspect: ${suspect.path}`, evidence: [suspect.path] })
  }
  const candidates = [...causes].flatMap(([id, list]): Candidate[] => {
    const node = graph.node(id)
    return node === undefined || node.external === true ? [] : [{ card: cardFile(project, node), causes: list }]
  })
  return { changes, signals, candidates }
}

/** A card as a candidate, also when nothing calls it in question: somebody may look at it all the same. */
export const candidateOf = (project: Project, node: GraphNode, candidates: readonly Candidate[]): Candidate =>
  candidates.find(({ card }) => card.node.id === node.id) ?? {
    card: writableCard(project, node),
    causes: [{ kind: 'none', text: 'nothing calls it in question', evidence: [] }],
  }

/** Cards that a confirmation settles when it names none: those flagged, and those whose own sources changed. Suspects follow their cause; hints of folders and patterns are no proof. */
export const settledBy = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ causes }) => causes.some(({ kind }) => kind === 'dirty' || kind === 'changed_file'))
