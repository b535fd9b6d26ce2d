// Gives answers in living repositories and asks for each of them again: `why` from the receipt, `ask --at` from the commit.
// Usage: npm run check:replay [-- ANSWERS=1000]. Exits 1 unless all of them come out byte for byte.
import { replays } from '../../spec/properties/replays.ts'

const wanted = Number(process.argv[2] ?? 1000)
const EACH = 100
const failed: boolean[] = []
for (const life of ['untidy', 'committed'] as const) {
  let [answers, again, committed, againAtCommit] = [0, 0, 0, 0]
  for (let seed = 1; answers < wanted; seed += 1) {
    const found = replays(Math.min(EACH, wanted - answers), seed, life)
    answers += found.answers
    again += found.again
    committed += found.committed
    againAtCommit += found.againAtCommit
    console.log(JSON.stringify({ life, seed, ...found }))
  }
  console.log(`${life}: why ${again} of ${answers} byte for byte, ask --at ${againAtCommit} of ${committed}`)
  failed.push(again < answers || againAtCommit < committed)
}
process.exitCode = failed.includes(true) ? 1 : 0
