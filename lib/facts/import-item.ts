import type { FactInput } from '../model/fact.ts'
import type { Sha256 } from '../model/ids.ts'
import type { Schema } from '../model/manifest.ts'

/** A file that is imported, by its path below the folder that was named. */
export type ImportFile = { readonly path: string; readonly text: string }

/** What becomes of one thing in a source: a fact, a decision, or nothing, with the reason. */
export type ImportItem = { readonly from: string } & (
  | { readonly fact: FactInput }
  | { readonly decision: DecisionInput }
  | { readonly problem: string }
)
/** A decision record of others, read. */
export type DecisionInput = {
  readonly path: string
  readonly title: string
  readonly status: string | null
  readonly date: string | null
  readonly summary: string | null
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** Records it takes the place of and those that take its own, by path or number. */
  readonly supersedes: readonly string[]
  readonly supersededBy: readonly string[]
  readonly body: string
  readonly origin?: string
}

export type ImportContext = { readonly schema: Schema; readonly sha256: (text: string) => Sha256 }
