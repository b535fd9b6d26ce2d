// Repeats of rejected approaches and ordinary edits, made from seeds, against the guards of 16 cards.
// Usage: npm run check:tripwires. Exits 1 below 95 % caught or above 1 % false alarms.
import { tryTripwires } from '../../spec/guard/tripwire-deck.ts'

const SEEDS = [1, 2, 3, 4, 5]
const [REPEATS, ORDINARY] = [400, 2_000]
const [LEAST_CAUGHT, MOST_ALARMS] = [0.95, 0.01]

let [repeats, caught, ordinary, alarms] = [0, 0, 0, 0]
for (const seed of SEEDS) {
  const found = tryTripwires(seed, REPEATS, ORDINARY)
  repeats += found.repeats
  caught += found.caught
  ordinary += found.ordinary
  alarms += found.alarms
  console.log(JSON.stringify({ seed, ...found, faults: found.faults.length }))
  for (const fault of new Set(found.faults.slice(0, 20))) console.error(fault)
}
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(2)} %`
console.log(
  `caught ${caught} of ${repeats} (${percent(caught, repeats)}), false alarms ${alarms} of ${ordinary} (${percent(alarms, ordinary)})`,
)
process.exitCode = caught / repeats < LEAST_CAUGHT || alarms / ordinary > MOST_ALARMS ? 1 : 0
