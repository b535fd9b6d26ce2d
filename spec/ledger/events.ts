import type { AnyEvent } from '../../lib/ledger/codec.ts'
import { type Random, random } from '../random.ts'

/** Events of a few cards and clones, some of one moment, some repeated, some of a kind that nobody knows. */
export function randomEvents(seed: number, most = 40): readonly AnyEvent[] {
  const { below, pick } = random(seed)
  const events: AnyEvent[] = []
  for (let number = below(most); number >= 0; number -= 1) {
    if (events.length > 0 && below(8) === 0) {
      events.push(pick(events))
      continue
    }
    const head = {
      e: `${seed}-${below(1_000_000)}`,
      t: below(20),
      k: pick(['dirty', 'dirty', 'resolved', 'verified', 'feedback', 'reads', 'learn', 'unlearn', 'renamed', 'unheard']),
      c: pick(['module.a', 'module.b', 'task.存储', '__proto__']),
    }
    events.push({ ...head, ...bodyOf(head.k, random(seed * 1_000 + number)) })
  }
  return events
}

function bodyOf(kind: string, { below, pick }: Random): object {
  const query = pick(['how to ship', '部署', 'x'])
  switch (kind) {
    case 'dirty':
      return { reason: `r${below(3)}`, ...(below(2) === 0 ? {} : { files: ['src/a.ts'] }) }
    case 'verified':
      return { sources: [['src/a.ts', below(3) === 0 ? null : `h${below(3)}`]] }
    case 'feedback':
      return { helpful: below(2) === 0, ...(below(2) === 0 ? {} : { query }) }
    case 'reads':
      return { count: below(9), total: below(90), by: pick(['x', 'y']), last: below(20) }
    case 'learn':
      return {
        rules: pick([['demote'], ['promote'], ['age'], ['demote', 'age']]),
        reads: below(90),
        helpful: 0,
        last: null,
        day: pick(['2026-01-01', '2026-02-01', '2026-03-09', 'no day']),
      }
    case 'unlearn':
      return below(2) === 0 ? {} : { query }
    case 'renamed':
      return { from: pick(['module.a', 'module.b', '../x']) }
    default:
      return {}
  }
}
