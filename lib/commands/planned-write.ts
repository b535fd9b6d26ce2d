import { decodeUtf8 } from '../card/content.ts'
import { findSecrets, maskSecrets } from '../guard/secrets.ts'
import { eventOps } from '../ledger/codec.ts'
import { PmemError } from '../model/error.ts'
import type { LedgerEvent, NewEvent } from '../model/event.ts'
import type { GraphNode } from '../model/graph.ts'
import type { WriteOp } from '../model/plan.ts'
import { applyPlan } from '../store/apply.ts'
import { newEvents, readLedger } from '../store/ledger.ts'
import { ledgerFileAt, rememberLedgerFile } from '../store/ledger-file.ts'
import { withLock } from '../store/lock.ts'
import type { OpenStore } from '../store/open.ts'
import { LOCAL, type Project } from '../store/project.ts'
import { refreshStore } from '../store/refresh.ts'
import { unifiedDiff } from '../text/diff.ts'
import { resigned } from '../text/managed-block.ts'
import type { CardFile, TextFile } from '../update/card-file.ts'
import type { OtherFile } from '../update/rename.ts'
import type { Context } from './context.ts'

/** What a command wants done, and whatever it has to say about it. */
export type Planned<T> = { readonly ops: readonly WriteOp[]; readonly events: readonly NewEvent[]; readonly data: T }
/** A plan with its diff; `written` is empty where nothing was written. */
export type Done<T> = {
  readonly data: T
  readonly diff: string
  readonly written: readonly string[]
  readonly removed: readonly string[]
  readonly refused: boolean
}

export type WriteOptions = {
  readonly dryRun: boolean
  /** Asks on a terminal before anything is written. Without one, the command is the consent. */
  readonly ask: boolean
  /** Stores texts although they look as if they held a credential. */
  readonly allowSecrets?: boolean
}

/**
 * Plans over the store as it is now and performs it, both under the same lock, then brings the indexes up to date. A dry run
 * takes no lock and writes nothing. On a terminal the plan is shown first; if it has become another one meanwhile, it is refused.
 */
export function performWrite<T>(
  context: Context,
  { dryRun, ask, allowSecrets }: WriteOptions,
  plan: (store: OpenStore) => Planned<T>,
): Done<T> {
  const project = context.project()
  const { host, files } = project
  const look = (): { readonly planned: Planned<T>; readonly diff: string } => {
    const planned = plan(currentStore(project))
    if (allowSecrets !== true) refuseNewSecrets(project, planned, allowSecrets === false)
    return { planned, diff: maskSecrets(diffOf(project, planned.ops)) }
  }
  const nothing = ({ planned, diff }: ReturnType<typeof look>, refused: boolean): Done<T> => ({
    data: planned.data,
    diff,
    written: [],
    removed: [],
    refused,
  })
  if (dryRun) return nothing(look(), false)
  const shown = ask && host.stdinIsTerminal ? look() : undefined
  if (shown !== undefined && shown.diff !== '' && !consents(context, shown.diff)) return nothing(shown, true)
  const { lockPath: path, timeoutMs } = context.manifest().concurrency
  return withLock(host, files, { path, timeoutMs }, (lock) => {
    const now = look()
    if (shown !== undefined && shown.diff !== now.diff)
      throw new PmemError('CHANGED', 'what would be written has changed meanwhile', { fix: 'Run the command again.' })
    const appends = appendsOf(project, now.planned.events)
    const ops = inOrder(now.planned.ops, appends)
    if (ops.length === 0) return nothing(now, false)
    const { written, removed } = applyPlan(host, files, { ops }, lock)
    if (appends.length > 0) rememberLedgerFile(project, appends.at(-1)!.path)
    refreshStore(project, { write: { kind: 'held', lock } })
    return {
      data: now.planned.data,
      diff: now.diff,
      written: [...new Set<string>(written)].filter(isShown),
      removed,
      refused: false,
    }
  })
}

/**
 * Throws SECRET_FOUND where a plan would bring a credential into a file or an event in which it does not stand yet. A file that
 * moves, to the archive or under another name, takes along what it held.
 */
function refuseNewSecrets(project: Project, { ops, events }: Planned<unknown>, mayAllow: boolean): void {
  const refuse = (what: string): never => {
    throw new PmemError(
      'SECRET_FOUND',
      `${what}; nothing was written`,
      mayAllow ? {} : { fix: 'Leave the secret out and say where it is kept.' },
    )
  }
  const found = (text: string): readonly string[] => findSecrets(text).map(({ kind, shown }) => `${kind} (${shown})`)
  const puts = ops.flatMap((op) => (op.op === 'put' && isShown(op.path) ? [{ path: op.path, secrets: found(op.text) }] : []))
  const reasons = events.flatMap((event) =>
    Object.values(event).flatMap((value) => (typeof value === 'string' ? found(value) : [])),
  )
  if (reasons.length === 0 && puts.every(({ secrets }) => secrets.length === 0)) return
  const before = (path: string): readonly string[] => found(textFile(project, path).text ?? '')
  const gone = ops.flatMap((op) => (op.op === 'delete' || op.op === 'move' ? before(op.path) : []))
  for (const { path, secrets } of puts) {
    const known = secrets.length === 0 ? [] : [...before(path), ...gone]
    const fresh = secrets.find((secret) => !known.includes(secret))
    if (fresh !== undefined) refuse(`${path} would hold what looks like a secret: ${fresh}`)
  }
  const [reason] = reasons.filter((secret) => !gone.includes(secret))
  if (reason !== undefined) refuse(`the text holds what looks like a secret: ${reason}`)
}

/** The last write of a plan shows the work as done, so that nothing may come after it: whoever is killed before does it again. */
const inOrder = (ops: readonly WriteOp[], events: readonly WriteOp[]): readonly WriteOp[] => [
  ...ops.slice(0, -1),
  ...events,
  ...ops.slice(-1),
]

/** The store with every card as it is on disk, in memory. */
export const currentStore = (project: Project): OpenStore => refreshStore(project, { write: { kind: 'never' } })

/** Events as appends to the ledger of this clone. To be called under the lock: it may make the id of the clone. */
function appendsOf(project: Project, events: readonly NewEvent[]): readonly WriteOp[] {
  if (events.length === 0) return []
  const next = newEvents(project.host, readLedger(project))
  const stamped = events.map((event) => ({ ...event, ...next() }) as LedgerEvent)
  return eventOps(stamped, ledgerFileAt(project))
}

/** A card with its text. Throws CARD_INVALID for one that cannot be written: a document outside, or no UTF-8. */
export function cardFile({ host, files }: Project, node: GraphNode): CardFile {
  const bytes = files.read(node.file)
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
  if (bytes === undefined || decoded?.ok !== true)
    throw new PmemError('CARD_INVALID', `${node.id} cannot be read`, { where: { path: node.file } })
  return { node, text: decoded.text, expect: host.sha256(bytes) }
}

/** The same for a card that is to be changed. Throws CARD_INVALID for a document that pmem only reads. */
export function writableCard(project: Project, node: GraphNode): CardFile {
  if (node.external === true) {
    throw new PmemError('CARD_INVALID', `${node.id} is a document outside the store, which pmem never writes`, {
      where: { path: node.file },
      fix: `Edit ${node.file} by hand.`,
    })
  }
  return cardFile(project, node)
}

/** All cards of the store that can be read, by id. */
export const ownCards = (project: Project, { graph }: OpenStore): readonly CardFile[] =>
  [...graph.nodes()].filter((node) => node.external !== true).map((node) => cardFile(project, node))

/** A file that need not exist. Throws CARD_INVALID when it is not UTF-8. */
export function textFile({ host, files }: Project, path: string): TextFile {
  const bytes = files.read(path)
  if (bytes === undefined) return { text: undefined, expect: 'absent' }
  const decoded = decodeUtf8(bytes)
  if (!decoded.ok) throw new PmemError('CARD_INVALID', `${path}: ${decoded.reason}`, { where: { path } })
  return { text: decoded.text, expect: host.sha256(bytes) }
}

/** The hot files that exist, to be rewritten. */
export function hotTextFiles(project: Project): readonly OtherFile[] {
  return (['.pmem/index.md', '.pmem/state.md', '.pmem/next.md'] as OtherFile['path'][]).flatMap((path) => {
    const { text, expect } = textFile(project, path)
    return text === undefined
      ? []
      : [
          {
            path,
            text,
            put: (changed: string): WriteOp => ({ op: 'put', path, text: resigned(text, changed, project.host.sha256), expect }),
          },
        ]
  })
}

/** What pmem keeps for this machine alone is nobody's reading. */
const isShown = (path: string): boolean => !path.startsWith(`${LOCAL}/`)

/** A plan as a unified diff over all its files; what is appended to the ledger is not shown. A moved file is one removed and one added. */
function diffOf(project: Project, ops: readonly WriteOp[]): string {
  const before = (path: string): string | undefined => textFile(project, path).text
  // Of a file that is written twice, only what comes of it.
  const last = new Map<string, WriteOp>(ops.map((op) => [op.path, op]))
  return [...last.values()]
    .filter((op) => isShown(op.path))
    .map((op) =>
      op.op === 'put'
        ? unifiedDiff(op.path, before(op.path), op.text)
        : op.op === 'delete' || op.op === 'move'
          ? unifiedDiff(op.path, before(op.path), undefined)
          : '',
    )
    .join('')
}

function consents({ host }: Context, diff: string): boolean {
  host.stderr.write(`${diff}Write this? [y/N] `)
  return /^y(?:es)?$/i.test(host.line().trim())
}
