import type { Sha256 } from './ids.ts'

/** What lies at a path, the link itself for a symbolic link. Times are whole milliseconds since 1970, UTC. */
export type EntryStat = {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly size: number
  readonly modified: number
  readonly changed: number
  readonly inode: number
  /** Permission bits, 0 where the platform has none. */
  readonly mode: number
}
export type Entry = { readonly name: string; readonly kind: EntryStat['kind'] }

/** Random access to the bytes of one open file. */
export type ByteReader = {
  readonly size: number
  /** At most `length` bytes from `offset`; fewer at the end of the file, which may lie behind `size` by now. */
  read(offset: number, length: number): Uint8Array
  close(): void
}

/** The content of a file, whole or in pieces. */
export type FileData = string | readonly (string | Uint8Array)[]

/**
 * The files below one folder. Paths are relative to it, POSIX, and cannot leave it.
 * Reading what is absent gives undefined; other failures of the file system throw PmemError CANNOT_READ or CANNOT_WRITE.
 */
export type Files = {
  /** The folder as the platform writes it; for messages and child processes only. */
  readonly root: string
  stat(path: string): EntryStat | undefined
  /** The target of a symbolic link as a stat of what it leads to; undefined when it dangles or leaves the root. */
  follow(path: string): EntryStat | undefined
  /** The path that a path leads to through symbolic links; undefined when nothing is there or it leaves the root. */
  real(path: string): string | undefined
  read(path: string): Uint8Array | undefined
  open(path: string): ByteReader | undefined
  /** Entries of a folder in code-unit order of their names; undefined when it is not a readable folder. */
  list(folder: string): readonly Entry[] | undefined
  /** The same in no order: for those who look at every folder on every prompt. */
  entries(folder: string): readonly Entry[] | undefined
  /** Regular files that match any of the patterns and none of `ignore`, sorted; never through symbolic links. */
  glob(patterns: readonly string[], ignore: readonly string[]): readonly string[]
  /** Creates the folder and its parents. */
  makeFolder(folder: string): void
  /** Creates a file that must not exist yet; false when it does. The bytes have reached the disk when `sync` is set. */
  create(path: string, data: FileData, options: { readonly mode?: number; readonly sync: boolean }): boolean
  /** Adds lines in one write. Where a killed writer left half a line, they begin on a new one. */
  append(path: string, text: string, mode: number): void
  /** Writes over the bytes from `offset` of a file that is still the one with this inode; false when it is another by now. */
  overwrite(path: string, offset: number, text: string, inode: number): boolean
  rename(from: string, to: string): void
  remove(path: string): void
  /** Removes a folder that is empty; any other stays. */
  removeFolder(path: string): void
  /** Sets the modification time to now; used as the heartbeat of the lock. */
  touch(path: string): void
}

/** Everything outside the engine. Two exist: host/node.ts and host/memory.ts. */
export type Host = {
  readonly cwd: string
  readonly platform: string
  /** `Node 20.20.2`, for `doctor` and bug reports. */
  readonly runtime: string
  env(name: string): string | undefined
  /** Milliseconds since 1970, UTC. */
  now(): number
  sha256(data: string | Uint8Array): Sha256
  /** Hexadecimal digits that no other call and no other process gives. */
  token(): string
  files(root: string): Files
  /** Absolute path of `path` seen from `from`, as the platform writes it. */
  resolve(from: string, path: string): string
  /** The folder above, or undefined at the top. */
  parent(path: string): string | undefined
  isFolder(path: string): boolean
  readonly processId: number
  readonly hostName: string
  /** False only when a process of this machine with that id is known not to run. */
  isAlive(processId: number): boolean
  sleep(milliseconds: number): void
  /** The file of the program that runs, as the platform writes it; undefined where it is none of pmem's own. */
  readonly program: string | undefined
  /** What a small program found out before it handed over to the full one in the same process, by what it is about. */
  readonly handedOver: Map<string, unknown>
  /** Runs a line in a shell, or a program with its words without one, as a host of hooks would; undefined where there are no processes. */
  shell(command: string | readonly string[], options: ShellOptions): Shelled | undefined
  /** Runs git with an argument list, never through a shell; undefined when git is absent or fails. */
  git(root: string, args: readonly string[]): string | undefined
  /** The contents of blobs of git, in the order of their ids; undefined when git is absent, one is missing, or they are over 64 MB together. */
  gitBlobs(root: string, ids: readonly string[]): readonly Uint8Array[] | undefined
  /** The program of the page that `view` makes; undefined where it is not built. */
  pageScript(): string | undefined
  /** Answers requests on 127.0.0.1 from now on; the process then stays when the command is over. */
  serve(server: Server): void
  /** Ends a process that stays. */
  exit(code: number): void
  stdin(): string
  /**
   * The same for one who does not wait: what came within so many milliseconds, or as soon as it is a whole JSON document. Asked again it
   * is the same. Where the platform cannot look without waiting, it waits.
   */
  stdinWithin(milliseconds: number): string
  /** One line from stdin without its end, as a person types it; '' at the end of the input. */
  line(): string
  readonly stdinIsTerminal: boolean
  readonly stdout: Sink
  readonly stderr: Sink
}
export type Sink = {
  readonly isTerminal: boolean
  readonly columns: number
  /** True once its reader is found to be gone: what is written then goes nowhere. */
  readonly isClosed?: boolean
  write(text: string): void
}
export type ShellOptions = {
  readonly cwd: string
  readonly input: string
  readonly timeoutMs: number
  /** Beside those of this process. */
  readonly env: Readonly<Record<string, string>>
}
/** What a command line did; `status` is null for one that did not end in time. */
export type Shelled = {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
}

/** A request as far as it matters. `port` is that of the server. */
export type Request = {
  readonly method: string
  readonly path: string
  readonly host: string
  readonly origin: string
  readonly port: number
}
export type Answer = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
export type Server = {
  /** 0 takes a free one. */
  readonly port: number
  answer(request: Request): Answer
  listening(url: string): void
  failed(message: string): void
}
