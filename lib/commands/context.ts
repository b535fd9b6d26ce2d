import type { Manifest } from '../model/manifest.ts'
import type { Host } from '../model/ports.ts'
import type { OpenStore, openStore, PastStore } from '../store/open.ts'
import type { Project } from '../store/project.ts'

/** A command as completion, skills and other texts name it; see command-face. */
export type CommandText = {
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly flags: readonly {
    readonly name: string
    readonly short: string | undefined
    readonly doc: string
    readonly takesValue: boolean
    readonly choices: readonly string[]
  }[]
}

/** What a command may use: the host, the project it runs in, and the indexes, each opened only when asked for. */
export type Context = {
  readonly host: Host
  /** The value of `--cwd`. */
  readonly cwd: string | undefined
  /** The moment the command counts as now: `--now`, else the clock. Milliseconds since 1970, UTC. */
  readonly now: number
  readonly project: () => Project
  /** The indexes, brought up to date first unless `--no-refresh` was given. */
  readonly store: () => OpenStore
  /** The indexes as a commit holds the cards, and when that was. */
  readonly storeAt: (commit: string) => PastStore
  /** The command works on the store of the person. */
  readonly isGlobal: boolean
  /** The indexes of the store of the person, the same way; undefined where there is none, or where it is the project itself. */
  readonly globalStore: () => OpenStore | undefined
  /** The manifest, read from its file: for writing commands, which need its lock. */
  readonly manifest: () => Manifest
  /** Every command there is, for what is made of their records. */
  readonly commands: () => readonly CommandText[]
  /** Notes for the person at the terminal; they go to stderr, never into the data. */
  readonly note: (text: string) => void
  /** The same command for the project that a folder belongs to, by other means and without notes. */
  readonly elsewhere: (place: Place) => Context
}
/** `folder` as `--cwd` takes it: undefined for the one that counts without it. */
export type Place = { readonly folder: string | undefined; readonly host: Host; readonly openWith: typeof openStore }
