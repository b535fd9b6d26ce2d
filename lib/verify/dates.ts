import type { Finding } from '../model/finding.ts'
import { isoDate, utcDay } from '../text/day.ts'
import { shellWord } from './shell-word.ts'
import type { Snapshot } from './snapshot.ts'

/** Dates that lie after today: they count as today, but somebody typed them wrong. One day of grace for other time zones. */
export function checkDates({ nodes, today }: Snapshot): readonly Finding[] {
  return nodes.flatMap((node) =>
    (
      [
        ['updated', node.updated],
        ['created', node.created ?? null],
        ['last_verified', node.last_verified],
      ] as const
    )
      .filter(([, date]) => date !== null && (utcDay(date) ?? today) > today + 1)
      .map(
        ([field, date]): Finding => ({
          code: 'future-date',
          severity: 'warning',
          message: `${field} ${date} of ${node.id} lies in the future`,
          file: node.file,
          id: node.id,
          fix: `Correct it: \`pmem update ${shellWord(node.id)} --set ${field}=${isoDate(today)}\`.`,
        }),
      ),
  )
}
