import { PmemError } from '../model/error.ts'
import type { CardId } from '../model/ids.ts'
import { type Changes, changesOf } from '../store/changes.ts'
import type { OpenStore } from '../store/open.ts'
import { type StoreSignals, signalsOf } from '../store/signals.ts'
import { affectedCards, canAge } from '../update/affected.ts'
import type { Candidate, Cause } from '../update/suggest.ts'
import { cardFile } from './planned-write.ts'

/** What may have made cards untrue, and the cards, by id. */
export type LookedAround = {
  readonly changes: Changes
  readonly signals: StoreSignals
  readonly candidates: readonly Candidate[]
}

/** Cards that changed files, flags or other cards call in question. Reads only; `since` counts from a commit or moment instead of the last record. */
export function updateCandidates(store: OpenStore, now: number, since?: string): LookedAround {
  const { project, manifest, graph } = store
  const changes = changesOf(project, manifest, since)
  if (changes === undefined) throw new PmemError('USAGE', `--since: git knows no commit or moment ${JSON.stringify(since)}`)
  const signals = signalsOf(store, now, 'all')
  const causes = new Map<CardId, Cause[]>()
  const add = (id: CardId, cause: Cause): void => {
    const list = causes.get(id)
    if (list === undefined) causes.set(id, [cause])
    else list.push(cause)
  }
  for (const [id, flags] of signals.ledger.dirty) {
    for (const { reason, files } of flags)
      add(id, { kind: 'dirty', text: `dirty: ${reason === '' ? 'flagged' : reason}`, evidence: files })
  }
  const moves = new Map(changes.files.flatMap(({ path, from }) => (from === undefined ? [] : [[from, path] as const])))
  for (const { id, file, match, kind } of affectedCards(graph.nodes(), changes.files)) {
    const to = kind === 'deleted' ? moves.get(file) : undefined
    const what = to === undefined ? `${file} was ${kind}` : `${file} was moved to ${to}`
    add(id, {
      kind: 'changed_file',
      text: match === 'file' ? what : `${what} (${match} hint)`,
      evidence: to === undefined ? [file] : [file, to],
      ...(to === undefined || match !== 'file' ? {} : { moved: [{ from: file, to }] }),
    })
  }
  for (const node of graph.nodes()) {
    if (!canAge(node)) continue
    const source = signals.sourceChanged.get(node.id)
    if (source !== undefined && !causes.has(node.id))
      add(node.id, { kind: 'source_changed', text: `source changed: ${source}`, evidence: [source] })
    const suspect = signals.suspect.get(node.id)
    if (suspect !== undefined) add(node.id, { kind: 'suspect', text: `suspect: ${suspect.path}`, evidence: [suspect.path] })
  }
  const candidates = [...causes].flatMap(([id, list]): Candidate[] => {
    const node = graph.node(id)
    return node === undefined || node.external === true ? [] : [{ card: cardFile(project, node), causes: list }]
  })
  return { changes, signals, candidates }
}

/** Cards that a confirmation settles when it names none: those flagged, and those whose own sources changed. Suspects follow their cause; hints of folders and patterns are no proof. */
export const settledBy = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.filter(({ causes }) =>
    causes.some(
      ({ kind, text }) => kind === 'dirty' || kind === 'source_changed' || (kind === 'changed_file' && !text.endsWith(' hint)')),
    ),
  )
