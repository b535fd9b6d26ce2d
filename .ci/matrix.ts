// All specs on every runtime, and how long a newcomer waits there for the first answer; .ci/matrix says how to run it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { nodes, type Runtime, runtimes } from '../spec/runtimes/runtime.ts'
import { writeDocuments } from '../spec/runtimes/sample.ts'
import { ROOT } from './steps.ts'

type Row = {
  readonly name: string
  readonly passed: number
  readonly total: number
  readonly problem: string
  readonly seconds: number[]
}
/** Each starts from an empty cache. */
const FIRST_ANSWERS = 3
const QUESTION = 'why is markdown the truth'

const room = mkdtempSync(join(tmpdir(), 'pmem-matrix-'))
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env

function main(): void {
  const { values, positionals: asked } = parseArgs({ options: { specs: { type: 'string' } }, allowPositionals: true })
  const { found, missing } = runtimes()
  const [, ...others] = found
  const wanted = [...nodes(), ...others].filter(({ name }) => asked.length === 0 || asked.some((part) => name.includes(part)))
  const tarball = pack()
  const rows = wanted.map((runtime): Row => {
    const row = { ...specsOn(runtime, values.specs), seconds: firstAnswers(runtime, tarball) }
    process.stdout.write(`${line(row)}\n`)
    return row
  })
  const absent = asked.length === 0 ? missing : []
  for (const name of absent) process.stdout.write(`${name.padEnd(14)} not installed: npm ci --prefix spec/runtimes\n`)
  const totals = new Set(rows.map(({ total }) => total))
  const gap = rows.some(
    ({ passed, total, problem, seconds }) => passed !== total || total === 0 || problem !== '' || seconds.length === 0,
  )
  process.stdout.write(totals.size > 1 ? 'the runtimes did not run the same specs\n' : '')
  process.exitCode = gap || totals.size !== 1 || absent.length > 0 ? 1 : 0
}

function pack(): string {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', room], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm pack: ${stdout}${stderr}`)
  return join(room, readdirSync(room).find((name) => name.endsWith('.tgz'))!)
}

function specsOn({ name, file }: Runtime, part: string | undefined): Omit<Row, 'seconds'> {
  const args = ['--import', 'tsx', join(ROOT, 'spec', 'run.ts'), '--on', file, ...(part === undefined ? [] : [part])]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: environment,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const [, passed = '0', failed = '0'] = /^(\d+) passed, (\d+) failed/m.exec(stdout.trimEnd().split('\n').at(-1) ?? '') ?? []
  const total = Number(passed) + Number(failed)
  const failures = stdout.split('\n').filter((text) => /^(?:FAIL|\s+FAIL) /.test(text))
  return { name, passed: Number(passed), total, problem: total === 0 ? stderr : failures.join('\n') }
}

/** Seconds from `npm exec` of the tarball, in a folder of documents and with an empty cache, to the end of the first answer. */
function firstAnswers(runtime: Runtime, tarball: string): number[] {
  return Array.from({ length: FIRST_ANSWERS }, (_, turn) => {
    const home = join(room, `${runtime.name}-${turn}`)
    const project = join(home, 'project')
    mkdirSync(project, { recursive: true })
    writeDocuments(project, 'given')
    const isNode = runtime.name.startsWith('Node')
    const program = isNode
      ? 'pmem'
      : `"${[runtime.file, ...runtime.args(project)].join('" "')}" "$(readlink -f "$(command -v pmem)")"`
    const env = {
      PATH: isNode ? `${dirname(runtime.file)}${delimiter}${process.env['PATH'] ?? ''}` : process.env['PATH'],
      HOME: home,
      DENO_DIR: join(home, 'deno'),
      DENO_NO_UPDATE_CHECK: '1',
      npm_config_cache: join(home, 'cache'),
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    }
    const args = ['exec', '--yes', `--package=${tarball}`, '-c', `${program} init --yes && ${program} ask "${QUESTION}"`]
    const begun = performance.now()
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: project, env, encoding: 'utf8', input: '' })
    const seconds = (performance.now() - begun) / 1000
    rmSync(home, { recursive: true, force: true })
    if (status === 0 && stdout.includes('0001-keep-markdown')) return seconds
    process.stdout.write(`${runtime.name}: no first answer: ${stdout}${stderr}\n`)
    return Number.NaN
  }).filter((seconds) => !Number.isNaN(seconds))
}

function line({ name, passed, total, problem, seconds }: Row): string {
  const median = [...seconds].sort((a, b) => a - b)[seconds.length >> 1]
  const answer = median === undefined ? 'none' : `${median.toFixed(2)} s`
  return `${name.padEnd(14)} ${`${passed}/${total}`.padStart(11)} specs   first answer ${answer}${problem === '' ? '' : `\n${problem}`}`
}

try {
  main()
} finally {
  rmSync(room, { recursive: true, force: true })
}
