import { textHash } from '../indexes/bytes.ts'
import type { EntryStat, Files } from '../model/ports.ts'
import { HOT_FILES, type Looked, lookOver, type Watch } from './scan.ts'

/**
 * The state of all files that could be cards, in one walk: `mark` is 64 bits over the path and stat of each, in no order, and
 * `newest` the latest of their times, in milliseconds since 1970, UTC. Equal marks tell that nothing came, went or was
 * written, provided that nothing was young when the first was taken; see `settled`.
 */
export type Sweep = { readonly mark: string; readonly newest: number }

/**
 * A file that changed this shortly before it was looked at, or later, may change again without a new time: it is looked at by
 * content, as git's index does. Two seconds cover file systems that keep whole seconds.
 */
export const RACY_MS = 2_000

/** What a walk came by: the folders, and the stat of each file that counts, at the same places. */
export type Found = {
  readonly folders: readonly Looked[]
  readonly paths: readonly string[]
  readonly stats: readonly (EntryStat | undefined)[]
}

/** Walks the watched folders and the named paths. */
export function sweep(files: Files, watch: Watch, fixed: readonly string[]): { readonly sweep: Sweep; readonly found: Found } {
  const sum = new MarkSum()
  const [folders, paths, stats] = [[] as Looked[], [] as string[], [] as (EntryStat | undefined)[]]
  const stat = (path: string): EntryStat | undefined => {
    const found = files.stat(path)
    paths.push(path)
    stats.push(found)
    return found
  }
  lookOver(files, watch, (looked) => {
    const { folder, entries, isTracked, below, enters } = looked
    folders.push(looked)
    const place = textHash(folder)
    for (const { name, kind } of entries) {
      const hash = Math.imul(place, 31) ^ textHash(name)
      if (kind === 'folder') {
        if (enters(name)) sum.addName(hash)
      } else if (isTracked(name)) {
        // What lies beside the cards and is none may be written at any time.
        if (HOT_FILES.includes(below(name))) sum.addName(hash)
        else sum.add(hash, stat(below(name)))
      }
    }
  })
  for (const path of fixed) sum.add(~textHash(path), stat(path))
  return { sweep: sum.result(), found: { folders, paths, stats } }
}

/** Whether what was seen `now` says that nothing changed since `before`, which was taken at `recorded`. */
export const settled = (before: Sweep, recorded: number, now: Sweep): boolean =>
  now.mark === before.mark && now.newest < recorded - RACY_MS

/** Kinds by the number they are kept as. */
export const ENTRY_KINDS = ['file', 'folder', 'link', 'other'] as const satisfies readonly EntryStat['kind'][]

/** Adds up what is mixed from each file, so that no order matters but what `hash` says; a loop over bits that interpreted code runs fast. */
export class MarkSum {
  private readonly values = new Float64Array(4)
  private readonly bits = new Int32Array(this.values.buffer)
  private a = 0
  private b = 0
  private count = 0
  private newest = 0

  add(hash: number, stat: EntryStat | undefined): void {
    if (stat === undefined) return
    const { values } = this
    const { modified, changed } = stat
    values[0] = stat.size + ENTRY_KINDS.indexOf(stat.kind) / 4
    values[1] = modified
    values[2] = changed
    values[3] = stat.inode
    if (modified > this.newest) this.newest = modified
    if (changed > this.newest) this.newest = changed
    this.mix(hash)
  }

  addName(hash: number): void {
    this.values.fill(0)
    this.mix(hash)
  }

  result(): Sweep {
    return { mark: `${this.count}-${(this.a >>> 0).toString(16)}-${(this.b >>> 0).toString(16)}`, newest: this.newest }
  }

  private mix(hash: number): void {
    const { bits } = this
    let a = hash
    let b = ~hash
    for (let i = 0; i < 8; i += 1) {
      const word = bits[i]!
      a = Math.imul(a ^ word, 0x5bd1e995)
      a ^= a >>> 15
      b = Math.imul(b ^ word, 0x01000193) ^ a
      b ^= b >>> 13
    }
    this.a = (this.a + a) | 0
    this.b = (this.b + Math.imul(b ^ (b >>> 16), 0x5bd1e995)) | 0
    this.count += 1
  }
}
