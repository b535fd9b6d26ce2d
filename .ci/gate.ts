// The whole gate: every step runs, also after one that failed. Usage: npm test
import { join } from 'node:path'
import { type Counts, countsLine, countsOf, ROOT, show } from './steps.ts'

const bin = (name: string, file: string): string => join(ROOT, 'node_modules', name, file)
const TSC = bin('typescript', 'bin/tsc')
const script = (file: string, ...args: string[]): string[] => ['--import', 'tsx', file, ...args]

const STEPS: readonly { readonly name: string; readonly args: readonly string[] }[] = [
  { name: 'types', args: [TSC, '-p', '.'] },
  { name: 'types of the pure rooms, without a platform', args: [TSC, '-p', 'lib'] },
  { name: 'lint and format', args: [bin('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'specs', args: script('spec/run.ts') },
  { name: 'build', args: script('.ci/build.ts') },
  { name: 'questions that our own memory must answer', args: ['dist/bin/pmem.js', 'eval'] },
  { name: 'runtimes', args: script('spec/runtimes/smoke.ts') },
  { name: 'package', args: script('spec/pack/pack.ts') },
]

const failed: string[] = []
let total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const { name, args } of STEPS) {
  process.stdout.write(`\n== ${name}\n`)
  const begun = performance.now()
  const counts = countsOf(await show(process.execPath, args))
  if (counts.failed > 0) failed.push(name)
  total = {
    passed: total.passed + counts.passed,
    failed: total.failed + counts.failed,
    skipped: total.skipped + counts.skipped,
  }
  process.stdout.write(
    `== ${name}: ${counts.failed > 0 ? 'FAILED' : 'ok'} in ${((performance.now() - begun) / 1000).toFixed(1)} s\n`,
  )
}
process.stdout.write(failed.length === 0 ? '\n' : `\nfailed: ${failed.join(', ')}\n`)
process.stdout.write(countsLine(total))
process.exitCode = failed.length === 0 ? 0 : 1
