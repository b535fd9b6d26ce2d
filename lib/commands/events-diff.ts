import { utf8Text } from '../indexes/bytes.ts'
import { encodeEvent, ledgerPath } from '../ledger/codec.ts'
import type { LedgerEvent, NewEvent } from '../model/event.ts'
import { knownCloneId } from '../store/clone.ts'
import { unifiedDiff } from '../text/diff.ts'
import type { Context } from './context.ts'

/** What a dry run would append to the ledger, as a diff. The ids of the events and of a new clone are not known before. */
export function eventsDiff(context: Context, events: readonly NewEvent[]): string {
  if (events.length === 0) return ''
  const { files } = context.project()
  const read = (path: string): string | undefined => {
    const bytes = files.read(path)
    return bytes === undefined ? undefined : utf8Text(bytes)
  }
  const path = ledgerPath(context.host.now(), knownCloneId(files) ?? 'new')
  const before = read(path)
  const lines = events.map((event) => encodeEvent({ ...event, e: 'new', t: context.host.now() } as LedgerEvent))
  return unifiedDiff(path, before, `${before ?? ''}${lines.map((line) => `${line}\n`).join('')}`)
}
