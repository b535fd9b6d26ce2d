// Inputs nobody has checked, by the million: no crash, no input that takes more than a second, no wrong answer.
// Usage: npm run fuzz [-- --inputs 1000000 --seed 1]. Prints one JSON line a target; exit 1 at the first that fails.
import { parseArgs } from 'node:util'
import { random } from '../random.ts'
import { TARGETS } from './targets.ts'

const SLOWEST_MS = 1_000
const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } },
})
const [inputs, seed] = [Number(values.inputs), Number(values.seed)]
let [total, crashes, hangs] = [0, 0, 0]
for (const { name, share, run } of TARGETS) {
  const count = Math.ceil((inputs * share) / 1_000)
  let slowest = 0
  for (let number = 0; number < count; number += 1) {
    const chance = (): ReturnType<typeof random> => random(seed * 1_000_003 + number)
    const first = await timed(() => run(chance()))
    if (first.failure !== undefined) {
      crashes += 1
      if (crashes <= 20) process.stderr.write(`${name}, input ${number} of seed ${seed}: ${first.failure}\n`)
    }
    // On a busy machine any input may be slow once; one that is slow again is slow.
    const took = first.ms > SLOWEST_MS ? Math.min(first.ms, (await timed(() => run(chance()))).ms) : first.ms
    slowest = Math.max(slowest, took)
    if (took > SLOWEST_MS) {
      hangs += 1
      process.stderr.write(`${name}, input ${number} of seed ${seed}: ${Math.round(took)} ms\n`)
    }
  }
  total += count
  process.stdout.write(`${JSON.stringify({ target: name, inputs: count, slowest_ms: Math.round(slowest) })}\n`)
}
process.stdout.write(`${JSON.stringify({ inputs: total, crashes, hangs })}\n`)
process.exitCode = crashes + hangs === 0 ? 0 : 1

/** How long it took this process, in milliseconds, and what it threw. */
async function timed(work: () => void | Promise<void>): Promise<{ readonly ms: number; readonly failure?: string }> {
  const begun = process.cpuUsage()
  const ms = (): number => {
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1_000
  }
  try {
    const done = work()
    // Most are over by now: a turn of the queue for each would be most of the time.
    if (done !== undefined) await done
    return { ms: ms() }
  } catch (error) {
    return { ms: ms(), failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
