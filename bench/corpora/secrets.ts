// False alarms of the guard against credentials on public documents; skipped where the corpora are absent.
// Budget: at most 1 in 10,000 lines. Usage: npm run check:secrets
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSecrets } from '../../lib/guard/secrets.ts'

const CORPORA = join(import.meta.dirname, '../../../shared/corpora')
const BUDGET = 1
const found = [...documents(CORPORA)].reduce(
  ({ lines, alarms }, path) => {
    const text = readFileSync(path, 'utf8')
    return { lines: lines + text.split('\n').length, alarms: alarms + findSecrets(text).length }
  },
  { lines: 0, alarms: 0 },
)
if (found.lines === 0) process.stdout.write('skipped: no corpora\n')
else {
  const rate = (found.alarms / found.lines) * 10_000
  process.stdout.write(`${JSON.stringify({ ...found, per_10000_lines: Number(rate.toFixed(2)), budget: BUDGET })}\n`)
  process.exitCode = rate <= BUDGET ? 0 : 1
}

function* documents(folder: string): Iterable<string> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* documents(path)
    else if (/\.(?:mdx?|txt|ya?ml)$/i.test(entry.name)) yield path
  }
}
