// Runs every spec/**/*.spec.ts and prints what failed. Usage: npm run specs -- [part of a path ...] [--root FOLDER] [--on RUNTIME]
// RUNTIME is the program of another Node, of Deno or of Bun, which then runs the specs and the programs that they start.
//
// uvu 0.5.6 exits 0 when a hook throws, when a test throws something that is not an Error, and when `.run()` is
// forgotten. So the suites are run here and counted: every file must register a suite, every suite a test, and every
// test must pass. The specs are bundled once; each file then runs in a process of its own, so that a crash, a hang or
// a `process.exit` is the failure of that file alone.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, resolve as resolvePath, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { argumentsOf } from './self.ts'

const { values: flags, positionals } = parseArgs({
  options: { root: { type: 'string' }, on: { type: 'string' } },
  allowPositionals: true,
})
const ROOT = resolvePath(flags.root ?? join(import.meta.dirname, '..'))
/** Below node_modules, so that packages resolve; one folder a run, so that two runs do not meet. */
const OUT = join(ROOT, 'node_modules', '.cache', `specs-${process.pid}`)
const TIMEOUT_MS = 300_000
const RUNTIME = flags.on ?? process.env['SPEC_RUNTIME'] ?? process.execPath

type Count = { readonly passed: number; readonly total: number; readonly skipped: number; readonly problems: readonly string[] }
type Result = Count & { readonly file: string; readonly output: string; readonly milliseconds: number }

const started = performance.now()
const filters = positionals.map((text) => text.split(sep).join('/'))
const running = new Set<ChildProcess>()

async function main(): Promise<void> {
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(OUT, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

  const files = specFiles().filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)))
  const broken = files.length === 0 ? new Map<string, string>() : await bundle(files)
  const results = await inParallel(files, availableParallelism(), (file) => {
    const reason = broken.get(file)
    return reason === undefined ? runFile(file) : Promise.resolve(failure(file, 'does not build', reason))
  })
  report(results)
}

function specFiles(): string[] {
  return readdirSync(join(ROOT, 'spec'), { recursive: true, encoding: 'utf8' })
    .map((name) => `spec/${name.split(sep).join('/')}`)
    .filter((name) => name.endsWith('.spec.ts') && !name.includes('/node_modules/'))
    .sort((a, b) => (a < b ? -1 : 1))
}

/** Bundles `entries` into OUT and returns the reason for each that does not build: one broken file never stops the rest. */
async function bundle(entries: readonly string[]): Promise<ReadonlyMap<string, string>> {
  mkdirSync(OUT, { recursive: true })
  writeFileSync(join(OUT, 'run-file.mjs'), RUN_FILE)
  if (await builds(entries)) return new Map()
  const reasons = new Map<string, string>()
  for (const entry of entries) {
    const reason = await build(options([entry])).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (reason !== undefined) reasons.set(entry, reason)
  }
  return reasons
}

const builds = (entries: readonly string[]): Promise<boolean> =>
  build(options(entries)).then(
    () => true,
    () => false,
  )

function options(entries: readonly string[]): BuildOptions {
  return {
    absWorkingDir: ROOT,
    entryPoints: [...entries],
    outdir: OUT,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    // One uvu for all; packages that look for files of their own stay where they are. The rest loads faster bundled.
    external: ['uvu', 'esbuild', 'typescript', 'tsx'],
    banner: { js: "import { createRequire as require_ } from 'node:module'; const require = require_(import.meta.url);" },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [keepImportMeta],
  }
}

/** A spec finds its fixtures by `import.meta`: keep the place of the source file, not of the bundle. */
const keepImportMeta: Plugin = {
  name: 'keep-import-meta',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes('import.meta.')) return undefined
      const place = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) }
      const contents = text.replace(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, key: keyof typeof place) =>
        JSON.stringify(place[key]),
      )
      return { contents, loader: 'ts' }
    })
  },
}

/**
 * What each process runs: import the file, run its suites, write the counts into a file: that much each runtime does alike. A wait
 * that nothing ends is none at the top level, where Bun would wait for ever.
 */
const RUN_FILE = `
import { writeFileSync } from 'node:fs'
globalThis.UVU_DEFER = 1
globalThis.UVU_QUEUE = [[]]
globalThis.UVU_INDEX = 0
async function main() {
  await import(process.argv[2])
  const suites = globalThis.UVU_QUEUE.flat()
  const problems = suites.length === 0 ? ['registers no suite: is .run() missing?'] : []
  let passed = 0, total = 0, skipped = 0
  for (const [index, run] of suites.entries()) {
    const [errors, done, left, all] = await run()
    passed += done
    total += all
    skipped += left
    if (typeof errors === 'string') process.stdout.write('\\n' + errors + '\\n')
    else if (done !== all) problems.push('suite ' + (index + 1) + ' stopped after ' + done + ' of ' + all + ': a hook failed, or a test threw something that is not an Error')
    if (all + left === 0) problems.push('suite ' + (index + 1) + ' has no test')
  }
  writeFileSync(process.argv[3], JSON.stringify({ passed, total, skipped, problems }))
  process.exit(0)
}
main()
`

function runFile(file: string): Promise<Result> {
  const begun = performance.now()
  const url = pathToFileURL(join(OUT, file.replace(/\.ts$/, '.mjs'))).href
  // Node loads extra certificates at every start (40 ms), and no spec speaks to a network.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  const answer = join(OUT, `${file.replaceAll('/', '-')}.json`)
  const child = spawn(RUNTIME, [...argumentsOf(RUNTIME), join(OUT, 'run-file.mjs'), url, answer], {
    cwd: ROOT,
    env: { ...env, SPEC_NODE: process.execPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const chunks: Buffer[] = []
  child.stdio[1]?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stdio[2]?.on('data', (chunk: Buffer) => chunks.push(chunk))
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill('SIGKILL')
  }, TIMEOUT_MS)
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      running.delete(child)
      const output = Buffer.concat(chunks).toString()
      const milliseconds = performance.now() - begun
      if (existsSync(answer))
        return resolve({ ...(JSON.parse(readFileSync(answer, 'utf8')) as Count), file, output, milliseconds })
      const end = late
        ? `did not end in ${TIMEOUT_MS / 1000} s`
        : `ended early (${signal ?? `exit code ${code}`}) before its suites were done`
      resolve(failure(file, end, output, milliseconds))
    })
  })
}

const failure = (file: string, problem: string, output: string, milliseconds = 0): Result => {
  return { file, output, milliseconds, passed: 0, total: 1, skipped: 0, problems: [problem] }
}

/** Maps with at most `width` jobs at once; results in the order of the input. */
async function inParallel<T, R>(items: readonly T[], width: number, job: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await job(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
  return results
}

function report(all: readonly Result[]): void {
  for (const result of all) {
    const { file, passed, total, problems, output, milliseconds } = result
    const bad = passed !== total || problems.length > 0
    if (!bad && filters.length === 0) continue
    if (bad || filters.length > 0) process.stdout.write(`${output.trimEnd()}\n`)
    process.stdout.write(`${bad ? 'FAIL' : 'ok'} ${file} (${passed} of ${total}, ${Math.round(milliseconds)} ms)\n`)
    for (const problem of problems) process.stdout.write(`     ${basename(file)} ${problem}\n`)
    process.stdout.write('\n')
  }
  const sum = (pick: (result: Result) => number): number => all.reduce((total, result) => total + pick(result), 0)
  const passed = sum((result) => result.passed)
  // A file with a problem fails even where each of its counted tests passed.
  const failed = sum(({ total, passed, problems }) => Math.max(total - passed, Math.min(1, problems.length)))
  const skipped = sum((result) => result.skipped)
  const ok = failed === 0 && passed > 0
  if (all.length === 0) process.stdout.write(`no spec file matches ${filters.join(' ') || 'spec/**/*.spec.ts'}\n`)
  process.stdout.write(`${all.length} spec files in ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
  process.stdout.write(`${passed} passed, ${ok ? 0 : Math.max(1, failed)} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`)
  process.exitCode = ok ? 0 : 1
}

await main()
