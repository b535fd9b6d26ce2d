import { PmemError } from '../model/error.ts'
import type { ProjectPath } from '../model/ids.ts'
import type { WriteOp, WritePlan } from '../model/plan.ts'
import type { FileData, Files, Host } from '../model/ports.ts'
import type { Lock } from './lock.ts'
import { TEMPORARY } from './project.ts'

/** What was done, in the order of the plan. */
export type Applied = { readonly written: readonly ProjectPath[]; readonly removed: readonly ProjectPath[] }

/**
 * Performs a plan under a lock that is held. All expectations are checked before the first write, each file is
 * written whole to a temporary file, synced and renamed, so that a process killed at any instant leaves the old or
 * the new file. Throws CHANGED when a file is not what the plan expects, CANNOT_WRITE when the disk refuses.
 */
export function applyPlan(host: Host, files: Files, plan: WritePlan, lock: Lock): Applied {
  for (const path of plan.ops.flatMap((op) => (op.op === 'move' ? [op.path, op.to] : [op.path]))) refuseLinkedFolder(files, path)
  for (const op of plan.ops) checkExpected(host, files, op)
  const written: ProjectPath[] = []
  const removed: ProjectPath[] = []
  for (const op of plan.ops) {
    lock.beat()
    if (op.op === 'put') {
      // Looked at once more right before the rename: an editor asks for no lock, and writing takes its time.
      const check = (): void => {
        lock.check()
        if (!isRewrite(plan, op)) checkExpected(host, files, op)
      }
      replaceFile(host, files, op.path, op.text, { sync: true, check, ...modeOf(files, op) })
    }
    if (op.op === 'append') appendLine(files, op)
    else if (op.op === 'move') moveFile(files, op.path, op.to)
    else if (op.op === 'delete') files.remove(op.path)
    if (op.op === 'delete' || op.op === 'move') removed.push(op.path)
    if (op.op !== 'delete') written.push(op.op === 'move' ? op.to : op.path)
  }
  return { written, removed }
}

/**
 * Replaces one file as a whole. Derived files need the rename but no fsync: after a power cut they are rebuilt.
 * The temporary file lies in `.pmem/local/tmp`, where the next writer clears what a killed one left. `check` is asked last:
 * a process that was stopped meanwhile may have lost its lock.
 */
export function replaceFile(
  host: Host,
  files: Files,
  path: string,
  data: FileData,
  options: { readonly sync: boolean; readonly mode?: number; readonly check?: () => void },
): void {
  files.makeFolder(TEMPORARY)
  const slash = path.lastIndexOf('/')
  if (slash > 0) files.makeFolder(path.slice(0, slash))
  const temporary = `${TEMPORARY}/${host.token()}.tmp`
  if (!files.create(temporary, data, options))
    throw new PmemError('CANNOT_WRITE', `cannot write ${temporary}: it exists`, { where: { path } })
  try {
    options.check?.()
    files.rename(temporary, path)
  } catch (error) {
    files.remove(temporary)
    throw error
  }
}

/** Clears temporary files of writers that were killed. To be called under the lock, when no writer is at work. */
export function clearTemporary(host: Host, files: Files): void {
  for (const { name } of files.list(TEMPORARY) ?? []) {
    const path = `${TEMPORARY}/${name}`
    const stat = files.stat(path)
    // A reader that refreshes derived files works without the lock: leave it a minute.
    if (stat !== undefined && stat.kind === 'file' && Math.abs(host.now() - stat.modified) > 60_000) files.remove(path)
  }
}

/** A later write of a plan to a file it has written already expects what was there before all of them. */
const isRewrite = ({ ops }: WritePlan, op: WriteOp): boolean =>
  ops.slice(0, ops.indexOf(op)).some((other) => other.path === op.path || (other.op === 'move' && other.to === op.path))

function checkExpected(host: Host, files: Files, op: WriteOp): void {
  if (op.op === 'move' && files.stat(op.to) !== undefined) throw changed(op.to, `${op.to} exists already`)
  if (op.op === 'append' || op.expect === 'any') return
  const bytes = files.read(op.path)
  if (op.expect === 'absent') {
    if (bytes !== undefined || files.stat(op.path) !== undefined) throw changed(op.path, `${op.path} exists already`)
  } else if (bytes === undefined) throw changed(op.path, `${op.path} is gone`)
  else if (host.sha256(bytes) !== op.expect) throw changed(op.path, `${op.path} was changed meanwhile`)
}

const changed = (path: string, message: string): PmemError => new PmemError('CHANGED', message, { where: { path } })

function moveFile(files: Files, from: ProjectPath, to: ProjectPath): void {
  const slash = to.lastIndexOf('/')
  if (slash > 0) files.makeFolder(to.slice(0, slash))
  files.rename(from, to)
}

/** A folder of the store that is a symbolic link could lead a write out of the project. */
function refuseLinkedFolder(files: Files, path: ProjectPath): void {
  const parts = path.split('/')
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const ancestor = parts.slice(0, depth).join('/')
    const stat = files.stat(ancestor)
    if (stat === undefined) return
    if (stat.kind === 'link' && files.follow(ancestor) === undefined) {
      throw new PmemError('CANNOT_WRITE', `${ancestor} is a symbolic link that leads out of the project`, {
        where: { path: ancestor },
      })
    }
  }
}

/** The permissions of the file that is replaced, so that a private one stays private. */
function modeOf(files: Files, op: { readonly path: ProjectPath; readonly mode?: number }): { mode?: number } {
  if (op.mode !== undefined) return { mode: op.mode }
  const stat = files.stat(op.path)
  return stat === undefined || stat.mode === 0 ? {} : { mode: stat.mode }
}

function appendLine(files: Files, op: { readonly path: ProjectPath; readonly line: string; readonly mode?: number }): void {
  const slash = op.path.lastIndexOf('/')
  if (slash > 0) files.makeFolder(op.path.slice(0, slash))
  files.append(op.path, `${op.line}\n`, op.mode ?? 0o666)
}
