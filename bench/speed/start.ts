/**
 * What a one-off command costs as a whole process, against the runtime's own start.
 *
 * Budget: `pmem ask` on the project's own memory at most 2.0 x `node -e 0`, median of 15 pairs, NODE_EXTRA_CA_CERTS unset (with it
 * Node loads certificates at every start, which hides what pmem costs); a hook, which is given its payload on standard input, at most
 * 2.3 x. One JSON line a command. Needs a built dist/.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PROGRAM = `${ROOT}dist/bin/pmem.js`
const PAIRS = 15
/** What is compiled for a command is kept over its first few calls. */
const LEARNING = 7
const EDIT = { tool_name: 'Edit', tool_input: { file_path: `${ROOT}lib/query/ask.ts`, old_string: 'a', new_string: 'b' } }
const CASES: readonly { readonly args: readonly string[]; readonly payload?: object }[] = [
  { args: ['ask', 'why json indexes'] },
  { args: ['recall'] },
  { args: ['list', 'task'] },
  { args: ['show', 'decision.json-indexes'] },
  { args: ['hook', 'user-prompt'], payload: { prompt: 'why json indexes' } },
  { args: ['hook', 'user-prompt'], payload: { prompt: 'run the tests' } },
  { args: ['hook', 'pre-tool'], payload: EDIT },
  { args: ['hook', 'stop'], payload: { stop_hook_active: false } },
  { args: ['hook', 'session-start'], payload: { source: 'startup' } },
]

const env = { ...process.env }
delete env.NODE_EXTRA_CA_CERTS

function milliseconds(args: readonly string[], payload?: object): number {
  const given = payload === undefined ? {} : { input: JSON.stringify({ session_id: 'bench', cwd: ROOT, ...payload }) }
  const start = process.hrtime.bigint()
  const { status } = spawnSync(process.execPath, [...args], { cwd: ROOT, env, stdio: ['pipe', 'ignore', 'ignore'], ...given })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

for (const { args, payload } of CASES) {
  // The first runs bring the index and the stat cache up to date; files younger than two seconds are still looked at by content.
  for (let n = 0; n < LEARNING; n += 1) milliseconds([PROGRAM, ...args], payload)
  const pairs = Array.from({ length: PAIRS }, () => ({
    bare: milliseconds(['-e', '0']),
    pmem: milliseconds([PROGRAM, ...args], payload),
  }))
  console.log(
    JSON.stringify({
      command: `pmem ${args.join(' ')}${payload === undefined ? '' : ` < ${JSON.stringify(payload).slice(0, 40)}`}`,
      bare_ms: Number(median(pairs.map(({ bare }) => bare)).toFixed(1)),
      pmem_ms: Number(median(pairs.map(({ pmem }) => pmem)).toFixed(1)),
      ratio: Number(median(pairs.map(({ bare, pmem }) => pmem / bare)).toFixed(2)),
    }),
  )
}
