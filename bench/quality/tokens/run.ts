// How far estimateTokens is from the o200k tokenizer, for each kind of text. Chunks of 100 to 2,000 tokens; one fifth of the sources held out.
// Limits (--check exits 1 beyond them): of the held-out chunks at most 1 % under-counted by more than 3 %, mean over-count at most 18 %
// over the kinds and 10 % on pmem's own compact and JSON output (bare lists of paths are shown, not judged), and the real output within a budget that was packed to TOKEN_MARGIN.
import { estimateTokens, TOKEN_MARGIN } from '../../../lib/text/tokens.ts'
import { type Chunk, chunks } from './chunks.ts'
import { outputChunks, realOutput } from './real-output.ts'
import { texts } from './texts.ts'

const CHUNKS_A_KIND = 200
const LIMITS = { tolerance: -0.03, under: 0.01, over: 0.18, overOwn: 0.1 } as const

type Row = {
  readonly name: string
  readonly chunks: number
  readonly mean: number
  readonly low: number
  readonly worst: number
  readonly under: number
}

const { all, missing } = texts()
for (const line of missing) console.log(line)
const samples = chunks(all, CHUNKS_A_KIND)
const { outputs, silent } = realOutput(all)
for (const line of silent) console.log(line)
const real = outputChunks(outputs)

const isOwn = ({ kind }: Chunk): boolean => kind.startsWith('own ')
const heldOut = samples.filter((chunk) => chunk.heldOut)
const byKind = rows([...samples, ...real])
print('kind', byKind)
const heldRow = row('held out', heldOut)
const ownHeldRow = row('held out, own output', heldOut.filter(isOwn))
const isBare = ({ kind }: Chunk): boolean => kind.startsWith('pmem paths')
const realRow = row(
  'real output, compact and json',
  real.filter((chunk) => !isBare(chunk)),
)
const pathsRow = row('real output, paths', real.filter(isBare))
print('in all', [
  row(
    'fitted',
    samples.filter((chunk) => !chunk.heldOut),
  ),
  heldRow,
  row('own output', samples.filter(isOwn)),
  ownHeldRow,
  realRow,
  pathsRow,
])
const meanOfKinds = mean(rows(heldOut).map((kind) => kind.mean))
console.log(`mean over-count over the kinds, held out: ${percent(meanOfKinds)}`)
console.log(
  `worst under-count of own output, real or sampled: ${percent(Math.min(realRow.worst, row('', samples.filter(isOwn)).worst))}; packed to ${TOKEN_MARGIN}`,
)

if (process.argv.includes('--check')) {
  const broken = [
    heldRow.under > LIMITS.under ? `${percent(heldRow.under)} of the held-out chunks are under-counted by more than 3 %` : '',
    meanOfKinds > LIMITS.over || heldRow.mean > LIMITS.over ? 'the mean over-count across the kinds is above 18 %' : '',
    ownHeldRow.mean > LIMITS.overOwn || realRow.mean > LIMITS.overOwn ? 'the mean over-count on own output is above 10 %' : '',
    // Packing fills TOKEN_MARGIN of a budget by estimate, so real = estimate / (1 + r) stays within it while 1 + r >= TOKEN_MARGIN.
    1 + Math.min(realRow.worst, pathsRow.worst) < TOKEN_MARGIN ? 'real output would exceed a budget packed to TOKEN_MARGIN' : '',
  ].filter((line) => line !== '')
  for (const line of broken) console.error(line)
  if (broken.length > 0) process.exitCode = 1
}

function rows(of: readonly Chunk[]): Row[] {
  const kinds = [...new Set(of.map(({ kind }) => kind))].sort()
  return kinds.map((kind) =>
    row(
      kind,
      of.filter((chunk) => chunk.kind === kind),
    ),
  )
}

/** Relative errors of the estimate: 0.1 is 10 % over. `low` is the first percentile. */
function row(name: string, of: readonly Chunk[]): Row {
  const errors = of.map(({ text, tokens }) => estimateTokens(text) / tokens - 1).sort((a, b) => a - b)
  return {
    name,
    chunks: of.length,
    mean: mean(errors),
    low: errors[Math.floor(errors.length / 100)] ?? 0,
    worst: errors[0] ?? 0,
    under: mean(errors.map((error) => (error < LIMITS.tolerance ? 1 : 0))),
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %`
}

function print(title: string, of: readonly Row[]): void {
  console.log(`\n| ${title} | chunks | mean | 1st percentile | worst | more than 3 % under |`)
  console.log('|---|--:|--:|--:|--:|--:|')
  for (const { name, chunks, mean, low, worst, under } of of) {
    console.log(
      `| ${name} | ${chunks} | ${percent(mean)} | ${percent(low)} | ${percent(worst)} | ${(under * 100).toFixed(1)} % |`,
    )
  }
}
