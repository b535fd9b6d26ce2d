/**
 * Ranks the judged sets and says how well: nDCG@10, Recall@10, MRR@10 a set, with a paired bootstrap against MiniSearch's defaults.
 *
 * Budget: nDCG@10 of no set below bench/baseline.json by more than 0.0005 (`--check` exits 1). Flags: --check, --accept (writes the
 * baseline), --ablation, --sample N (queries a set; not comparable with the baseline), --set NAME. One JSON line a case.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import MiniSearch from 'minisearch'
import { CHANNELS } from '../../lib/model/hit.ts'
import { ask, type Part } from '../../lib/query/ask.ts'
import { queryTerms } from '../../lib/query/query-terms.ts'
import { scoreText } from '../../lib/query/text-score.ts'
import { TERM_WEIGHT } from '../../lib/query/weights.ts'
import { ALL_STEPS, type TokenizerSteps } from '../../lib/text/token.ts'
import { tokenizer } from '../../lib/text/tokenize.ts'
import { type Measures, mean, measure, pairedBootstrap } from './measures.ts'
import { hasSets, indexOf, type Judged, type JudgedSet, readSet, SETS, storeOf, typeOf } from './sets.ts'

const BASELINE = new URL('../baseline.json', import.meta.url)
const TOLERANCE = 0.0005
const args = process.argv.slice(2)
const flag = (name: string): boolean => args.includes(`--${name}`)
const value = (name: string): string | undefined => (flag(name) ? args[args.indexOf(`--${name}`) + 1] : undefined)

type Line = {
  readonly set: string
  readonly ndcg: number
  readonly recall: number
  readonly mrr: number
  readonly minisearch: number
  readonly p: number
  readonly silent: number
}
type Ranker = (query: Judged) => readonly string[]

function report(): void {
  const names = value('set') === undefined ? [...SETS] : SETS.filter((name) => name === value('set'))
  const lines = names.flatMap((name) => {
    const set = readSet(name, Number(value('sample') ?? 0))
    if (set === undefined) console.log(`skipped: ${name} is not there`)
    return set === undefined ? [] : [evaluate(set)]
  })
  for (const line of lines) console.log(JSON.stringify(line))
  console.log(
    JSON.stringify({
      mean: round4(mean(lines.map(({ ndcg }) => ndcg))),
      sets: lines.length,
      better: lines.filter(({ p }) => p < 0.05).length,
    }),
  )
  const known = existsSync(BASELINE)
    ? (JSON.parse(readFileSync(BASELINE, 'utf8')) as Record<string, Record<string, unknown>>)
    : {}
  if (flag('accept')) {
    const quality = Object.fromEntries(lines.map(({ set, ndcg, recall, mrr }) => [set, { ndcg, recall, mrr }]))
    writeFileSync(BASELINE, `${JSON.stringify({ ...known, quality }, null, 2)}\n`)
  }
  if (flag('check')) {
    const quality = (known.quality ?? {}) as Record<string, { readonly ndcg: number }>
    const dropped = lines.filter(({ set, ndcg }) => ndcg < (quality[set]?.ndcg ?? 0) - TOLERANCE)
    for (const { set, ndcg } of dropped) console.error(`dropped: ${set} ${quality[set]?.ndcg} -> ${ndcg}`)
    if (dropped.length > 0) process.exitCode = 1
  }
}

function evaluate(set: JudgedSet): Line {
  const { rank, silent } = pipeline(set)
  const ours = measured(set, rank)
  const theirs = measured(set, miniSearch(set)).map(({ ndcg }) => ndcg)
  return {
    set: set.name,
    ndcg: round4(mean(ours.map(({ ndcg }) => ndcg))),
    recall: round4(mean(ours.map(({ recall }) => recall))),
    mrr: round4(mean(ours.map(({ mrr }) => mrr))),
    minisearch: round4(mean(theirs)),
    p: pairedBootstrap(
      ours.map(({ ndcg }) => ndcg),
      theirs,
    ),
    silent: round4(silent() / set.queries.length),
  }
}

/** The whole of `ask`: names, text, edges, factors and abstention; a query with a group is put within the type of that group. */
function pipeline(
  set: JudgedSet,
  store: ReturnType<typeof storeOf> = storeOf(set.documents),
  without: ReadonlySet<Part> = new Set(),
): { readonly rank: Ranker; readonly silent: () => number } {
  let unanswered = 0
  const rank: Ranker = (query) => {
    const type = query.group === undefined ? undefined : typeOf(query)
    const { matched } = ask(query.text, { limit: 10, limited: true, hops: 1, type, without }, store)
    if (matched.length === 0) unanswered += 1
    return matched.map(({ id }) => id)
  }
  return { rank, silent: () => unanswered }
}

/** A query with a group looks at its own group only; the statistics are those of the whole set. */
function ranked(set: JudgedSet, index: ReturnType<typeof indexOf>, weigh: typeof queryTerms = queryTerms): Ranker {
  const groups = new Map(set.documents.map(({ id, group }) => [id, group]))
  return ({ text, group }) => {
    const accept = group === undefined ? undefined : (document: number): boolean => groups.get(index.id(document)) === group
    return scoreText(index, weigh(text), { accept }).map(({ id }) => id)
  }
}

/** What a plain MiniSearch gives: title boost 4, everything else as it comes, one index for the whole set. */
function miniSearch(set: JudgedSet): Ranker {
  const search = new MiniSearch({ fields: ['title', 'text'], searchOptions: { boost: { title: 4 } } })
  search.addAll([...set.documents])
  const groups = new Map(set.documents.map(({ id, group }) => [id, group]))
  return ({ text, group }) =>
    search
      .search(text, group === undefined ? {} : { filter: ({ id }) => groups.get(id as string) === group })
      .map(({ id }) => id as string)
}

const measured = (set: JudgedSet, rank: Ranker): readonly Measures[] =>
  set.queries.map((query) => measure(rank(query).slice(0, 10), query.grades))

const FACTORS = ['type_weight', 'recency', 'staleness', 'status', 'trust', 'length'] as const

/** Each channel, each factor and abstention off in turn, through the whole pipeline: what each is worth on the judged sets. */
function ablateParts(sets: readonly JudgedSet[]): void {
  const stores = sets.map((set) => [set, storeOf(set.documents)] as const)
  const parts: readonly Part[] = [...CHANNELS, ...FACTORS, 'abstention']
  for (const part of [undefined, ...parts]) {
    const results = stores.map(([set, store]) => {
      const { rank } = pipeline(set, store, new Set(part === undefined ? [] : [part]))
      return [set.name, round4(mean(measured(set, rank).map(({ ndcg }) => ndcg)))] as const
    })
    print(part === undefined ? 'the whole pipeline' : `pipeline without ${part}`, results)
  }
}

const print = (label: string, results: readonly (readonly [name: string, ndcg: number])[]): void =>
  console.log(
    JSON.stringify({ case: label, mean: round4(mean(results.map(([, ndcg]) => ndcg))), ...Object.fromEntries(results) }),
  )

/** Text alone: each step of the tokenizer off in turn, and the kinds of terms at the weight of a word. */
function ablateText(sets: readonly JudgedSet[]): void {
  const cases: readonly (readonly [string, TokenizerSteps, Partial<Record<keyof typeof TERM_WEIGHT, number>>])[] = [
    ['everything', ALL_STEPS, TERM_WEIGHT],
    ...(Object.keys(ALL_STEPS) as (keyof TokenizerSteps)[]).map(
      (step) => [`without ${step}`, { ...ALL_STEPS, [step]: false }, TERM_WEIGHT] as const,
    ),
    ['grams weigh 1', ALL_STEPS, { ...TERM_WEIGHT, gram: 1 }],
    ['joined weighs 1', ALL_STEPS, { ...TERM_WEIGHT, joined: 1 }],
    ['summary indexed too', ALL_STEPS, TERM_WEIGHT],
  ]
  for (const [label, steps, weights] of cases) {
    const tokens = tokenizer(steps)
    const weigh = (text: string): ReturnType<typeof queryTerms> => {
      const terms = new Map<string, ReturnType<typeof queryTerms>[number]>()
      for (const { term, kind } of tokens(text))
        terms.set(term, { term, kind, weight: (terms.get(term)?.weight ?? 0) + (weights[kind] ?? 1) })
      return [...terms.values()]
    }
    const results = sets.map((set) => {
      const index = indexOf(set.documents, (text) => tokens(text).map(({ term }) => term), label.startsWith('summary'))
      return [set.name, round4(mean(measured(set, ranked(set, index, weigh)).map(({ ndcg }) => ndcg)))] as const
    })
    print(label, results)
  }
}

function ablate(): void {
  const sample = Number(value('sample') ?? 200)
  const sets = SETS.filter((name) => value('set') === undefined || name === value('set')).flatMap(
    (name) => readSet(name, sample) ?? [],
  )
  ablateParts(sets)
  ablateText(sets)
}

function round4(number: number): number {
  return Math.round(number * 1e4) / 1e4
}

if (!hasSets()) console.log('skipped: no judged sets beside the checkout (../shared/eval)')
else if (flag('ablation')) ablate()
else report()
