import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openBm25 } from '../../lib/indexes/bm25-codec.ts'
import { buildIndexes, encodeIndexes, updateIndexes } from '../../lib/indexes/build.ts'
import { textReader } from '../../lib/indexes/bytes.ts'
import { openGraph } from '../../lib/indexes/graph-codec.ts'
import { type Card, EDGE_TYPES } from '../../lib/model/card.ts'
import { card, generator, link, mention, settings } from './deck.ts'
import { piecesText } from './pieces.ts'

const encoded = (cards: readonly Card[]) => encodeIndexes(buildIndexes(cards, [], settings))
const graphOf = (cards: readonly Card[]): string => piecesText(encoded(cards).graph)

/** graph.json of `before` brought up to date with `after`. */
function updated(before: readonly Card[], after: readonly Card[]): string {
  const { graph, text } = encoded(before)
  const cards = after.filter((one) => !before.some(({ hash, file }) => hash === one.hash && file === one.file))
  const gone = before.filter(({ file }) => !after.some((one) => one.file === file)).map(({ file }) => file)
  const previous = { graph: openGraph(textReader(graph))!, text: openBm25(textReader(text))! }
  const files = after.map(({ file, hash }) => ({ path: file, hash }))
  return piecesText(updateIndexes(previous, { cards, gone, files }, [], settings).graph)
}

/** The same after a change and after its opposite. */
function same(before: readonly Card[], after: readonly Card[], what: string): void {
  assert.ok(updated(before, after) === graphOf(after), what)
  assert.ok(updated(after, before) === graphOf(before), `${what}, undone`)
}

const FOLDERS = ['.pmem/cards', 'docs', 'docs/adr', 'docs/a', 'docs/a/b']
const NAMES = ['README', 'index', '0005-use-json', '0007-plan', 'store', 'Store', 'login', 'guide.v2', 'café', '５-wide']

/** Few names in few folders, referred to in every way that a reference may be written. */
function tangled(number: number, random: () => number): Card {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const many = (most: number): number[] => Array.from({ length: Math.floor(random() * (most + 1)) }, (_, i) => i)
  const name = (): string => pick(NAMES)
  const id = (): string => `${pick(['module', 'task', 'decision'])}.${pick(['store', 'login', 'plan', 'x1', 'x2', 'x3'])}`
  const path = (): string =>
    pick(['', './', '../', '../../', '/', 'docs/', 'docs/a/', 'a/', 'b/']) +
    name() +
    pick(['', '', '.md', '.html', '/', '/README.md'])
  const target = (): string =>
    pick([
      id,
      id,
      name,
      path,
      path,
      () => pick(['..', '.', '', 'docs', 'a/', 'ADR-5', 'adr 0007', '5', 'Alias', 'alias']),
      () => `Title ${name()}`,
    ])()
  const type = pick(['module', 'task', 'decision'])
  return card(number < 12 ? id() : `${type}.n${number}`, {
    type,
    file: `${pick(FOLDERS)}/${number % 3 === 0 ? name() : `n${number}`}.md`,
    title: pick(['store', 'Title store', 'Title README', name(), `t${number}`]),
    aliases: many(1).map(() => pick(['Alias', 'ALIAS', 'store', 'login', '0005'])),
    tags: many(3).map(() => pick(['one', 'Two', 'two', 'three', 'four', 'five', `own${number % 9}`])),
    sourceFiles: many(2).map(() =>
      pick(['src/a.ts', 'src/A.ts', 'src/b.ts#open', 'src/b.ts', 'store.md', `src/${number % 5}.ts`]),
    ),
    status: pick([null, 'active', 'done']),
    updated: pick([null, '2026-01-01', '2026-01-02', '2026-01-02T00:00:00Z', `2026-02-${10 + (number % 15)}`]),
    links: many(3).map(() =>
      link(pick([...EDGE_TYPES, 'related_to', 'belongs_to']), target(), 3 + Math.floor(random() * 3), random() < 0.3),
    ),
    mentions: many(3).map(() => ({
      ...mention(target(), pick(['wiki', 'link', 'bare'] as const), 9 + Math.floor(random() * 3)),
      ...(random() < 0.2 ? { alternative: target() } : {}),
    })),
    secret: random() < 0.05,
    external: random() < 0.2,
    guards: random() < 0.1 ? [{ dependency: ['left-pad'] } as never] : [],
  })
}

function unique(cards: readonly Card[]): Card[] {
  const [ids, files] = [new Set<string>(), new Set<string>()]
  return cards.filter(({ id, file }) => {
    if (ids.has(id) || files.has(file)) return false
    ids.add(id)
    files.add(file)
    return true
  })
}

const spec = suite('indexes/graph-update')

spec('gives the bytes of a full build, whatever the references of cards that come, go or change may mean', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = generator(seed)
    const size = 3 + Math.floor(random() * 30)
    const before = unique(Array.from({ length: size }, (_, n) => tangled(n, random)))
    const step = (): Card[] => {
      const some = random() < 0.7 ? 1 : 1 + Math.floor(random() * 6)
      const out = new Set(Array.from({ length: some }, () => Math.floor(random() * before.length)))
      const kept = before.filter((_, n) => !out.has(n))
      const news = random() < 0.3 ? [] : Array.from({ length: some }, () => tangled(Math.floor(random() * 60), random))
      // An edit keeps the file, or the id, or both.
      const edits = [...out].map((n) => {
        const [old, made] = [before[n]!, tangled(n, random)]
        const keeps = random()
        return card(keeps < 0.7 ? old.id : made.id, {
          ...(keeps < 0.5 ? old : made),
          file: keeps < 0.9 ? old.file : made.file,
          body: 'edited',
        })
      })
      return unique([...kept, ...(random() < 0.6 ? edits : news)])
    }
    same(before, step(), `seed ${seed}`)
  }
})
spec('weighs shared names again when a group becomes rare or ceases to be', () => {
  const group = (size: number) =>
    Array.from({ length: size }, (_, n) => card(`module.m${n}`, { tags: ['shared', `pair${n >> 1}`], sourceFiles: ['src/a.ts'] }))
  for (const size of [1, 2, 5, 9, 10, 11, 12, 20]) {
    same(group(size), group(size + 1), `${size} and one more`)
    same(group(size), group(size + 4), `${size} and four more`)
    same(group(size), [...group(size).slice(1), card('module.m0', { tags: ['other'] })], `${size} and one that leaves`)
  }
})
spec('takes the date of the next card when the newest goes', () => {
  const dated = (n: number, updated: string | null) => card(`module.m${n}`, { updated })
  const cards = [dated(1, '2026-01-01'), dated(2, '2026-03-01'), dated(3, '2026-02-01')]
  same(cards, [cards[0]!, cards[2]!], 'gone')
  same(cards, [cards[0]!, dated(2, '2026-01-15'), cards[2]!], 'set back')
  same(cards, [cards[0]!, dated(2, '2026-03-01T00:00:00Z'), cards[2]!], 'with a time')
  same([cards[0]!], [dated(1, null)], 'no date at all')
})
spec.run()
