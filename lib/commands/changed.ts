import type { Outcome } from '../model/outcome.ts'
import type { ChangedData } from '../model/written.ts'
import type { Done } from './planned-write.ts'

/** The outcome of a writing command. A person who said no at the prompt is a true negative. */
export function changed<T>(done: Done<T>, dryRun: boolean, parts: Pick<ChangedData, 'action'> & Partial<ChangedData>): Outcome {
  const { diff, written, removed, refused } = done
  const notes = [...(parts.notes ?? []), ...(refused ? ['nothing was written'] : [])]
  const data: ChangedData = {
    id: null,
    file: null,
    trace: null,
    verified: [],
    resolved: [],
    flagged: [],
    warnings: [],
    ...parts,
    notes,
    written,
    removed,
    diff,
    dry_run: dryRun,
  }
  return { kind: 'changed', exit: refused ? 1 : 0, data }
}
