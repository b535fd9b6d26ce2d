// Real Markdown in, answers out: does the built program find documents of four projects by what they are called?
// Usage: node --import tsx bench/corpora/run.ts [--corpus NAME] [--signal NAME] [--count N] [--verbose] [--corpora DIR] [--program FILE]
//
// Each corpus is copied whole into a temporary folder and gets five broken files; then `init --yes`, `rebuild`, `verify` and
// 50 questions a signal run as processes of their own. Expectations come from bench/corpora/reading.ts alone.
//
//   title, path, id    the name alone: its document first; a shared name: all its sharers first
//   tag                the tag alone: documents that carry it first, all of them
//   wikilink           `related` of a document: every document it links to
//   broken             each planted file named with file, line and reason, by rebuild and by verify
//   indexed            every Markdown file that is UTF-8 is a card
//   untouched          no file but .pmem/ and AGENTS.md was written
//   question           a question of a reader: the right pages near the top
//
// Prints hits of total for each, then the questions with their ranks, then the time of each rebuild, the
// better of two: an unloaded machine is nobody's to promise. Exit 1 on any miss.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Planted, plant, unnamed } from './broken.ts'
import { copyFolder, hashesOf, isMarkdown } from './copy.ts'
import { CORPORA, type Corpus, type Question, SIGNALS } from './corpora.ts'
import { documentOf, newerThan, type Program, programAt } from './program.ts'
import { readPage } from './reading.ts'
import { sample } from './sample.ts'
import { casesOf, failure } from './signals.ts'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const SEED = 'pmem corpora 1'
const PER_SIGNAL = '50'
const CHECKS = [...SIGNALS, 'broken', 'indexed', 'untouched', 'question']

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    signal: { type: 'string' },
    count: { type: 'string', default: PER_SIGNAL },
    verbose: { type: 'boolean', default: false },
    corpora: { type: 'string', default: join(ROOT, '..', 'shared', 'corpora') },
    program: { type: 'string', default: join(ROOT, 'dist', 'bin', 'pmem.js') },
  },
})

type Result = { readonly corpus: string; readonly check: string; readonly total: number; readonly misses: readonly Miss[] }
type Miss = { readonly what: string; readonly why: string }
type Report = { readonly results: Result[]; readonly notes: string[]; readonly times: string[] }

function main(): number {
  const program = resolve(options.program)
  const problem = usageProblem()
  if (problem !== undefined) return say(problem, 64)
  if (!existsSync(options.corpora))
    return say(`check:corpora is skipped: there is no folder ${options.corpora}`, 0, process.stdout)
  if (!existsSync(program)) return say(`${program} is missing: run \`npm run build\` first`, 1)
  const [newer] = newerThan(program, ROOT)
  if (newer !== undefined) say(`note: ${newer} is newer than the program; \`npm run build\` would bring it up to date`, 0)
  const report: Report = { results: [], notes: [], times: [] }
  for (const corpus of CORPORA.filter(({ name }) => options.corpus === undefined || name === options.corpus)) {
    const folder = join(options.corpora, corpus.name)
    if (existsSync(folder)) examine(corpus, folder, programAt(program), report)
    else record(report, corpus, 'corpus', 1, [{ what: folder, why: 'is missing' }])
  }
  return summarize(report)
}

function usageProblem(): string | undefined {
  const { corpus, signal } = options
  const names = CORPORA.map(({ name }) => name)
  if (corpus !== undefined && !names.includes(corpus)) return `--corpus is one of ${names.join(', ')}`
  if (signal !== undefined && !CHECKS.includes(signal)) return `--signal is one of ${CHECKS.join(', ')}`
  if (!/^[1-9]\d*$/.test(options.count)) return '--count is a whole number from 1'
  return undefined
}

const say = (line: string, code: number, stream: NodeJS.WriteStream = process.stderr): number => {
  stream.write(`${line}\n`)
  return code
}

const wanted = (check: string): boolean => options.signal === undefined || options.signal === check

function examine(corpus: Corpus, from: string, run: Program, report: Report): void {
  const temporary = mkdtempSync(join(tmpdir(), `pmem-${corpus.name}-`))
  const root = join(temporary, corpus.name)
  try {
    const own = copyFolder(from, root).filter(isMarkdown)
    const planted = plant(root, own, `${SEED} ${corpus.name} broken`)
    const before = hashesOf(root)
    const init = run(root, ['init', '--yes'])
    if (init.code !== 0) {
      record(report, corpus, 'init', 1, [{ what: corpus.name, why: failure(init) }])
      return
    }
    const rebuild = run(root, ['rebuild', '--json'])
    const again = run(root, ['rebuild'])
    report.times.push(timeLine(corpus, Math.min(rebuild.seconds, again.seconds), own.length))
    const fileOf = filesOfGraph(root)
    const pages = own.map((file) => readPage(file, readFileSync(join(root, file), 'utf8')))

    for (const signal of corpus.signals.filter(wanted)) {
      const cases = sample(casesOf(signal, pages, corpus), Number(options.count), `${SEED} ${corpus.name} ${signal}`)
      const misses = cases.flatMap(({ file, args, fault }) => {
        const why = fault(run(root, args), (id) => fileOf.get(id))
        return why === undefined ? [] : [{ what: `${args.at(-1)} [${file}]`, why }]
      })
      record(report, corpus, signal, cases.length, misses)
    }
    if (wanted('broken')) {
      const misses = [
        ...brokenMisses(planted, 'rebuild', [rebuild, again]),
        ...brokenMisses(planted, 'verify', [run(root, ['verify', '--json']), run(root, ['verify'])]),
      ]
      record(report, corpus, 'broken', planted.length * 2, misses)
    }
    if (wanted('indexed')) {
      const indexed = new Set(fileOf.values())
      const readable = [...own, ...planted.map(({ file }) => file)].filter((file) => isUtf8(join(root, file)))
      const misses = readable.filter((file) => !indexed.has(file)).map((what) => ({ what, why: 'is no node of graph.json' }))
      record(report, corpus, 'indexed', readable.length, misses)
    }
    if (wanted('question')) for (const question of corpus.questions) answer(question, corpus, root, run, report)
    if (wanted('untouched')) record(report, corpus, 'untouched', before.size, changes(before, hashesOf(root)))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

const timeLine = ({ name, rebuildBudget }: Corpus, seconds: number, files: number): string => {
  const verdict =
    rebuildBudget === undefined ? '' : seconds <= rebuildBudget ? `, within ${rebuildBudget} s` : `, over ${rebuildBudget} s`
  return `rebuild ${name} ${seconds.toFixed(2)} s, ${files} documents${verdict}`
}

/** The file of each card. */
function filesOfGraph(root: string): ReadonlyMap<string, string> {
  const { nodes } = JSON.parse(readFileSync(join(root, '.pmem', 'indexes', 'graph.json'), 'utf8')) as {
    nodes: readonly { id: string; file: string }[]
  }
  return new Map(nodes.map(({ id, file }) => [id, file]))
}

const brokenMisses = (
  planted: readonly Planted[],
  command: string,
  [json, plain]: Parameters<typeof unnamed> extends [unknown, ...infer R] ? R : never,
): Miss[] =>
  planted.flatMap((file) => {
    const why = unnamed(file, json, plain)
    return why === undefined ? [] : [{ what: `${command}: ${file.file}`, why }]
  })

function isUtf8(path: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
    return true
  } catch {
    return false
  }
}

/** Files that are not as they were. `init` may write its own folder and the entry for agents. */
function changes(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Miss[] {
  const changed = [...before].flatMap(([what, hash]) => {
    const now = after.get(what)
    return now === hash ? [] : [{ what, why: now === undefined ? 'was deleted' : 'was changed' }]
  })
  const added = [...after.keys()].filter((file) => !before.has(file) && !file.startsWith('.pmem/') && file !== 'AGENTS.md')
  return [...changed, ...added.map((what) => ({ what, why: 'was added' }))]
}

function answer({ query, top, atLeast, answers }: Question, corpus: Corpus, root: string, run: Program, report: Report): void {
  const ending = run(root, ['ask', '--json', '--limit', String(top), '--', query])
  const matched = documentOf<{ matched?: { file: string; title: string }[] }>(ending)?.matched ?? []
  const ranks = matched.flatMap(({ file, title }, at) => (answers(file, title) ? [at + 1] : []))
  report.notes.push(
    `question ${corpus.name} "${query}": ranks ${ranks.join(', ') || 'none'} of the first ${top}, at least ${atLeast} wanted`,
  )
  const why = matched.length === 0 ? failure(ending) : `came first: ${matched.map(({ file }) => file).join(', ')}`
  record(report, corpus, 'question', 1, ranks.length >= atLeast ? [] : [{ what: query, why }])
}

function record(report: Report, { name }: Corpus, check: string, total: number, misses: readonly Miss[]): void {
  report.results.push({ corpus: name, check, total, misses })
  process.stdout.write(`${name} ${check} ${total - misses.length}/${total}\n`)
  if (options.verbose) for (const { what, why } of misses) process.stdout.write(`  miss: ${what}\n    ${why}\n`)
}

/** Prints what belongs to all corpora; the exit code. */
function summarize({ results, notes, times }: Report): number {
  const total = results.reduce((sum, result) => sum + result.total, 0)
  const missed = results.reduce((sum, { misses }) => sum + misses.length, 0)
  const hint = missed > 0 && !options.verbose ? '; --verbose shows each miss' : ''
  process.stdout.write(
    [...notes, ...times, `${total - missed} of ${total} hits, ${missed} misses${hint}`].map((line) => `${line}\n`).join(''),
  )
  return missed === 0 && total > 0 ? 0 : 1
}

process.exitCode = main()
