import { maskSecrets } from '../guard/secrets.ts'
import type { Outcome } from '../model/outcome.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { distillReminder, undistilled } from '../update/reminder.ts'
import { suggestions } from '../update/suggest.ts'
import type { Context } from './context.ts'
import { resolveCard } from './resolve.ts'
import { candidateOf, updateCandidates } from './update-candidates.ts'

/** Cards to look at, with proposed edits where asked; of one card also when nothing calls it in question. Writes nothing. */
export function suggestUpdates(
  context: Context,
  { id, since, edits }: { readonly id: string | undefined; readonly since: string | undefined; readonly edits: boolean },
): Outcome {
  const { host, now } = context
  const project = context.project()
  const store = context.store()
  const { changes, candidates } = updateCandidates(store, now, since)
  const today = dayOf(now)
  const items = suggestions(
    id === undefined ? candidates : [candidateOf(project, resolveCard(store.graph, id), candidates)],
    isoDate(today),
    host.sha256,
  )
  const reminder = distillReminder(store.graph.nodes(), store.manifest, today)
  return {
    kind: 'suggested',
    exit: 0,
    data: {
      items: items.map(({ id: item, card, file, reason, evidence, proposed_edit }) => ({
        id: item,
        card,
        file,
        reason,
        evidence,
        ...(edits ? { proposed_edit: maskSecrets(proposed_edit) } : {}),
      })),
      summary: {
        has_actionable: items.length > 0,
        items: items.length,
        changed_files: changes.files.length,
        undistilled_traces: undistilled(store.graph.nodes()).length,
      },
      notes: reminder === null ? [] : [reminder],
    },
  }
}
