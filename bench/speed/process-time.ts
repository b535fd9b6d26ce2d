import { spawnSync } from 'node:child_process'

/** Node loads further certificates at each start where this is set, which hides what a program costs; nothing is logged meanwhile. */
const env: NodeJS.ProcessEnv = { ...process.env, PMEM_NO_LOG: '1' }
delete env.NODE_EXTRA_CA_CERTS

/** A process to start; `input` is what it is given on standard input. */
export type Run = { readonly args: readonly string[]; readonly cwd: string; readonly file?: string; readonly input?: string }

/** How long a whole process takes, in milliseconds. Throws where it does not end with 0. */
export function milliseconds({ args, cwd, file = process.execPath, input = '' }: Run): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(file, [...args], { cwd, env, stdio: ['pipe', 'ignore', 'pipe'], input })
  const elapsed = Number(process.hrtime.bigint() - start) / 1e6
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return elapsed
}

/** What a process prints. */
export function printed({ args, cwd, file = process.execPath }: Run): string {
  const { status, stdout, stderr } = spawnSync(file, [...args], { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return `${stdout}${stderr}`
}

export type Pair = { readonly ms: number; readonly of: number }

/** Runs two processes in turn, the first one first every other time. `before` runs untimed before each. */
export function inPairs(run: Run, of: Run, pairs: number, before: (n: number) => void = () => undefined): readonly Pair[] {
  return Array.from({ length: pairs }, (_, n) => {
    const first = n % 2 === 0 ? undefined : milliseconds(of)
    before(n)
    const ms = milliseconds(run)
    return { ms, of: first ?? milliseconds(of) }
  })
}

/** The medians of both, and of the ratio pair by pair. */
export const medians = (pairs: readonly Pair[]): { readonly ms: number; readonly of_ms: number; readonly ratio: number } => ({
  ms: round(median(pairs.map(({ ms }) => ms)), 1),
  of_ms: round(median(pairs.map(({ of }) => of)), 1),
  ratio: round(median(pairs.map(({ ms, of }) => ms / of)), 2),
})

export const median = (values: readonly number[]): number => quantile(values, 0.5)
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

export const round = (value: number, digits: number): number => Number(value.toFixed(digits))

/** The word after a flag of the command line. */
export function option(name: string, fallback: string): string {
  const at = process.argv.indexOf(name)
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback)
}

export const sizes = (fallback: string): readonly number[] => option('--cards', fallback).split(',').map(Number)

/** At most this, by the number of cards; a size that is not named has no goal. */
export type Goal = Readonly<Record<number, number>>

/** One JSON line a case: the figure, the goal for that many cards, and whether it is met. */
export function report(cards: number, name: string, figures: object, figure?: number, goal?: Goal): void {
  const most = goal?.[cards]
  const judged = figure === undefined || most === undefined ? {} : { goal: most, met: figure <= most }
  if (judged.met === false) process.exitCode = 1
  console.log(JSON.stringify({ cards, case: name, ...figures, ...judged }))
}

/** Stats vouch for a file only when it is older than the tick of a clock. */
export const settle = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
