import { PmemError } from '../model/error.ts'
import type { CardId } from '../model/ids.ts'
import type { Outcome } from '../model/outcome.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { nearest } from '../text/nearest.ts'
import { putCard } from '../update/card-file.ts'
import { sourcesIn } from '../update/field-list.ts'
import { type Candidate, suggestions } from '../update/suggest.ts'
import { changed } from './changed.ts'
import type { Context } from './context.ts'
import { performWrite } from './planned-write.ts'
import { candidateOf, updateCandidates } from './update-candidates.ts'

/** Takes one proposed edit. Throws CHANGED when its card is another by now, NOT_FOUND for an item nobody proposes. */
export function applySuggestion(
  context: Context,
  item: string,
  {
    dryRun,
    ask,
    since,
    allowSecrets,
  }: { readonly dryRun: boolean; readonly ask: boolean; readonly since: string | undefined; readonly allowSecrets: boolean },
): Outcome {
  const project = context.project()
  const done = performWrite(context, { dryRun, ask, allowSecrets }, (store) => {
    const { candidates, signals } = updateCandidates(store, context.now, since)
    const node = store.graph.node(item.slice(0, Math.max(0, item.lastIndexOf('@'))) as CardId)
    const one = node === undefined ? undefined : candidateOf(project, node, candidates)
    const [found] = one === undefined ? [] : suggestions([one], isoDate(dayOf(context.now)), context.host.sha256)
    if (found === undefined || one === undefined) throw notProposed(item, candidates, context)
    if (found.id !== item && one.causes.every(({ kind }) => kind === 'none'))
      throw new PmemError('NOT_FOUND', `nothing is proposed for ${found.card} any more`, {
        fix: 'Run `pmem update --suggest` to see what there is.',
      })
    if (found.id !== item)
      throw new PmemError('CHANGED', `${found.card} has changed since ${item} was proposed`, {
        fix: `Look at \`pmem update ${found.card}\`, then apply ${found.id}.`,
      })
    const sources = sourcesIn(found.after).map((entry) => [entry, signals.reader.hash(entry)] as const)
    return {
      ops: putCard(one.card, found.after),
      events: [
        { k: 'verified' as const, c: found.card, sources },
        ...(signals.ledger.dirty.has(found.card) ? [{ k: 'resolved' as const, c: found.card }] : []),
      ],
      data: {
        id: found.card,
        file: found.file,
        verified: [found.card],
        resolved: signals.ledger.dirty.has(found.card) ? [found.card] : [],
      },
    }
  })
  return changed(done, dryRun, { action: 'apply', ...done.data })
}

function notProposed(item: string, candidates: readonly Candidate[], { host, now }: Context): PmemError {
  const items = suggestions(candidates, isoDate(dayOf(now)), host.sha256).map(({ id }) => id)
  return new PmemError('NOT_FOUND', `no item ${JSON.stringify(item)}`, {
    fix:
      nearest(item, items, 1).map((close) => `Did you mean ${close}?`)[0] ?? 'Run `pmem update --suggest` to see what there is.',
  })
}
