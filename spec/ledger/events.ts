import type { AnyEvent } from '../../lib/ledger/codec.ts'
import { random } from '../random.ts'

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
      k: pick(['dirty', 'dirty', 'resolved', 'verified', 'feedback', 'unheard']),
      c: pick(['module.a', 'module.b', 'task.存储', '__proto__']),
    }
    const body =
      head.k === 'dirty'
        ? { reason: `r${below(3)}`, ...(below(2) === 0 ? {} : { files: ['src/a.ts'] }) }
        : head.k === 'verified'
          ? { sources: [['src/a.ts', below(3) === 0 ? null : `h${below(3)}`]] }
          : {}
    events.push({ ...head, ...body })
  }
  return events
}
