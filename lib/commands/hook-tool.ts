import { decodeUtf8 } from '../card/content.ts'
import { outgoing } from '../guard/injection.ts'
import { checkProposed } from '../guard/tripwires.ts'
import type { EditedFile } from '../integrations/patch.ts'
import { encodeEvent } from '../ledger/codec.ts'
import type { GraphNode } from '../model/graph.ts'
import type { GuardHit, Proposed } from '../model/guard.ts'
import { cardsAbout } from '../query/impact.ts'
import { hitLine } from '../render/checked.ts'
import { framedWithin, hookCardLine } from '../render/hook.ts'
import { clip, oneLine } from '../render/terminal.ts'
import { newEvents, readLedger } from '../store/ledger.ts'
import { FLAGS_PATH } from '../store/ledger-look.ts'
import type { OpenStore } from '../store/open.ts'
import { type Project, STORE } from '../store/project.ts'
import { logSession, readSession } from '../store/session-log.ts'
import { isIgnored } from '../text/glob.ts'
import { isFlagged } from '../update/flagged.ts'
import { isRetired } from './fact-view.ts'
import { guardedCards } from './guarded-cards.ts'
import type { Asking, Said } from './hook-said.ts'

/** What a file that is about to change may cost. */
const BUDGET = 200
const LONGEST_HEADING = 200
/** A file of more bytes is not read to tell what a new text adds to it. */
const MOST_BYTES = 2 * 1024 * 1024

/** Before a tool: rejected approaches that it would repeat, and cards about the files it changes. Advice, never a refusal. */
export function beforeTool(asking: Asking): Said {
  return asking.dialect.tells['pre-tool'] === undefined ? {} : advice(asking)
}

/** After a tool: takes note of what was changed; where the host takes nothing before it, the advice comes here. */
export function afterTool(asking: Asking): Said {
  const said = asking.dialect.tells['post-tool'] === undefined ? {} : advice(asking)
  const edits = editsOf(asking)
  if (edits.length === 0) return said
  const store = asking.context.store()
  return {
    ...said,
    keep() {
      said.keep?.()
      for (const { path } of edits) noteEdit(store, asking.input.session, path)
    },
  }
}

function advice(asking: Asking): Said {
  const { context, input } = asking
  const edits = editsOf(asking)
  if (edits.length === 0 && input.call.commands.length === 0) return {}
  const store = context.store()
  // After the tool the file holds the new text already: then all of it counts as new.
  const isBefore = asking.dialect.tells['pre-tool'] !== undefined
  const hits = tripped(store, isBefore ? edits.map((edit) => withoutKnown(store, edit)) : edits, input.call.commands)
  const shown = filesShown(store, input.session)
  const files = edits.map(({ path }) => path).filter((path) => !shown.has(path))
  const about = files.flatMap((path) => cardsOn(store, path)).filter(({ id }) => hits.every((hit) => hit.id !== id))
  const cards = [...new Map(about.map((node) => [node.id, node])).values()]
  if (hits.length === 0 && cards.length === 0) return {}
  const heading = cards.length === 0 ? [] : [`Cards about ${clip(files.map(oneLine).join(', '), LONGEST_HEADING)}:`]
  const text = framedWithin(BUDGET, [], [...hits.map(hitLine), ...heading, ...cards.map(hookCardLine)].map(outgoing))
  if (text === undefined) return {}
  return {
    text,
    keep() {
      for (const file of files) logSession(store.project, input.session, { k: 'shown', file, cards: cards.map(({ id }) => id) })
    },
  }
}

/** The changed files that lie in the project, as its paths; what pmem itself writes is none of them. */
function editsOf({ context, input }: Asking): readonly EditedFile[] {
  if (input.call.edits.length === 0) return []
  const { host } = context
  const project = context.project()
  const roots = rootsOf(project, input.cwd)
  return input.call.edits.flatMap((edit) => {
    const whole = host.resolve(host.resolve(project.root, input.cwd), edit.path)
    const root = roots.find((one) => isBelow(whole, one, host.platform))
    const path = root === undefined ? '' : whole.slice(root.length + 1).replaceAll('\\', '/')
    return path === '' || path.startsWith(`${STORE}/local/`) || path.startsWith(`${STORE}/indexes/`) ? [] : [{ ...edit, path }]
  })
}

/** The root, and what the host calls it where it came there through a symbolic link: the same store lies in both. */
function rootsOf({ host, root, files }: Project, cwd: string): readonly string[] {
  const inode = files.stat(STORE)?.inode
  for (let at: string | undefined = cwd === '' ? undefined : host.resolve(root, cwd); at !== undefined; at = host.parent(at))
    if (at === root || host.files(at).stat(STORE)?.inode === inode) return [root, at]
  return [root]
}

function isBelow(path: string, root: string, platform: string): boolean {
  const start = path.slice(0, root.length)
  const isSame = platform === 'win32' ? start.toLowerCase() === root.toLowerCase() : start === root
  return isSame && /^[\\/]./.test(path.slice(root.length))
}

/** Rejected approaches that the call repeats. */
function tripped({ graph }: OpenStore, files: Proposed['files'], commands: readonly string[]): readonly GuardHit[] {
  const guarded = guardedCards(graph).filter(({ id }) => graph.node(id)?.secret !== true)
  return guarded.length === 0 ? [] : checkProposed(guarded, { files, commands }).hits
}

/** A new text of a whole file adds what the file does not hold yet. */
function withoutKnown({ project }: OpenStore, edit: EditedFile): EditedFile {
  const size = edit.isWhole ? (project.files.stat(edit.path)?.size ?? 0) : 0
  const bytes = size > 0 && size <= MOST_BYTES ? project.files.read(edit.path) : undefined
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
  if (decoded?.ok !== true) return edit
  const before = new Set(decoded.text.split(/\r?\n/))
  return { ...edit, added: edit.added.filter((line) => !before.has(line)) }
}

/** Cards about a file that hold: what is over and what was is not news for one who changes it. */
function cardsOn(store: OpenStore, path: string): readonly GraphNode[] {
  return cardsAbout(store.graph, path)
    .map(({ node }) => node)
    .filter((node) => node.type !== 'trace' && !isRetired(store, node))
}

/** Files whose cards stand in the conversation: shown since it was last shortened. */
function filesShown({ project }: OpenStore, session: string): ReadonlySet<string> {
  const records = readSession(project, session)
  const from = records.findLastIndex(({ k }) => k === 'compacted') + 1
  return new Set(
    records.slice(from).flatMap((record) => (record.k === 'shown' && record.file !== undefined ? [record.file] : [])),
  )
}

/** Keeps that a file was changed, and flags the cards that name it: on this machine alone, until an update settles it. */
function noteEdit(store: OpenStore, session: string, path: string): void {
  const { project, graph, manifest } = store
  if (isIgnored(path, manifest.autoUpdate.ignorePatterns)) return
  const cards = cardsAbout(graph, path)
    .filter(({ node, distance }) => distance === 0 && node.type !== 'trace')
    .map(({ node }) => node.id)
  logSession(project, session, { k: 'edited', file: path, cards })
  if (cards.length === 0 || !isFlagged(path, manifest)) return
  const ledger = readLedger(project)
  const next = newEvents(project.host, ledger)
  const lines = cards
    .filter((id) => !(ledger.dirty.get(id) ?? []).some(({ files }) => files.includes(path)))
    .map((c) => `${encodeEvent({ ...next(), k: 'dirty', c, reason: '', files: [path] })}\n`)
  try {
    if (lines.length > 0) project.files.append(FLAGS_PATH, lines.join(''), 0o600)
  } catch {
    // A read-only disk keeps no flags.
  }
}
