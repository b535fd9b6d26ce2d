import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { NODE, SELF } from './self.ts'

const HEAD = "import { suite } from 'uvu'\nimport * as assert from 'uvu/assert'\nconst spec = suite('fake')\n"
const PASSES = "spec('passes', () => assert.is(1, 1))\n"

/** Spec files by name, each wrong in one way that uvu alone would let pass or that would hide the others. */
const FAKES: Readonly<Record<string, string>> = {
  good: `${HEAD}${PASSES}spec.run()\n`,
  skips: `${HEAD}${PASSES}spec.skip('later', () => {})\nspec.run()\n`,
  fails: `${HEAD}${PASSES}spec('fails', () => assert.is(1, 2))\nspec.run()\n`,
  'forgets-run': `${HEAD}${PASSES}`,
  'has-no-test': `${HEAD}spec.run()\n`,
  'hook-throws': `${HEAD}spec.before(() => { throw new Error('hook') })\n${PASSES}spec.run()\n`,
  'throws-text': `${HEAD}spec('throws', () => { throw 'text' })\nspec.run()\n`,
  'exits-0': `${HEAD}spec('exits', () => process.exit(0))\n${PASSES}spec.run()\n`,
  'never-ends': `${HEAD}spec('waits', () => new Promise(() => {}))\nspec.run()\n`,
  'rejects-late': `${HEAD}spec('late', async () => { void Promise.reject(new Error('late')); await new Promise((r) => setTimeout(r, 20)) })\nspec.run()\n`,
  'does-not-build': `${HEAD}spec('syntax', () = {})\nspec.run()\n`,
  'imports-nothing': `${HEAD}import { gone } from './gone.ts'\nspec('gone', () => gone())\nspec.run()\n`,
}

/** Runs spec/run.ts on a folder of fakes. It lies below node_modules, so that uvu is found. */
function run(
  names: readonly string[],
  ...filters: string[]
): { readonly status: number | null; readonly lines: readonly string[] } {
  const root = join(import.meta.dirname, '..', 'node_modules', '.cache', `fakes-${process.pid}-${names.length}`)
  try {
    mkdirSync(join(root, 'spec'), { recursive: true })
    for (const name of names) writeFileSync(join(root, 'spec', `${name}.spec.ts`), FAKES[name] ?? '')
    const args = ['--import', 'tsx', join(import.meta.dirname, 'run.ts'), '--root', root, ...filters]
    // Not as an argument: Deno rewrites a command line in which it finds its own path.
    const env = { ...process.env, SPEC_RUNTIME: SELF }
    const { status, stdout } = spawnSync(NODE, args, { cwd: join(import.meta.dirname, '..'), env, encoding: 'utf8' })
    return { status, lines: stdout.trimEnd().split('\n') }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const spec = suite('run')
spec('every way to fail in silence is a failure of its own file, and the rest still runs', () => {
  const { status, lines } = run(Object.keys(FAKES))
  assert.is(status, 1)
  const failed = lines.filter((line) => line.startsWith('FAIL ')).map((line) => /spec\/(.+)\.spec\.ts/.exec(line)?.[1])
  assert.equal(
    failed,
    Object.keys(FAKES)
      .filter((name) => name !== 'good' && name !== 'skips')
      .sort(),
  )
  assert.is(lines.at(-1), '3 passed, 10 failed, 1 skipped')
})
spec('files that pass give the plain closing line and exit 0', () => {
  const { status, lines } = run(['good', 'skips', 'fails'], 'good')
  assert.is(lines.at(-1), '1 passed, 0 failed')
  assert.is(status, 0)
})
spec('no file, or no test that ran, is a failure', () => {
  const { status, lines } = run(['good'], 'nowhere')
  assert.is(lines.at(-1), '0 passed, 1 failed')
  assert.is(status, 1)
})
spec.run()
