import { checkProposed } from '../../lib/guard/tripwires.ts'
import type { Guarded } from '../../lib/model/guard.ts'
import type { CardId, ProjectPath } from '../../lib/model/ids.ts'
import { type Random, random } from '../random.ts'
import { APPROACHES, ORDINARY, proposedOf, type Sample } from './approaches.ts'

const WORDS = [
  'harbour',
  'ledger',
  'tide',
  'signal',
  'parcel',
  'lantern',
  'meadow',
  'quarry',
  'beacon',
  'orchard',
  'ferry',
  'loom',
]
/** Of edits that repeat nothing, so many in a hundred are near a rejected approach: its name in prose, a package much like it. */
const NEAR_SHARE = 30
const MOST_NOISE = 4

export type TripwireResult = {
  readonly repeats: number
  readonly caught: number
  readonly ordinary: number
  readonly alarms: number
  /** What went wrong, in words. */
  readonly faults: readonly string[]
}

export const GUARDED: readonly Guarded[] = APPROACHES.map(({ name, guards }) => ({
  id: `decision.no-${name}` as CardId,
  title: `No ${name}`,
  status: 'accepted',
  file: `.pmem/decisions/no-${name}.md` as ProjectPath,
  guards: guards.map((guard) => ({ ...guard, message: `${name} was rejected` })),
}))

/** Makes so many repeats of rejected approaches and so many other edits, each among ordinary ones, and checks them against all guards. */
export function tryTripwires(seed: number, repeats: number, ordinary: number): TripwireResult {
  const dice = random(seed)
  const faults: string[] = []
  const edit = (sample: Sample): readonly Sample[] =>
    dice
      .shuffle([sample, ...Array.from({ length: dice.below(MOST_NOISE) }, () => dice.pick(ORDINARY))])
      .map((one) => filled(one, dice))
  const told = (samples: readonly Sample[]): readonly string[] =>
    checkProposed(GUARDED, proposedOf(samples)).hits.map(({ id }) => id)
  let [caught, alarms] = [0, 0]
  for (let count = 0; count < repeats; count += 1) {
    const { name, repeats: ways } = APPROACHES[count % APPROACHES.length]!
    const samples = edit(dice.pick(ways))
    if (told(samples).includes(`decision.no-${name}`)) caught += 1
    else faults.push(`missed ${name}: ${JSON.stringify(samples)}`)
  }
  for (let count = 0; count < ordinary; count += 1) {
    const samples = edit(dice.below(100) < NEAR_SHARE ? dice.pick(dice.pick(APPROACHES).near) : dice.pick(ORDINARY))
    const found = told(samples)
    if (found.length > 0) {
      alarms += 1
      faults.push(`false alarm of ${found.join(', ')}: ${JSON.stringify(samples)}`)
    }
  }
  return { repeats, caught, ordinary, alarms, faults }
}

function filled(sample: Sample, dice: Random): Sample {
  const text = (template: string): string =>
    template.replace(/\$[NW]/g, (mark) => (mark === '$N' ? String(dice.below(90) + 1) : dice.pick(WORDS)))
  return 'path' in sample ? { path: text(sample.path), lines: text(sample.lines) } : { command: text(sample.command) }
}
