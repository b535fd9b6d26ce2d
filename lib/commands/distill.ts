import { maskSecrets } from '../guard/secrets.ts'
import { PmemError } from '../model/error.ts'
import type { GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import type { DistilledData } from '../model/written.ts'
import { readLedger } from '../store/ledger.ts'
import type { OpenStore } from '../store/open.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { unifiedDiff } from '../text/diff.ts'
import { nearest } from '../text/nearest.ts'
import type { CardFile } from '../update/card-file.ts'
import { type Distilled, distill as distillTraces } from '../update/distill.ts'
import type { DistillInput, DistillTrace } from '../update/distill-group.ts'
import { listField } from '../update/field-list.ts'
import { undistilled } from '../update/reminder.ts'
import { type CardPlace, cardPlace } from './card-place.ts'
import { command } from './command.ts'
import type { Context } from './context.ts'
import { type Done, ownCards, type Planned, performWrite } from './planned-write.ts'
import { SECRETS_FLAG } from './secret-check.ts'

export const distill = command({
  name: 'distill',
  summary: 'Take what traces state into the cards they are about, once, with a link back',
  operands: { kind: 'none' },
  flags: {
    suggest: { kind: 'bool', doc: 'Show the proposals and write nothing (the default)' },
    confirm: { kind: 'bool', doc: 'Take all proposals, and mark the traces as distilled' },
    apply: { kind: 'text', placeholder: 'ID', doc: 'Take one proposal, by its id' },
    ...SECRETS_FLAG,
    dryRun: { kind: 'bool', doc: 'With --confirm or --apply: print the diff and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  examples: [
    'pmem distill',
    'pmem distill --confirm',
    'pmem distill --apply module.store@1a2b3c4d',
    'pmem distill --suggest --json',
  ],
  exits: '0 done, or nothing waits; 1 there is no such proposal, or the answer at the prompt was no',
  run(context, _operands, { suggest, confirm, apply, allowSecrets, dryRun }) {
    if ([suggest, confirm, apply !== undefined].filter(Boolean).length > 1)
      throw new PmemError('USAGE', '--suggest, --confirm and --apply exclude each other')
    const settings = context.manifest()
    const writes = confirm || apply !== undefined || (!suggest && !settings.distill.requireConfirmation)
    if (!settings.distill.enabled) {
      return {
        kind: 'distilled',
        exit: 0,
        data: { ...EMPTY, dry_run: dryRun, notes: ['distill.enabled is false in the manifest'] },
      }
    }
    const done = performWrite(
      context,
      { dryRun: dryRun || !writes, ask: confirm || apply !== undefined, allowSecrets: allowSecrets || !writes },
      (store) => planDistill(context, store, apply),
    )
    return { kind: 'distilled', exit: done.refused ? 1 : 0, data: dataOf(done, writes && !dryRun && !done.refused, dryRun) }
  },
})

const EMPTY: DistilledData = {
  proposals: [],
  known: [],
  overtaken: [],
  waiting: [],
  marked: [],
  written: [],
  applied: false,
  diff: '',
  dry_run: false,
  notes: [],
}

type Found = { readonly distilled: Distilled; readonly waiting: readonly CardId[] }

function planDistill(context: Context, store: OpenStore, apply: string | undefined): Planned<Found> {
  const traces = undistilled(store.graph.nodes())
  const input = inputOf(context, store, traces)
  const distilled = distillTraces(input, apply)
  if (apply !== undefined && !distilled.proposals.some(({ id }) => id === apply)) throw notProposed(apply, distilled)
  const flagged = readLedger(store.project).dirty
  const fresh = distilled.overtaken.filter(
    ({ card, reason }) => !(flagged.get(card) ?? []).some((flag) => flag.reason === reason),
  )
  return {
    ops: distilled.ops,
    events: fresh.map(({ card, reason }) => ({ k: 'dirty' as const, c: card, reason })),
    data: { distilled, waiting: traces.map(({ id }) => id) },
  }
}

function inputOf(context: Context, store: OpenStore, traces: readonly GraphNode[]): DistillInput {
  const { project, manifest, graph } = store
  const cards = ownCards(project, store)
  const files = new Map(cards.map((card) => [card.node.id, card]))
  const reserved: CardPlace[] = []
  return {
    traces: traces.map((node) => traceOf(store, node, files)),
    cards: cards.filter(({ node }) => node.type !== 'trace'),
    manifest,
    today: isoDate(dayOf(context.now)),
    sha256: context.host.sha256,
    place(type, title) {
      const place = cardPlace(project, manifest, graph, type, title, { reserved })
      reserved.push(place)
      return place
    },
  }
}

/** A trace with the cards it is about: what its fields name first, then what it mentions. */
function traceOf({ graph }: OpenStore, node: GraphNode, files: ReadonlyMap<CardId, CardFile>): DistillTrace {
  const edges = graph
    .edgesFrom(node.id)
    .filter(({ type, source }) => source !== 'weak' && type !== 'derived_from' && type !== 'supersedes')
  const rank = ({ source, type }: (typeof edges)[number]): number => (source !== 'explicit' ? 2 : type === 'related_to' ? 0 : 1)
  const ids = [...edges].sort((a, b) => rank(a) - rank(b)).map(({ to }) => to)
  const related = [...new Set(ids)].flatMap((id) => files.get(id) ?? [])
  const belongs = edges.filter(({ type }) => type === 'belongs_to').flatMap(({ to }) => files.get(to) ?? [])
  const card = files.get(node.id)!
  return {
    card,
    related,
    modules: [...belongs, ...related.filter(({ node: { type } }) => type === 'module')],
    tasks: related.filter(({ node: { type } }) => type === 'task'),
    distilledInto: listField(card.text, 'distilled_into'),
  }
}

function notProposed(item: string, { proposals }: Distilled): PmemError {
  const card = item.slice(0, Math.max(0, item.lastIndexOf('@')))
  const ids = proposals.map(({ id }) => id)
  if (proposals.some((proposal) => proposal.card === card)) {
    return new PmemError('CHANGED', `${card} or what is proposed for it has changed since ${item}`, {
      fix: 'Run `pmem distill` again.',
    })
  }
  return new PmemError('NOT_FOUND', `no proposal ${JSON.stringify(item)}`, {
    fix: nearest(item, ids, 1).map((close) => `Did you mean ${close}?`)[0] ?? 'Run `pmem distill` to see what there is.',
  })
}

function dataOf(
  { data: { distilled, waiting }, diff, written, refused }: Done<Found>,
  applied: boolean,
  dryRun: boolean,
): DistilledData {
  return {
    proposals: distilled.proposals.map(({ id, trace, card, file, made, facts, before, after }) => ({
      id,
      trace,
      card,
      file,
      made,
      facts,
      proposed_edit: maskSecrets(unifiedDiff(file, before, after)),
    })),
    known: distilled.known,
    overtaken: distilled.overtaken,
    waiting,
    marked: applied ? distilled.marked : [],
    written,
    applied,
    diff,
    dry_run: dryRun,
    notes: refused ? ['nothing was written'] : [],
  }
}
