import type { Finding } from '../model/finding.ts'
import type { GraphNode } from '../model/graph.ts'
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

function checkFiles({ nodes, missingSources }: Snapshot): readonly Finding[] {
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
          fix: `Name the file that took its place, or ${without(node, entry)}.`,
        }),
      ),
  )
}

/** The command that takes an entry out of `source_files`. */
function without({ id, source_files }: GraphNode, entry: string): string {
  const kept = source_files.filter((other) => other !== entry)
  return kept.some((other) => /[,[\]]/.test(other))
    ? 'take the entry out of source_files'
    : `take the entry out: \`pmem update ${shellWord(id)} --set ${shellWord(`source_files=${kept.join(',')}`)}\``
}
