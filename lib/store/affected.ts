import { isGlob } from '../text/glob.ts'
import { byText } from '../text/order.ts'
import { type Affected, affectedCards, canAge, MATCHES, type Match, splitEntry } from '../update/affected.ts'
import type { Change } from '../update/changes.ts'
import { type Changes, changesOf } from './changes.ts'
import type { OpenStore } from './open.ts'
import { isCompared, type StoreSignals } from './signals.ts'

/** What changed, and the cards it may have made untrue: those that name a file, then those with a pattern or folder that holds one. */
export type AffectedNow = { readonly changes: Changes; readonly affected: readonly Affected[] }

/**
 * Cards that changes touch and nobody has looked at since: by git, and by the contents that were recorded with them. A card
 * that was verified with just this content is settled, whatever git says. Undefined for a `since` that git does not know.
 */
export function affectedNow(
  { project, manifest, graph }: Pick<OpenStore, 'project' | 'manifest' | 'graph'>,
  { ledger, reader, differences }: StoreSignals,
  since?: string,
): AffectedNow | undefined {
  const changes = changesOf(project, manifest, since)
  if (changes === undefined) return undefined
  const nodes = [...graph.nodes()].filter((node) => node.source_files.length > 0 && canAge(node) && isCompared(node, manifest))
  const byChange = affectedCards(nodes, changes.files).filter(({ id, entry }) => {
    const recorded = ledger.verified.get(id)?.sources.find(([known]) => known === entry)
    return recorded === undefined || recorded[1] !== reader.hash(entry)
  })
  const named = new Set(byChange.map(({ id, entry }) => `${id}\0${entry}`))
  const matchOf = (entry: string): Match =>
    isGlob(entry) ? 'pattern' : project.files.stat(splitEntry(entry).path)?.kind === 'folder' ? 'folder' : 'file'
  const byContent = nodes.flatMap((node) =>
    differences(node)
      .filter(({ entry }) => !named.has(`${node.id}\0${entry}`))
      .map(
        ({ entry }): Affected => ({
          id: node.id,
          file: splitEntry(entry).path,
          entry,
          match: matchOf(entry),
          kind: reader.hash(entry) === null ? 'deleted' : 'changed',
        }),
      ),
  )
  const affected = [...byChange, ...byContent].sort(
    (a, b) => MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) || byText(a.id, b.id) || byText(a.file, b.file),
  )
  return { changes: changes.by === 'git' ? changes : { ...changes, files: filesOf(byContent) }, affected }
}

function filesOf(affected: readonly Affected[]): readonly Change[] {
  const files = new Map(affected.map(({ file, kind }) => [file, { path: file, kind }]))
  return [...files.values()].sort((a, b) => byText(a.path, b.path))
}
