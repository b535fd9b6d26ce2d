// Many processes write and read one store on the disk at once, and some are killed in the middle of it.
// Usage: npm run crowd:campaign [-- --writers 16 --readers 16 --seconds 60]
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { folder } from './folder.ts'
import { section } from './process/crowd-member.ts'
import { runIn } from './repository.ts'
import { SELF, SELF_ARGS } from './self.ts'
import { card, type Json } from './world.ts'

/** Of so many writes that were acknowledged, one is the last of its process, which is killed while it does the next. */
const A_KILL = 10

export type Crowd = {
  readonly writes: number
  readonly reads: number
  readonly killed: number
  /** Writes that were acknowledged and are not there. */
  readonly lost: readonly string[]
  /** What a reader saw that should not be, and what was wrong with the store afterwards. */
  readonly wrong: readonly string[]
}
type Written = { readonly kind: number; readonly mark: string }
export type CrowdOptions = {
  readonly writers: number
  readonly readers: number
  /** A writer ends after so many writes; all of them after so many seconds. */
  readonly steps: number
  readonly seconds?: number
}

/** Lets them all loose on a new store, and looks what is left. */
export async function crowd({ writers, readers, steps, seconds }: CrowdOptions): Promise<Crowd> {
  const root = folder({
    '.pmem/manifest.yml': 'version: 1\nproject: { name: crowd }\n',
    ...card('module.shared', 'title: Shared', `# Shared\n\n## Current State\n\n${section('start')}\n`),
    ...card('module.liked', 'title: Liked'),
    ...card('module.dirty', 'title: Dirty'),
  })
  const program = join(folder(), 'crowd-member.cjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'process', 'crowd-member.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    outfile: program,
    logLevel: 'silent',
  })
  const [done, wrong]: [Written[], string[]] = [[], []]
  let [reads, killed, over] = [0, 0, false]
  const start = (name: string, what: string, left: number): ChildProcess =>
    spawn(SELF, [...SELF_ARGS, program, root, name, what, String(left)], { stdio: ['pipe', 'pipe', 'pipe'] })

  /** One writer to its end; where it is killed another takes its place. */
  const writer = async (number: number): Promise<void> => {
    for (let [left, life] = [steps, 1]; left > 0 && !over; life += 1) {
      const child = start(`w${number}l${life}`, 'write', left)
      writing.add(child)
      const said = errorsOf(child)
      for await (const line of createInterface({ input: child.stdout! })) {
        done.push(JSON.parse(line) as Written)
        left -= 1
        if (done.length % A_KILL === 0 && child.kill('SIGKILL')) killed += 1
      }
      const code = await ended(child)
      writing.delete(child)
      if (code !== null && code !== 0) wrong.push(`a writer ends with ${code}: ${said.text}`)
    }
  }
  const writing = new Set<ChildProcess>()
  const reading = Array.from({ length: readers }, async (_, number) => {
    const child = start(`r${number}`, 'read', 0)
    const said = errorsOf(child)
    stop.push(() => child.stdin?.end())
    for await (const line of createInterface({ input: child.stdout! })) {
      const told = JSON.parse(line) as string | { readonly reads: number }
      if (typeof told === 'string') wrong.push(told)
      else reads += told.reads
    }
    const code = await ended(child)
    if (code !== 0) wrong.push(`a reader ends with ${code}: ${said.text}`)
  })
  const timer =
    seconds === undefined
      ? undefined
      : setTimeout(() => {
          over = true
          for (const child of writing) child.kill('SIGKILL')
        }, seconds * 1_000)
  await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)))
  clearTimeout(timer)
  for (const end of stop.splice(0)) end()
  await Promise.all(reading)
  return { writes: done.length, reads, killed, lost: lostIn(root, done), wrong: [...wrong, ...faultsIn(root)] }
}
const stop: (() => void)[] = []

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((done) => child.on('close', (code) => done(code)))

function errorsOf(child: ChildProcess): { text: string } {
  const said = { text: '' }
  child.stderr?.on('data', (chunk) => {
    said.text = (said.text + String(chunk)).slice(0, 2_000)
  })
  return said
}

/** What was acknowledged and is nowhere. Of the section that all replace only the last is left, as it should. */
function lostIn(root: string, done: readonly Written[]): readonly string[] {
  const all = textsBelow(join(root, '.pmem'))
  const of = (kind: number): readonly string[] => done.filter((one) => one.kind === kind).map(({ mark }) => mark)
  const missing = [
    ...of(0).filter((mark) => !all.includes(`Fact ${mark} is kept`)),
    ...of(3).filter((mark) => !all.includes(`"Reason ${mark}"`)),
    ...of(4).filter((mark) => !new RegExp(`Process ${mark} is done$`, 'm').test(all)),
  ]
  const { helpful } = runIn(root, 'trust', 'module.liked', '--json').json as Json
  const liked = of(2).length
  // One that was killed may have written what it could not say any more.
  return helpful < liked ? [...missing, `${liked - helpful} times helpful`] : missing
}

function textsBelow(path: string): string {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/[\\/](?:local|indexes)(?:[\\/]|$)/.test(entry.parentPath))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

function faultsIn(root: string): readonly string[] {
  // The lock of one that was killed is broken by the next that writes.
  const { code, stderr } = runIn(root, 'remember', 'The crowd is gone')
  const { findings } = runIn(root, 'verify', '--json').json as Json
  const bad = findings.filter(({ severity, code: what }: Json) => severity === 'error' || what === 'ledger-line')
  return [...(code === 0 ? [] : [`the next write exits ${code}: ${stderr}`]), ...bad.map((one: Json) => JSON.stringify(one))]
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      writers: { type: 'string', default: '16' },
      readers: { type: 'string', default: '16' },
      seconds: { type: 'string', default: '60' },
    },
  })
  const { lost, wrong, ...counts } = await crowd({
    writers: Number(values.writers),
    readers: Number(values.readers),
    seconds: Number(values.seconds),
    steps: Number.POSITIVE_INFINITY,
  })
  process.stdout.write(`${JSON.stringify({ ...counts, lost: lost.length, wrong: wrong.length })}\n`)
  for (const words of [...lost.slice(0, 20), ...wrong.slice(0, 20)]) process.stderr.write(`${words}\n`)
  process.exitCode = lost.length + wrong.length === 0 ? 0 : 1
}
