/**
 * Asks the committed set of facts among 0, 1,000 and 10,000 generated ones: how often the right fact comes first.
 *
 * Budget: 46, 45 and 44 of 48, and no fewer than bench/baseline.json says (`--check` exits 1). Flags: --check, --accept (writes the
 * baseline), --misses (shows what was asked in vain). One JSON line a case.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { judgeFacts } from './judge.ts'

const BASELINE = new URL('../../baseline.json', import.meta.url)
const LEAST: Readonly<Record<number, number>> = { 0: 46, 1000: 45, 10000: 44 }
const flag = (name: string): boolean => process.argv.includes(`--${name}`)

const results = Object.keys(LEAST).map((others) => judgeFacts(Number(others)))
for (const { misses, ...numbers } of results) {
  console.log(JSON.stringify(numbers))
  if (flag('misses')) for (const miss of misses) console.log(JSON.stringify(miss))
}
const known = JSON.parse(readFileSync(BASELINE, 'utf8')) as Record<string, Readonly<Record<string, number>>>
if (flag('accept')) {
  const facts = Object.fromEntries(results.map(({ distractors, hits }) => [`hit_at_1_of_48_among_${distractors}`, hits]))
  writeFileSync(BASELINE, `${JSON.stringify({ ...known, facts }, null, 2)}\n`)
}
if (flag('check')) {
  for (const { distractors, hits } of results) {
    const least = Math.max(LEAST[distractors] ?? 0, known['facts']?.[`hit_at_1_of_48_among_${distractors}`] ?? 0)
    if (hits >= least) continue
    console.error(`dropped: ${hits} of 48 among ${distractors}, ${least} before`)
    process.exitCode = 1
  }
}
