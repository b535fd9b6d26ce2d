import type { BlockSyntax } from '../text/managed-block.ts'
import type { CommandLine, HookEvent } from './hook-command.ts'
import type { JsonEntry, JsonOwnership } from './json-entries.ts'
import type { JsonValue } from './json-tree.ts'

/** One place where an integration writes. Paths are relative to the root of the project. */
export type Piece =
  | {
      readonly kind: 'block'
      readonly path: string
      readonly body: string
      /** `script` goes below the first line of a shell script, the others to the end. */
      readonly syntax: 'markdown' | 'hash' | 'script'
      /** Only into a file that is there. */
      readonly needsFile?: true
      /** Only when asked for: install leaves it alone, remove takes it away. */
      readonly optional?: true
      /** Integrations share it: it stays until the last of them is removed. */
      readonly shared?: true
      /** What others may have written there in its stead: then nothing is written. */
      readonly taken?: RegExp
      readonly mode?: number
    }
  | {
      readonly kind: 'json'
      readonly path: string
      readonly entries: readonly JsonEntry[]
      readonly owned: JsonOwnership
      readonly scaffold?: Readonly<Record<string, JsonValue>>
    }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly text: string
      readonly comment: BlockSyntax
      /** By what a file that can hold no signature is known as pmem's. */
      readonly stamped?: RegExp
      readonly shared?: true
      readonly mode?: number
    }

/** A hook that an integration has installed, to be tried by `verify`. */
export type InstalledHook = {
  readonly event: HookEvent
  /** What the host calls the event. */
  readonly name: string
  readonly command: CommandLine
}

/** What the texts of an integration are made of. */
export type Setting = {
  readonly language: 'en' | 'zh-CN'
  /** Each command, in the order of the help. */
  readonly commands: readonly { readonly name: string; readonly usage: string; readonly summary: string }[]
  readonly exists: (path: string) => boolean
  /** The text of a file, links followed. */
  readonly textOf: (path: string) => string | undefined
  readonly options: { readonly claudeMd: boolean; readonly preCommit: boolean }
  /** Where git keeps its `hooks` and `config`; undefined where there is no git or they lie outside of the project. */
  readonly gitPath: (name: 'hooks' | 'config') => string | undefined
}

export type Integration = {
  readonly name: string
  readonly title: string
  /** Paths whose presence says that the project is used with it. */
  readonly signs: readonly string[]
  readonly pieces: (setting: Setting) => readonly Piece[]
  readonly hooks: readonly InstalledHook[]
  /** What is left for the person to do or to know. */
  readonly notes: (setting: Setting) => readonly string[]
}
