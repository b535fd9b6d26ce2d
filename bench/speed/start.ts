/**
 * What a one-off command costs as a whole process, against the runtime's own start.
 *
 * Budget: `pmem ask` on the project's own memory at most 2.0 x `node -e 0`, median of 15 pairs, NODE_EXTRA_CA_CERTS unset (with it
 * Node loads certificates at every start, which hides what pmem costs). One JSON line a command. Needs a built dist/.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PROGRAM = `${ROOT}dist/bin/pmem.js`
const PAIRS = 15
const CASES: readonly (readonly string[])[] = [
  ['ask', 'why json indexes'],
  ['recall'],
  ['list', 'task'],
  ['show', 'decision.json-indexes'],
]

const env = { ...process.env }
delete env.NODE_EXTRA_CA_CERTS

function milliseconds(args: readonly string[]): number {
  const start = process.hrtime.bigint()
  const { status } = spawnSync(process.execPath, [...args], { cwd: ROOT, env, stdio: 'ignore' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

for (const command of CASES) {
  // The first runs bring the index and the stat cache up to date; files younger than two seconds are still looked at by content.
  milliseconds([PROGRAM, ...command])
  const pairs = Array.from({ length: PAIRS }, () => ({
    bare: milliseconds(['-e', '0']),
    pmem: milliseconds([PROGRAM, ...command]),
  }))
  console.log(
    JSON.stringify({
      command: `pmem ${command.join(' ')}`,
      bare_ms: Number(median(pairs.map(({ bare }) => bare)).toFixed(1)),
      pmem_ms: Number(median(pairs.map(({ pmem }) => pmem)).toFixed(1)),
      ratio: Number(median(pairs.map(({ bare, pmem }) => pmem / bare)).toFixed(2)),
    }),
  )
}
