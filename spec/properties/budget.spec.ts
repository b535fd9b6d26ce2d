import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { estimateTokens, packingBudget } from '../../lib/text/tokens.ts'
import { random } from '../random.ts'
import { type Json, type Ran, type World, world } from '../world.ts'
import { randomStore } from './random-store.ts'

const FORMATS = ['compact', 'json', 'paths', 'pack'] as const
/** Around the edges where digits, lists and the first levels change, and up to where a small store is shown whole. */
const EDGES = [100, 300, 510, 799, 800, 999, 1000, 2500, 8000] as const
const SEEDS = [1, 4, 5] as const

type Format = (typeof FORMATS)[number]
type Question = { readonly argv: readonly string[]; readonly name: string }

const sizeOf = (seed: number): number => [3, 12, 25, 40, 60, 50][seed % 6]!
const stores = new Map<number, { readonly world: World; readonly texts: string }>()

/** A store with its index, made once a seed. */
function storeOf(seed: number): { readonly world: World; readonly texts: string } {
  const files = randomStore(sizeOf(seed), seed)
  const made = stores.get(seed) ?? { world: world(files), texts: Object.values(files).join('\n') }
  if (!stores.has(seed)) made.world.run('rebuild')
  stores.set(seed, made)
  return made
}

const questionsOf = (seed: number): readonly Question[] => [
  { name: 'recall', argv: ['recall'] },
  { name: 'recall deep', argv: ['recall', '--mode', 'deep'] },
  { name: 'context', argv: ['context', 'index 存储 card storage 设计', '--files', 'src/part-1.ts'] },
  {
    name: 'ask',
    argv: ['ask', random(seed).pick(['storage index lock', '存储 索引', 'module', 'list all cards', 'token budget 設計'])],
  },
]

const budgetsOf = (seed: number): readonly number[] => {
  const chance = random(seed * 7)
  return [...EDGES, ...Array.from({ length: 1 }, () => 100 + chance.below(2900))].sort((a, b) => a - b)
}

const run = (store: World, { argv }: Question, budget: number, format: Format): Ran => {
  const [name = '', ...rest] = argv
  return store.runHot(name, '--budget', String(budget), '--format', format, ...rest)!
}

type Outputs = {
  readonly what: string
  readonly format: Format
  readonly question: string
  readonly ran: readonly { readonly budget: number; readonly stdout: string }[]
}
const made = new Map<number, readonly Outputs[]>()

/** Every output of one store, by question and format, with its budget in ascending order. */
function outputs(seed: number): readonly Outputs[] {
  const { world: store } = storeOf(seed)
  const all =
    made.get(seed) ??
    questionsOf(seed).flatMap((question) =>
      FORMATS.map((format) => ({
        what: `store ${seed}, ${question.name}, ${format}`,
        format,
        question: question.name,
        ran: budgetsOf(seed).map((budget) => ({ budget, stdout: run(store, question, budget, format).stdout })),
      })),
    )
  made.set(seed, all)
  return all
}

/** The cards and files an output shows, each with its list: what must never shrink. */
function shownIn(stdout: string, format: Format): readonly string[] {
  if (format === 'paths') return stdout.split('\n')
  // A card that begins as its title goes on as its summary.
  if (format !== 'json')
    return stdout
      .split('\n')
      .flatMap((line) => (/^- /.test(line) ? [line.replace(/: .*/, '')] : /^ {2}> /.test(line) ? [line] : []))
  const data = JSON.parse(stdout) as Record<string, Json>
  return Object.entries(data).flatMap(([list, value]) =>
    Array.isArray(value)
      ? value.flatMap((entry) =>
          typeof entry === 'string'
            ? [`${list} ${entry}`]
            : [
                `${list} ${entry.id ?? entry.path}`,
                ...(entry.detail === undefined ? [] : [`${list} ${entry.id}: ${entry.detail}`]),
                ...(entry.excerpt === undefined ? [] : [`${list} ${entry.id} > ${entry.excerpt.text}`]),
              ],
        )
      : [],
  )
}

/** The cards an output shows; warnings of `context` and files are none. */
const cardsIn = (stdout: string, format: Format): readonly string[] =>
  shownIn(stdout, format).filter((line) =>
    format === 'json'
      ? !/^(?:warnings|files|omitted) /.test(line)
      : /^- [^ ]+\.[^ ]+(?: \[.*\])?(?: \{stale\})?$|^- [^ ]+ \(\d/.test(line),
  )

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** A part of a character of several code points: half a flag, a mark, a joiner, a skin tone. */
const PART = /[\u{1f1e6}-\u{1f1ff}\u200d\ufe0f\u0300-\u036f\u20e3\u{1f3fb}-\u{1f3ff}]/u
/** Words that hold such characters. */
const joinedWords = (text: string): readonly string[] => text.split(/[\s"]+/).filter((word) => PART.test(word))
/** Characters of several code points, as a reader sees them. A word at a time: each segment keeps the whole text it is cut from. */
const characters = (word: string): readonly string[] =>
  [...segments.segment(word)].map(({ segment }) => segment).filter((segment) => PART.test(segment))

const spec = suite('properties/budget')
for (const seed of SEEDS) {
  spec(`store ${seed}: the whole output is within the budget, or is what is never cut and says so`, () => {
    for (const { what, format, ran } of outputs(seed)) {
      for (const { budget, stdout } of ran) {
        if (estimateTokens(stdout) <= (format === 'paths' ? budget : format === 'json' ? budget * 0.97 : packingBudget(budget)))
          continue
        const at = `${what}, budget ${budget}: ${estimateTokens(stdout)} tokens`
        assert.ok(format === 'json' ? JSON.parse(stdout).footer?.over_budget === true : /over budget/.test(stdout), at)
        assert.equal(cardsIn(stdout, format), [], at)
      }
    }
  })
  spec(`store ${seed}: more budget never gives less, and holds all that less gave`, () => {
    for (const { what, format, ran } of outputs(seed)) {
      let before: readonly string[] = []
      for (const { budget, stdout } of ran) {
        const now = shownIn(stdout, format)
        const has = new Set(now)
        assert.equal(
          before.filter((line) => !has.has(line)),
          [],
          `${what}, budget ${budget} lost these`,
        )
        assert.ok(now.length >= before.length, `${what}, budget ${budget}`)
        before = now
      }
    }
  })
  spec(`store ${seed}: every output is well-formed text, cut at no character, fence or JSON value`, () => {
    const known = new Set(joinedWords(storeOf(seed).texts).flatMap(characters))
    const words = new Set<string>()
    for (const { what, format, ran } of outputs(seed)) {
      for (const { budget, stdout } of ran) {
        const at = `${what}, budget ${budget}`
        assert.ok(stdout.isWellFormed(), at)
        assert.ok(stdout === '' || stdout.endsWith('\n'), at)
        if (format === 'json') assert.ok(JSON.stringify(JSON.parse(stdout)).isWellFormed() && !/\\ud[89a-f]/i.test(stdout), at)
        assert.is((stdout.match(/^\s*(?:```|~~~)/gm) ?? []).length, 0, at)
        for (const word of joinedWords(stdout)) words.add(word)
      }
    }
    for (const word of words)
      assert.equal(
        characters(word).filter((segment) => !known.has(segment)),
        [],
        word,
      )
  })
  spec(`store ${seed}: brief is inside normal is inside deep`, () => {
    const all = outputs(seed)
    const found = (question: string, format: Format): Outputs['ran'] =>
      all.find((each) => each.question === question && each.format === format)!.ran
    for (const format of FORMATS) {
      for (const [place, { budget, stdout: normal }] of found('recall', format).entries()) {
        const brief = run(storeOf(seed).world, { name: 'brief', argv: ['recall', '--mode', 'brief'] }, budget, format).stdout
        const deep = found('recall deep', format)[place]!.stdout
        const lacks = (inner: string, outer: string): readonly string[] => {
          const has = new Set(shownIn(outer, format))
          return shownIn(inner, format).filter((line) => !has.has(line))
        }
        assert.equal([lacks(brief, normal), lacks(normal, deep)], [[], []], `${format}, budget ${budget}`)
      }
    }
  })
}
spec('an id in hexadecimal never costs more than the one that is counted for it', () => {
  const chance = random(1)
  const dearest = ['receipt 0a0a0a0a0a0a\n', '"receipt":"0a0a0a0a0a0a"}}\n'].map(estimateTokens)
  for (let times = 0; times < 3000; times += 1) {
    const id = Array.from({ length: 12 }, () => chance.pick([...'0123456789abcdef'])).join('')
    assert.ok(estimateTokens(`receipt ${id}\n`) <= dearest[0]! && estimateTokens(`"receipt":"${id}"}}\n`) <= dearest[1]!, id)
  }
})
spec.run()
