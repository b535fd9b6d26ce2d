import { createHash } from 'node:crypto'
import type { IndexSettings } from '../../lib/indexes/build.ts'
import { type Card, EDGE_TYPES, type Link, type Mention } from '../../lib/model/card.ts'
import type { CardId, ProjectPath, Sha256 } from '../../lib/model/ids.ts'

export const sha256 = (text: string): Sha256 => createHash('sha256').update(text).digest('hex') as Sha256
export const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')
export const settings: IndexSettings = {
  pmemVersion: '1.2.3',
  glob: ['.pmem/**/*.md'],
  inputs: 'inputs',
  tokenize: words,
  sha256,
}

export const link = (type: Link['type'], target: string, line = 5, inverse = false): Link => ({ type, target, inverse, line })
export const mention = (target: string, form: Mention['form'] = 'wiki', line = 20): Mention => ({ target, form, line })

/** A card with everything empty that is not given; the hash follows its content. */
export function card(id: string, given: Partial<Omit<Card, 'id' | 'file'>> & { readonly file?: string } = {}): Card {
  const slug = id.slice(id.indexOf('.') + 1)
  const plain = {
    type: id.includes('.') ? id.slice(0, id.indexOf('.')) : 'doc',
    title: slug,
    status: null,
    priority: null,
    tags: [],
    aliases: [],
    entities: [],
    summary: '',
    authoredSummary: null,
    category: null,
    links: [],
    mentions: [],
    sourceFiles: [],
    created: null,
    updated: null,
    lastVerified: null,
    freshness: {},
    confidence: null,
    trust: null,
    secret: false,
    guards: [],
    distilled: null,
    distilledInto: [],
    external: false,
    body: '',
    bodyLine: 10,
  }
  const whole = { ...plain, ...given, id: id as CardId, file: (given.file ?? `.pmem/cards/${slug}.md`) as ProjectPath }
  return { ...whole, hash: sha256(JSON.stringify(whole)) }
}

/** Numbers in [0, 1) that depend on the seed only (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

// Names and words that break tables built on objects, escapes, UTF-8 order and surrogates among ordinary ones.
const ODD = [
  '__proto__',
  'constructor',
  'toString',
  'a"b',
  'back\\slash',
  '\u{1f600}',
  '\uffee',
  '\ufb01x',
  '\ud83d',
  'Übung',
  '决策',
  'it,x',
  '[[x]]',
  '\u2028',
]
const PLAIN = [
  'retry',
  'backoff',
  'storage',
  'engine',
  'token',
  'budget',
  'cache',
  'index',
  'graph',
  'search',
  'memory',
  'trace',
  'hook',
  'plan',
  'lock',
  'write',
]
const TYPES = ['module', 'decision', 'task', 'risk', 'fact']

/** Ids that `randomCard` gives, so that decks overlap and edits meet existing cards. */
const idOf = (number: number, random: () => number): string => {
  const odd = number % 11 === 0
  if (odd && random() < 0.3) return ODD[number % ODD.length]!.toWellFormed()
  return `${TYPES[number % TYPES.length]}.${PLAIN[number % PLAIN.length]}-${odd ? ODD[number % ODD.length]!.toWellFormed() : number}`
}

/** A store of `size` cards with unique ids and files, hostile text, and references of every kind, resolved or not. */
export function deck(size: number, seed: number): Card[] {
  const random = generator(seed)
  const cards = new Map<string, Card>()
  for (let number = 0; cards.size < size; number += 1) {
    const made = randomCard(number, size, random)
    if (!cards.has(made.id)) cards.set(made.id, made)
  }
  return [...cards.values()]
}

export function randomCard(number: number, size: number, random: () => number): Card {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const some = (most: number): number[] => Array.from({ length: Math.floor(random() * (most + 1)) }, (_, i) => i)
  const word = (): string => (random() < 0.1 ? pick(ODD) : pick(PLAIN))
  const text = (most: number): string =>
    some(most)
      .map(word)
      .join(random() < 0.2 ? '\n' : ' ')
  const id = idOf(number, random)
  const external = random() < 0.3
  const target = (): string => {
    const other = idOf(Math.floor(random() * size), random)
    return pick([
      other,
      other,
      other,
      pick(PLAIN),
      'missing.card',
      pick(ODD),
      `Alias ${Math.floor(random() * 9)}`,
      `c${Math.floor(random() * size)}`,
    ])
  }
  const line = (): number => 2 + Math.floor(random() * 6)
  return card(id, {
    title: `${word()} ${text(2)}`.trim(),
    status: pick([null, 'active', 'done', 'superseded']),
    priority: pick([null, 'high', 'low'] as const),
    tags: some(3).map(() =>
      random() < 0.5 ? `rare-${Math.floor(random() * size)}` : pick(['common', 'two words', 'kebab-tag']),
    ),
    aliases: some(1).map(() => `Alias ${Math.floor(random() * 9)}`),
    summary: text(6),
    links: some(3).map(() => link(pick(EDGE_TYPES), target(), line(), random() < 0.2)),
    mentions: some(3).map(() => ({
      ...mention(target(), pick(['wiki', 'wiki', 'link', 'bare'] as const), 12 + line()),
      ...(random() < 0.2 ? { alternative: target() } : {}),
    })),
    sourceFiles: some(2).map(() => pick(['src/a.ts', 'src/deep/b.ts#open', 'lib/**/*.ts', `src/only-${number}.ts`])),
    created: pick([null, '2025-12-01']),
    updated: pick([null, '2026-01-02', '2026-03-04T05:06:07+02:00', 'soon']),
    freshness: random() < 0.2 ? { ttlDays: 14, policy: 'ttl' } : {},
    confidence: pick([null, null, 0.5]),
    trust: pick([null, null, 0.25]),
    secret: random() < 0.1,
    distilled: pick([null, null, false]),
    external,
    body: text(60),
    file: external ? `docs/${pick(['a', 'b/c'])}/c${number}.md` : `.pmem/cards/c${number}.md`,
  })
}
