import type { Guard } from './card.ts'
import type { CardId, ProjectPath } from './ids.ts'

/** What somebody is about to do. Paths are relative to the project, POSIX. */
export type Proposed = {
  readonly files: readonly { readonly path: string; readonly added: readonly string[] }[]
  readonly commands: readonly string[]
}

/** A card whose guards are asked. */
export type Guarded = {
  readonly id: CardId
  readonly title: string
  readonly status: string | null
  readonly file: ProjectPath
  readonly guards: readonly Guard[]
}

/** A rejected approach that a change repeats. */
export type GuardHit = {
  readonly id: CardId
  readonly title: string
  readonly file: ProjectPath
  readonly message: string
  /** What of the change matched, in one line: a path, an added line, a command, a dependency. */
  readonly match: string
  /** The changed file; null for a command. */
  readonly path: string | null
}

/** What `check` found. */
export type CheckedData = {
  readonly hits: readonly GuardHit[]
  readonly guards: number
  readonly files: number
  readonly added_lines: number
  /** True where there was more of the change than is looked at. */
  readonly cut: boolean
}
