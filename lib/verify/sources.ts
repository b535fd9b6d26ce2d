import type { Finding } from '../model/finding.ts'
import type { Snapshot } from './snapshot.ts'

/** Files a card is about that are not there: moved, deleted, or never written. */
export function checkSources({ nodes, missingSources }: Snapshot): readonly Finding[] {
  return nodes.flatMap((node) =>
    node.source_files
      .filter((entry) => missingSources.has(entry))
      .map((entry): Finding => ({
        code: 'missing-source',
        severity: 'warning',
        message: `${node.id} is about ${entry}, which does not exist`,
        file: node.file,
        id: node.id,
        fix: 'Correct source_files, or mark the card superseded.',
      })),
  )
}
