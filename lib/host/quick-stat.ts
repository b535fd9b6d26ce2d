import { type Dirent, lstatSync, type Stats } from 'node:fs'
import type { EntryStat } from '../model/ports.ts'

/**
 * The stat of a path as `lstat` gives it, a link for itself; undefined where there is none. Throws what the platform throws.
 *
 * A question asks for the stat of each card and each source. Node makes an object with four dates of each, which takes two thirds of the
 * time, so the numbers are taken from where Node has them. That is no public interface: it is used only once it has given the same as the
 * public one for a path, and whatever is not a plain answer of it is asked again of that.
 */
export function statOf(path: string): EntryStat | undefined {
  const numbers = numbersOf(path)
  if (numbers !== undefined) return ofNumbers(numbers)
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat && ofStats(stat)
}

/** The places of the numbers of a stat. */
const [MODE, INODE, SIZE, MODIFIED, CHANGED] = [1, 7, 8, 12, 14]
type Numbers = Float64Array
type Lstat = (path: string, asBigint: false, request: undefined, failure: object) => Numbers | undefined
/** Takes the failure, of which the public interface is asked again. */
const FAILURE = {}

let lstat: Lstat | 'untried' | undefined = 'untried'

function numbersOf(path: string): Numbers | undefined {
  if (lstat === undefined) return undefined
  try {
    if (lstat === 'untried') {
      lstat = undefined
      lstat = proven()
    }
    return lstat?.(path, false, undefined, FAILURE)
  } catch {
    return undefined
  }
}

/** Node's own function, if it tells of the current folder what the public one does; undefined elsewhere. Throws where it is not to be had. */
function proven(): Lstat | undefined {
  const { bun, deno } = process.versions
  if (bun !== undefined || deno !== undefined || process.platform === 'win32') return undefined
  const { binding } = process as unknown as { readonly binding: (name: 'fs') => { readonly lstat: Lstat } }
  const { lstat: found } = binding('fs')
  const numbers = found('.', false, undefined, FAILURE)
  return numbers instanceof Float64Array && isSame(ofNumbers(numbers), ofStats(lstatSync('.'))) ? found : undefined
}

const isSame = (a: EntryStat, b: EntryStat): boolean =>
  a.kind === b.kind &&
  a.size === b.size &&
  a.modified === b.modified &&
  a.changed === b.changed &&
  a.inode === b.inode &&
  a.mode === b.mode

function ofNumbers(numbers: Numbers): EntryStat {
  const mode = numbers[MODE]!
  return {
    kind: kindOfMode(mode),
    size: numbers[SIZE]!,
    modified: milliseconds(numbers, MODIFIED),
    changed: milliseconds(numbers, CHANGED),
    inode: numbers[INODE]!,
    mode: mode & 0o777,
  }
}

const milliseconds = (numbers: Numbers, at: number): number => Math.floor(numbers[at]! * 1000 + numbers[at + 1]! / 1_000_000)

function kindOfMode(mode: number): EntryStat['kind'] {
  const type = mode & 0o170000
  return type === 0o100000 ? 'file' : type === 0o040000 ? 'folder' : type === 0o120000 ? 'link' : 'other'
}

/** The same of what the public interface gives. */
export const ofStats = (stat: Stats): EntryStat => ({
  kind: entryKind(stat),
  size: stat.size,
  modified: Math.floor(stat.mtimeMs),
  changed: Math.floor(stat.ctimeMs),
  inode: Number(stat.ino),
  mode: stat.mode & 0o777,
})

export const entryKind = (value: Stats | Dirent): EntryStat['kind'] =>
  value.isFile() ? 'file' : value.isDirectory() ? 'folder' : value.isSymbolicLink() ? 'link' : 'other'
