// Does a budget hold on real Markdown, counted by the real tokenizer, and is it used?
// Usage: npm run check:budget [-- --corpus NAME] [--corpora DIR] [--program FILE] [--verbose]
//
// Each corpus is copied into a temporary folder and set up by `init --yes`; then `recall`, `context` and `ask` run as
// processes of their own with budgets from 100 to 5,000 tokens, in every format. For each output:
//
//   within   its o200k tokens are at most the budget; below 800 the footer may say that what is never cut is larger
//   used     recall from 800 up: at least 70 % of the budget, or nothing is left out
//   rising   recall shows more cards with 800, 2,000 and 5,000 tokens, as far as there are more
//   growing  no output shows fewer cards than the one with the next smaller budget
//
// Prints a table of tokens and cards and each miss. Exit 1 on any miss.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { copyFolder } from '../corpora/copy.ts'
import { CORPORA } from '../corpora/corpora.ts'
import { documentOf, newerThan, type Program, programAt } from '../corpora/program.ts'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const FORMATS = ['compact', 'json', 'paths', 'pack'] as const
const BUDGETS = [100, 300, 500, 800, 2000, 5000] as const
/** Budgets that must be used, and with which recall shows more cards each time. Source: the accepted floor of recall. */
const USED_FROM = 800
const USED_SHARE = 0.7

const QUESTIONS: Readonly<Record<string, { readonly context: string; readonly ask: string }>> = {
  dendron: { context: 'publish a dendron site', ask: 'how do I publish a dendron site' },
  javaguide: { context: '优化虚拟机内存区域', ask: '虚拟机内存区域' },
  'adr-jph': { context: 'choose a database', ask: 'which decisions are accepted' },
  madr: { context: 'change the template of decisions', ask: 'markdown architectural decision records' },
}

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    corpora: { type: 'string', default: join(ROOT, '..', 'shared', 'corpora') },
    program: { type: 'string', default: join(ROOT, 'dist', 'bin', 'pmem.js') },
    verbose: { type: 'boolean', default: false },
  },
})

type Footer = {
  readonly shown: number
  readonly total: number
  readonly omitted: readonly { readonly reason: string }[]
  readonly over_budget: boolean
}
type Output = { readonly budget: number; readonly tokens: number; readonly footer: Footer; readonly length: number }
type Row = { readonly corpus: string; readonly command: string; readonly format: string; readonly outputs: readonly Output[] }

function main(): number {
  const program = resolve(options.program)
  if (!existsSync(options.corpora)) return say(`check:budget is skipped: there is no folder ${options.corpora}`, 0)
  if (!existsSync(program)) return say(`${program} is missing: run \`npm run build\` first`, 1)
  const [newer] = newerThan(program, ROOT)
  if (newer !== undefined) say(`note: ${newer} is newer than the program; \`npm run build\` would bring it up to date`, 0)
  const corpora = CORPORA.filter(({ name }) => options.corpus === undefined || options.corpus === name)
  const rows = corpora.flatMap(({ name }) => measure(name, programAt(program)))
  const misses = rows.flatMap(missesOf)
  for (const line of [...tableOf(rows), ...misses.map((miss) => `miss: ${miss}`)]) say(line, 0)
  return say(`${rows.length * BUDGETS.length} outputs, ${misses.length} misses`, misses.length === 0 && rows.length > 0 ? 0 : 1)
}

function say(line: string, code: number): number {
  process.stdout.write(`${line}\n`)
  return code
}

function measure(corpus: string, run: Program): readonly Row[] {
  const temporary = mkdtempSync(join(tmpdir(), `pmem-budget-${corpus}-`))
  try {
    const root = join(temporary, corpus)
    copyFolder(join(options.corpora, corpus), root)
    run(root, ['init', '--yes'])
    const { context = corpus, ask = corpus } = QUESTIONS[corpus] ?? {}
    const commands = [['recall'], ['recall', '--mode', 'deep'], ['context', context], ['ask', ask, '--limit', '100']]
    return commands.flatMap((argv) =>
      FORMATS.map((format) => ({
        corpus,
        command: argv.join(' '),
        format,
        outputs: BUDGETS.map((budget) => outputOf(root, argv, budget, format, run)),
      })),
    )
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** What was printed, and the footer, which in formats without one is that of the same output in JSON with room for all. */
function outputOf(root: string, argv: readonly string[], budget: number, format: string, run: Program): Output {
  const ending = run(root, [...argv, '--budget', String(budget), '--format', format])
  if (options.verbose) process.stdout.write(`--- ${argv.join(' ')} --budget ${budget} --format ${format}\n${ending.stdout}`)
  const data = format === 'json' ? documentOf<{ readonly footer: Footer }>(ending) : undefined
  return {
    budget,
    tokens: countTokens(ending.stdout),
    length: ending.stdout.split('\n').length,
    footer: data?.footer ?? footerIn(ending.stdout),
  }
}

/** The footer of text: `-- shown 3 of 9 cards; left out: 2 decisions (budget); ...`. Without one, each line counts as shown. */
function footerIn(text: string): Footer {
  const line = text.split('\n').findLast((each) => each.startsWith('-- shown ')) ?? ''
  const [, shown, total] = /shown (\d+) of (\d+)/.exec(line) ?? []
  const lines = text.split('\n').filter((each) => each !== '').length
  const omitted = [...line.matchAll(/\d+ \w+ \(([^()]+)\)/g)].map(([, reason]) => ({ reason: reason! }))
  return { shown: Number(shown ?? lines), total: Number(total ?? lines), omitted, over_budget: line.includes('over budget') }
}

function missesOf({ corpus, command, format, outputs }: Row): readonly string[] {
  const name = `${corpus} ${command} ${format}`
  const hasFooter = format !== 'paths'
  const misses: string[] = []
  for (const [place, { budget, tokens, footer, length }] of outputs.entries()) {
    const before = outputs[place - 1]
    const next = outputs[place + 1]
    if (tokens > budget && !footer.over_budget) misses.push(`${name}: ${tokens} tokens with a budget of ${budget}`)
    if (before !== undefined && (footer.shown < before.footer.shown || (format === 'paths' && length < before.length)))
      misses.push(`${name}: ${footer.shown} cards with ${budget}, ${before.footer.shown} with less`)
    const cut = hasFooter
      ? footer.omitted.some(({ reason }) => reason.startsWith('budget'))
      : next !== undefined && next.footer.shown > footer.shown
    if (command.startsWith('recall') && budget >= USED_FROM && tokens < USED_SHARE * budget && cut)
      misses.push(`${name}: only ${tokens} of ${budget} tokens are used`)
    const rises = command.startsWith('recall') && budget > USED_FROM && before !== undefined
    if (rises && footer.shown <= before.footer.shown && before.footer.omitted.some(({ reason }) => reason.startsWith('budget')))
      misses.push(`${name}: ${footer.shown} cards with ${budget} as with ${before.budget}`)
  }
  return misses
}

function tableOf(rows: readonly Row[]): readonly string[] {
  const head = ['', ...BUDGETS.map((budget) => `${budget}`)]
  const body = rows.map(({ corpus, command, format, outputs }) => [
    `${corpus} ${command
      .split(' ')
      .slice(0, command.startsWith('recall') ? 3 : 1)
      .join(' ')} ${format}`,
    ...outputs.map(({ tokens, footer }) => `${tokens}${footer.over_budget ? '!' : ''} (${footer.shown})`),
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...body].map((cells) => cells[column]!.length)))
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ')
  return ['o200k tokens (cards) by budget; ! is over it, and said so', line(head), ...body.map(line)]
}

process.exitCode = main()
