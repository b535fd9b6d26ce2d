import { suite } from 'uvu'
import { random } from '../random.ts'
import { TARGETS } from './targets.ts'

/** Of a thousand inputs in all; `npm run fuzz` takes a million and times them. */
const INPUTS = 4_000

const spec = suite('fuzz: input nobody has checked')
for (const { name, share, run } of TARGETS)
  spec(`${name}: no crash and no wrong answer`, async () => {
    for (let number = 0; number < (INPUTS * share) / 1_000; number += 1) {
      try {
        await run(random(7_000_003 + number))
      } catch (error) {
        throw new Error(`input ${number}: ${error instanceof Error ? error.stack : String(error)}`)
      }
    }
  })
spec.run()
