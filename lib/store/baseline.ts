import type { SourceHashes } from '../model/event.ts'
import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { Manifest } from '../model/manifest.ts'
import type { Files } from '../model/ports.ts'
import type { Lookup } from '../model/signals.ts'
import { rowsOf, rowValue } from '../text/rows.ts'
import { canAge } from '../update/affected.ts'
import { replaceFile } from './apply.ts'
import { firstRecordOp } from './changes.ts'
import { headCommit } from './git-head.ts'
import type { Ledger } from './ledger.ts'
import { LOCAL, type Project } from './project.ts'
import { sealed, unsealed } from './sealed.ts'
import { sourceReader } from './sources.ts'

const PATH = `${LOCAL}/source-baseline`
const KIND = 'pmem.source_baseline 1\n'

/** What the sources of a card held when this clone first saw the card with that `last_verified`. */
export type Baseline = Lookup<{ readonly verified: string | null; readonly sources: SourceHashes }>

/** Cards are looked up one by one: the file is never parsed as a whole. */
export function readBaseline(files: Files): Baseline {
  const text = unsealed(files.read(PATH)) ?? ''
  const rows = text.startsWith(KIND) ? text.slice(KIND.length) : ''
  return {
    get(id) {
      const value = rowValue(rows, id)
      if (value === undefined) return undefined
      const [verified, sources] = JSON.parse(value) as [string | null, SourceHashes]
      return { verified, sources }
    },
  }
}

/**
 * Sets what later changes are measured by, where nothing is set yet: with git the commit they count from; without git the
 * content of the sources of cards that no recorded verification covers. A card whose `last_verified` somebody moved by
 * hand is measured anew. Best effort: a read-only disk has no baseline.
 */
export function setBaselines(project: Project, manifest: Manifest, graph: GraphIndex, ledger: Ledger): void {
  const { host, files } = project
  try {
    const first = firstRecordOp(project)
    if (first?.op === 'put') replaceFile(host, files, first.path, first.text, { sync: false, mode: 0o600 })
    if (headCommit(host, project.root) !== null) return
    const before = readBaseline(files)
    const reader = sourceReader(project, manifest.autoUpdate.ignorePatterns, true)
    const after = [...graph.nodes()]
      .filter((node) => isMeasured(node, ledger))
      .map((node): [string, string] => {
        const known = before.get(node.id)
        const kept = known?.verified === node.last_verified ? new Map(known.sources) : new Map<string, SourceHashes[number][1]>()
        const sources: SourceHashes = node.source_files.map(
          (entry) => [entry, kept.has(entry) ? kept.get(entry)! : reader.hash(entry)] as const,
        )
        return [node.id, JSON.stringify([node.last_verified, sources])]
      })
    reader.done()
    const text = `${KIND}${rowsOf(after)}`
    const old = unsealed(files.read(PATH))
    if (after.length === 0 ? old !== undefined : old !== text)
      replaceFile(host, files, PATH, sealed(text), { sync: false, mode: 0o600 })
  } catch {
    // Without a baseline nothing counts as changed.
  }
}

const isMeasured = (node: GraphNode, ledger: Ledger): boolean =>
  node.source_files.length > 0 && canAge(node) && ledger.verified.get(node.id) === undefined
