import type { Finding } from '../model/finding.ts'
import type { GraphNode } from '../model/graph.ts'
import { splitEntry } from '../update/affected.ts'
import { shellWord } from './shell-word.ts'
import type { Snapshot } from './snapshot.ts'

/** Files a card is about that are not there: moved, deleted, or never written. */
export function checkSources(snapshot: Snapshot): readonly Finding[] {
  return [...checkFiles(snapshot), ...checkSymbols(snapshot)]
}

/** Symbols that a file does not declare: renamed or removed, and then any change of the file counts as a change of them. */
function checkSymbols({ nodes, missingSymbols }: Snapshot): readonly Finding[] {
  return nodes.flatMap((node) =>
    node.source_files
      .filter((entry) => missingSymbols.has(entry))
      .map(
        (entry): Finding => ({
          code: 'missing-symbol',
          severity: 'warning',
          message: `${node.id} is about ${entry}, but the file declares no ${entry.slice(entry.indexOf('#') + 1)}`,
          file: node.file,
          id: node.id,
          fix: `Name the symbol as it is called now, or ${without(node, entry)}.`,
        }),
      ),
  )
}

function checkFiles({ nodes, missingSources, moved }: Snapshot): readonly Finding[] {
  return nodes.flatMap((node) =>
    node.source_files
      .filter((entry) => missingSources.has(entry))
      .map(
        (entry): Finding => ({
          code: 'missing-source',
          severity: 'warning',
          message: `${node.id} is about ${entry}, which does not exist`,
          file: node.file,
          id: node.id,
          fix: missingFix(node, entry, moved),
        }),
      ),
  )
}

function missingFix(node: GraphNode, entry: string, moved: ReadonlyMap<string, string>): string {
  const { path } = splitEntry(entry)
  const to = moved.get(path)
  if (to === undefined) return `Name the file that took its place, or ${without(node, entry)}.`
  const followed = node.source_files.map((other) => (other === entry ? to + entry.slice(path.length) : other))
  return `It was moved to ${to}: ${setting(node, followed) ?? 'name it so in source_files'}.`
}

/** How an entry is taken out of `source_files`. */
function without(node: GraphNode, entry: string): string {
  const command = setting(
    node,
    node.source_files.filter((other) => other !== entry),
  )
  return command === undefined ? 'take the entry out of source_files' : `take the entry out: ${command}`
}

/** The command that sets `source_files`; undefined where the entries cannot be told apart on one line. */
const setting = ({ id }: GraphNode, entries: readonly string[]): string | undefined =>
  entries.some((entry) => /[,[\]`]/.test(entry))
    ? undefined
    : `\`pmem update ${shellWord(id)} --set ${shellWord(`source_files=${entries.join(',')}`)}\``
