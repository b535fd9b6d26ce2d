import type { Command } from '../commands/command.ts'
import { resolveCard } from '../commands/resolve.ts'
import { sessionContext } from '../commands/session.ts'
import { DamagedIndex } from '../indexes/container.ts'
import { ERRORS, PmemError } from '../model/error.ts'
import type { Outcome } from '../model/outcome.ts'
import type { Host } from '../model/ports.ts'
import { keptStores } from '../store/kept-stores.ts'
import type { OpenStore, Workshop } from '../store/open.ts'
import { findProject, type Project } from '../store/project.ts'
import { readOnlyHost } from '../store/read-only.ts'
import type { Call, WriteLevel } from './tool.ts'

/** Runs the program itself in a process of its own: for work that would keep everything else waiting. Gives its output, or undefined when it fails. */
export type RunAside = (
  argv: readonly string[],
  options: { readonly cwd: string; readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void },
) => Promise<string | undefined>

export type MemoryOptions = {
  readonly host: Host
  readonly workshop: Workshop
  /** The value of `--cwd`. */
  readonly cwd: string | undefined
  readonly write: WriteLevel
  /** Absent where no process can be started: then everything is done in this one. */
  readonly runAside?: RunAside
}

/** A project's memory as one server uses it, for as long as that runs. */
export type Memory = {
  readonly write: WriteLevel
  readonly host: Host
  readonly runAside: RunAside | undefined
  /** True while it must still be asked which folders the client works in. */
  wantsRoots(): boolean
  /** The folders of the client; undefined when they have changed and are to be asked for again. */
  setRoots(folders: readonly string[] | undefined): void
  /** The project; throws NO_PROJECT. */
  project(): Project
  store(): OpenStore
  /** Brings large indexes up to date aside, so that the answer need not wait for it within this process. */
  prepare(signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<void>
  run(call: Call): Outcome
  /** To be called when a call is over, whatever came of it. */
  settle(): void
  close(): void
}

/** A store of so many files is brought up to date aside; a smaller one takes less time than a process. */
const LARGE_STORE = 1_500

export function openMemory({ host: outer, workshop, cwd, write, runAside }: MemoryOptions): Memory {
  // Standard input is the connection: no command may read it, or ask a person.
  const quiet = Object.defineProperties({} as Host, {
    ...Object.getOwnPropertyDescriptors(outer),
    stdin: { value: () => '' },
    stdinWithin: { value: () => '' },
    line: { value: () => '' },
    stdinIsTerminal: { value: false },
  })
  const kept = keptStores(write === 'off' ? readOnlyHost(quiet) : quiet)
  const { host } = kept
  const named = cwd ?? (host.env('PMEM_ROOT') ? undefined : host.env('CLAUDE_PROJECT_DIR') || undefined)
  const isNamed = named !== undefined || Boolean(host.env('PMEM_ROOT'))
  let roots: readonly string[] | undefined
  let found: Project | undefined
  const project = (): Project => {
    found ??= locate(host, named, roots ?? [])
    return found
  }
  const openWith = (which: Project, _workshop: Workshop, anew = false): OpenStore => kept.open(which, workshop, anew)
  const attempt = (call: Call, distrustIndexes: boolean): Outcome => {
    const context = sessionContext({
      host,
      workshop,
      cwd,
      now: host.now(),
      findProject: project,
      noRefresh: false,
      distrustIndexes,
      openWith,
      note: () => undefined,
    })
    return call.command.run(context, call.operands, call.values as Parameters<Command['run']>[2])
  }
  return {
    write,
    host,
    runAside,
    wantsRoots: () => !isNamed && roots === undefined && found === undefined,
    setRoots(folders) {
      if (roots !== undefined) found = undefined
      roots = folders
    },
    project,
    store: () => kept.open(project(), workshop, false),
    async prepare(signal, onProgress) {
      if (runAside === undefined || write === 'off') return
      const { cache, fresh } = kept.look(project())
      if (fresh || (cache !== undefined && cache.files.length < LARGE_STORE)) return
      if (cache === undefined && !isLarge(project())) return
      await runAside(['list', '--limit', '1', '--json', '--cwd', project().root], { cwd: project().root, signal, onProgress })
    },
    run(call) {
      try {
        return attempt(call, false)
      } catch (error) {
        if (!(error instanceof DamagedIndex)) throw error
        return attempt(call, true)
      }
    },
    settle: () => kept.closeStray(),
    close: () => kept.close(),
  }
}

/** The card that a name means. Throws NOT_FOUND. */
export const cardOf = (memory: Memory, name: string): ReturnType<typeof resolveCard> => resolveCard(memory.store().graph, name)

/** True for a store without an index whose folders hold many files: counted no further than needed. */
function isLarge({ files }: Project): boolean {
  let count = 0
  const folders = ['.pmem']
  for (let folder = folders.pop(); folder !== undefined && count < LARGE_STORE; folder = folders.pop())
    for (const { name, kind } of files.list(folder) ?? []) {
      if (kind === 'folder' && name !== 'local' && name !== 'indexes') folders.push(`${folder}/${name}`)
      else if (name.endsWith('.md')) count += 1
    }
  return count >= LARGE_STORE
}

/** Where the caller says; else the first of the client's folders that has a project; else the folder the server was started in. */
function locate(host: Host, named: string | undefined, roots: readonly string[]): Project {
  if (named !== undefined) return findProject(host, named)
  for (const folder of roots) {
    try {
      return findProject(host, folder)
    } catch (error) {
      if (!(error instanceof PmemError)) throw error
    }
  }
  try {
    return findProject(host, undefined)
  } catch (error) {
    if (error instanceof PmemError && error.code === 'NO_PROJECT')
      throw new PmemError('NO_PROJECT', error.message, { fix: `${ERRORS.NO_PROJECT.fix} Or start the server with --cwd DIR.` })
    throw error
  }
}
