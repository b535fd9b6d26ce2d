import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import type { Lookup, Signals } from '../model/signals.ts'

/** A store as the checks see it: data only, so that the same store gives the same findings. */
export type Snapshot = {
  readonly manifest: Manifest
  /** The version of pmem that checks. */
  readonly program: string
  readonly graph: GraphIndex
  /** By id in code-unit order. */
  readonly nodes: readonly GraphNode[]
  /** Whole UTC day. */
  readonly today: number
  readonly signals: Signals
  /** Cards whose verification is recorded in the ledger; `last_verified` in the card itself counts as well. */
  readonly verified: Lookup<unknown>
  /** Entries of `source_files` that lead to no file. */
  readonly missingSources: ReadonlySet<string>
  /** Files that moved since the memory last took note, by their old path. */
  readonly moved: ReadonlyMap<string, string>
  /** Entries of `source_files` whose file does not declare the symbol they name. */
  readonly missingSymbols: ReadonlySet<string>
  /** Cards whose sources changed, by git or by content, with the files; nobody has looked at them since. */
  readonly changed: ReadonlyMap<CardId, string>
  /** Lines of the ledger that are no event. */
  readonly ledgerFaults: readonly { readonly file: string; readonly line: number }[]
  /** Texts of cards, documents, hot files and the ledger by path, line ends LF. */
  readonly texts: ReadonlyMap<string, string>
  /** Estimated tokens of each card's file, by path; hot files included. */
  readonly tokens: ReadonlyMap<string, number>
}
