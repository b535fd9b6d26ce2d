import type { Finding } from '../model/finding.ts'
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
          fix: 'Correct source_files, or name the file alone.',
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
          fix: 'Correct source_files, or mark the card superseded.',
        }),
      ),
  )
}
