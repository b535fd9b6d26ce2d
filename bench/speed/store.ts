import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { random } from '../../spec/random.ts'

/** Words of a vocabulary whose frequencies fall as in prose (Zipf); the first ones stand in nearly every card. */
const VOCABULARY = 20_000
const WORDS = 150
const CARDS_A_FOLDER = 1_000
const TYPES = ['module', 'decision', 'task', 'risk'] as const

export type Synthetic = {
  readonly root: string
  readonly bytes: number
  readonly queries: Queries
  readonly file: (n: number) => string
}
export type Queries = { readonly ordinary: string; readonly frequent: string }

const word = (rank: number): string => `${syllables(rank)}${rank % 7 === 0 ? 'ing' : ''}`
const folderOf = (n: number): string => join('.pmem', `${TYPES[n % TYPES.length]}s`, String(Math.floor(n / CARDS_A_FOLDER)))
const file = (n: number): string => join(folderOf(n), `c${n}.md`)
const idOf = (n: number): string => `${TYPES[n % TYPES.length]}.c${n}`

/** The cards of a store of that many: 150 words and two edges each. Same count, same bytes. */
export function* cardsOf(cards: number): Iterable<{ readonly path: string; readonly text: string }> {
  const chance = random(11)
  const drawn = (): string => word(Math.min(VOCABULARY - 1, Math.floor(VOCABULARY ** (chance.below(1_000_000) / 1_000_000)) - 1))
  for (let n = 0; n < cards; n += 1) {
    const edges = [idOf(chance.below(cards)), idOf(chance.below(cards))]
    yield { path: file(n), text: cardText(idOf(n), n, edges, drawn) }
  }
}

/**
 * Writes a project of such cards under `root`. The ordinary query has four words, one of them in most cards; the frequent one
 * four that each stand in over half of the cards.
 */
export function writeStore(root: string, cards: number): Synthetic {
  mkdirSync(join(root, '.pmem'), { recursive: true })
  writeFileSync(join(root, '.pmem', 'manifest.yml'), 'version: 1\nproject:\n  name: bench\n')
  for (let n = 0; n < cards; n += CARDS_A_FOLDER)
    for (let type = 0; type < TYPES.length; type += 1) mkdirSync(join(root, folderOf(n + type)), { recursive: true })
  let bytes = 0
  for (const { path, text } of cardsOf(cards)) {
    bytes += text.length
    writeFileSync(join(root, path), text)
  }
  return {
    root,
    bytes,
    file,
    queries: { ordinary: [word(3), word(40), word(400), word(3_000)].join(' '), frequent: [0, 1, 2, 3].map(word).join(' ') },
  }
}

export function cardText(id: string, n: number, edges: readonly string[], drawn: () => string): string {
  const words = Array.from({ length: WORDS }, drawn)
  const lines = Array.from({ length: WORDS / 10 }, (_, line) => words.slice(line * 10, line * 10 + 10).join(' '))
  const day = `2026-0${1 + (n % 9)}-1${n % 10}`
  return `---\nid: ${id}\ntype: ${id.split('.')[0]}\ntitle: ${words.slice(0, 4).join(' ')}\nstatus: active\ntags: [${words[5]}]\nrelated: [${edges.join(', ')}]\ncreated: ${day}\nupdated: ${day}\n---\n${lines.join('\n')}\n`
}

/** The searched parts of such a card. */
export function fieldsOf(text: string): {
  readonly id: string
  readonly title: string
  readonly tags: string
  readonly body: string
} {
  const [, head = '', body = ''] = text.split('---\n')
  const field = (name: string): string => new RegExp(`^${name}: \\[?(.*?)\\]?$`, 'm').exec(head)?.[1] ?? ''
  return { id: field('id'), title: field('title'), tags: field('tags'), body }
}

/** A word for each number, of two to four syllables. */
function syllables(rank: number): string {
  const parts = [
    'ba',
    'ce',
    'di',
    'fo',
    'gu',
    'ha',
    'je',
    'ki',
    'lo',
    'mu',
    'na',
    'pe',
    'ri',
    'so',
    'tu',
    'va',
    'we',
    'xi',
    'yo',
    'zu',
  ]
  let text = ''
  for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / parts.length)) text += parts[rest % parts.length]
  return text
}
