import { utf8Text } from '../indexes/bytes.ts'
import { type AnyEvent, decodeLedger, encodeEvent, ledgerPath } from '../ledger/codec.ts'
import { compacted, snapshotHead } from '../ledger/compact.ts'
import { PmemError } from '../model/error.ts'
import type { LedgerEvent } from '../model/event.ts'
import { type ProjectPath, pathOf } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { ledgerFiles } from '../store/ledger.ts'
import type { Project } from '../store/project.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { performWrite } from './planned-write.ts'

export const ledger = command({
  name: 'ledger',
  summary: 'Shorten the ledger: compact draws its files together into a snapshot that holds what still counts',
  operands: { kind: 'words', names: ['compact'] },
  flags: { ...GLOBAL_FLAG, dryRun: { kind: 'bool', doc: 'Print the diff and write nothing' } },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem ledger compact', 'pmem ledger compact --dry-run'],
  exits: '0 done, or there was nothing to draw together',
  run(context, [action = ''], { dryRun }) {
    if (action !== 'compact')
      throw new PmemError('USAGE', `ledger has no action ${JSON.stringify(action)}; it has compact`, {
        fix: 'Run `pmem ledger compact`.',
      })
    const project = context.project()
    const done = performWrite(context, { dryRun, ask: false }, () => {
      const { ops, ...data } = planCompact(project)
      return { ops, events: [], data }
    })
    return {
      kind: 'compacted',
      exit: 0,
      data: { ...done.data, written: done.written, removed: done.removed, diff: dryRun ? done.diff : '', dry_run: dryRun },
    }
  },
})

type Plan = {
  readonly ops: readonly WriteOp[]
  readonly snapshot: ProjectPath | null
  readonly covered: readonly string[]
  readonly events_before: number
  readonly events_after: number
  readonly notes: readonly string[]
}

/**
 * The snapshot is written before the files it covers are removed, and holds their events under the same ids: whoever is killed in
 * between, or merges a branch that did the same, has every event once.
 */
function planCompact(project: Project): Plan {
  const { host } = project
  const read = ledgerFiles(project).map((path) => decoded(project, path))
  const whole = read.filter(({ broken }) => !broken)
  const notes = read
    .filter(({ broken }) => broken)
    .map(({ path }) => `${path} stays: some of its lines are no events, \`pmem verify\` names them`)
  const events = whole.flatMap((file) => file.events)
  const kept = compacted(events)
  const isSnapshot = whole.length === 1 && whole[0]!.events[0]?.k === 'snapshot' && kept.length === events.length - 1
  if (whole.length === 0 || isSnapshot)
    return { ops: [], snapshot: null, covered: [], events_before: events.length, events_after: events.length, notes }
  const covered = whole.map(({ path }) => path)
  const newest = kept.at(-1)?.t ?? 0
  const head = snapshotHead(
    host.token(),
    newest,
    covered.map((path) => path.slice(path.lastIndexOf('/') + 1)),
  )
  const path = snapshotPath(newest, head.e)
  const text = [head, ...kept].map((event) => `${encodeEvent(event as LedgerEvent)}\n`).join('')
  return {
    ops: [
      { op: 'put', path, text, expect: 'absent' },
      ...whole.map((file) => ({ op: 'delete' as const, path: pathOf(file.path), expect: host.sha256(file.bytes) })),
    ],
    snapshot: path,
    covered,
    events_before: events.length,
    events_after: kept.length,
    notes,
  }
}

/** A name that no clone gives its own files, beside those of the newest event. */
const snapshotPath = (time: number, token: string): ProjectPath => pathOf(ledgerPath(time, `snapshot-${token}`))

function decoded(
  { files }: Project,
  path: string,
): { readonly path: string; readonly bytes: Uint8Array; readonly events: readonly AnyEvent[]; readonly broken: boolean } {
  const bytes = files.read(path) ?? new Uint8Array()
  const { events, broken } = decodeLedger(utf8Text(bytes))
  return { path, bytes, events, broken: broken.length > 0 }
}
