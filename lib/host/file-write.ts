import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { PmemError } from '../model/error.ts'
import type { FileData } from '../model/ports.ts'

/** What of the file system a write needs. */
const CALLS = { openSync, writeFileSync, fchmodSync, fsyncSync, closeSync, rmSync, renameSync }
export type FileCalls = typeof CALLS

/**
 * Creates a file that must not exist yet; false when it does. Opened for writing, synced on that same handle and closed before
 * anybody renames it: Windows allows nothing else, and has no sync of folders. Throws CANNOT_WRITE, and then leaves no file.
 */
export function createFile(
  path: string,
  name: string,
  data: FileData,
  options: { readonly mode?: number; readonly sync: boolean },
  calls: FileCalls = CALLS,
): boolean {
  let fd: number
  try {
    fd = calls.openSync(path, 'wx', options.mode ?? 0o666)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw unwritable(name, error)
  }
  try {
    for (const part of typeof data === 'string' ? [data] : data) calls.writeFileSync(fd, part)
    if (options.mode !== undefined) calls.fchmodSync(fd, options.mode)
    if (options.sync) calls.fsyncSync(fd)
  } catch (error) {
    calls.closeSync(fd)
    calls.rmSync(path, { force: true })
    throw unwritable(name, error)
  }
  calls.closeSync(fd)
  return true
}

const BUSY = new Set(['EPERM', 'EBUSY', 'EACCES'])
const RENAME_PAUSES_MS = [5, 20, 60, 150, 300]
const pause = (milliseconds: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

/**
 * Renames over what is there. A virus scanner or editor may hold the target for a moment on Windows: then it is tried again
 * after growing pauses; elsewhere such an error is final. Throws CANNOT_WRITE.
 */
export function renameFile(
  from: string,
  to: string,
  name: string,
  calls: Pick<FileCalls, 'renameSync'> = CALLS,
  { isWindows = process.platform === 'win32', wait = pause } = {},
): void {
  for (const next of [...RENAME_PAUSES_MS, undefined]) {
    try {
      calls.renameSync(from, to)
      return
    } catch (error) {
      if (next === undefined || !isWindows || !BUSY.has(codeOf(error))) throw unwritable(name, error)
      wait(next)
    }
  }
}

export const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? 'unknown error'

export const unwritable = (path: string, error: unknown): PmemError =>
  new PmemError('CANNOT_WRITE', `cannot write ${path}: ${codeOf(error)}`, { where: { path } })

/** Adds lines in one write, on a new line where a killed writer left half of one. Throws what the platform throws. */
export function appendLines(path: string, text: string, mode: number): void {
  const fd = openSync(path, 'a+', mode)
  try {
    const { size } = fstatSync(fd)
    const last = new Uint8Array(1)
    const isWhole = size === 0 || readSync(fd, last, 0, 1, size - 1) === 0 || last[0] === LINE_END
    const bytes = Buffer.from(isWhole ? text : `\n${text}`)
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
  } finally {
    closeSync(fd)
  }
}
const LINE_END = 0x0a
