import type { Mention } from '../model/card.ts'
import type { GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { foldName } from '../text/fold.ts'
import { byText } from '../text/order.ts'
import { append, getOrMake } from './multi-map.ts'
import { baseName, parents, slugOf, stem } from './names.ts'

/** What a reference leads to: one card, none, or several that nothing tells apart (sorted). */
export type Resolution = CardId | undefined | readonly CardId[]

/** Turns references into cards by id, title, aliases and file. */
export type Resolver = {
  /** A frontmatter field: an id, else a unique folded id, alias, slug, title, path or basename. */
  field(target: string, from: GraphNode): Resolution
  /** A reference in the body; of several documents of the same name the nearest in the folder tree is meant. */
  mention(mention: Mention, from: GraphNode): Resolution
}

/** The ways a folded name may lead to a card, strongest first: the first that knows the name decides. */
export const NAMINGS = ['id', 'alias', 'slug', 'title', 'file'] as const
export type Naming = (typeof NAMINGS)[number]

/** Where cards are looked up: maps over all of them, or the index of those that have not changed with those that have. */
export type CardLookup = {
  byId(id: string): GraphNode | undefined
  byFile(path: string): GraphNode | undefined
  named(naming: Naming, folded: string): readonly GraphNode[]
  /** Cards whose file is named with this number, as decision records are. */
  numbered(number: string): readonly GraphNode[]
}

/** What a card is called in one of these ways. `file`: its path, and its name with and without extension. */
export const NAMES_OF: Readonly<Record<Naming, (node: GraphNode) => readonly string[]>> = {
  id: (node) => [node.id],
  alias: (node) => node.aliases,
  slug: (node) => [slugOf(node.id)],
  title: (node) => [node.title],
  file: (node) => [node.file, baseName(node.file), stem(node.file)],
}

export function cardLookup(nodes: readonly GraphNode[]): CardLookup {
  const byId = new Map(nodes.map((node) => [node.id as string, node]))
  const byFile = new Map(nodes.map((node) => [node.file as string, node]))
  // Most references are ids, so most stores never need the tables of other names.
  const tables = new Map<Naming | 'number', Names>()
  const table = (key: Naming | 'number', namesOf: (node: GraphNode) => readonly string[]): Names =>
    getOrMake(tables, key, () => named(nodes, namesOf))
  return {
    byId: (id) => byId.get(id),
    byFile: (path) => byFile.get(path),
    named: (naming, folded) => table(naming, NAMES_OF[naming]).get(folded) ?? [],
    numbered: (number) => table('number', (node) => fileNumber(node) ?? []).get(number) ?? [],
  }
}

export const fileNumber = ({ file }: GraphNode): [string] | undefined => documentNumber(stem(file))

type Names = ReadonlyMap<string, readonly GraphNode[]>

/** Endings a link to a page may leave out or have in its published form. */
const PAGE_ENDINGS = ['', '.md', '/README.md', '/index.md'] as const

export function resolver(cards: CardLookup): Resolver {
  const name = (text: string, from: GraphNode): Resolution => {
    const exact = cards.byId(text)
    if (exact !== undefined) return exact.id
    const folded = foldName(text)
    for (const naming of NAMINGS) {
      const found = folded === '' ? [] : cards.named(naming, folded)
      if (found.length > 0) return only(found, from)
    }
    return undefined
  }
  const path = (text: string, from: GraphNode, base: string): Resolution => {
    const bare = text.replace(/\/+$/, '')
    for (const ending of PAGE_ENDINGS) {
      const found = cards.byFile(joined(base, bare + ending) ?? '')
      if (found !== undefined) return found.id
    }
    const page = text.replace(/\.html?$/i, '')
    return page === text ? undefined : path(page, from, base)
  }
  const suffix = (text: string, from: GraphNode): Resolution => {
    const folded = foldName(text)
    const candidates = cards.named('file', baseName(folded))
    const found = candidates.filter(({ file }) => {
      const own = `/${foldName(file)}`
      return own.endsWith(`/${folded}`) || own.endsWith(`/${folded}.md`)
    })
    return found.length === 0 ? undefined : only(found, from)
  }
  const anyName = (text: string, from: GraphNode): Resolution => {
    if (text === '') return undefined
    const found = name(text, from)
    if (found !== undefined || !text.includes('/')) return found
    const relative = text.replace(/^\.?\/+/, '')
    return path(text, from, folderOf(from.file)) ?? path(relative, from, '') ?? suffix(relative, from)
  }
  return {
    field: (target, from) => anyName(target, from) ?? adr(target, from),
    mention({ target, alternative, form }, from): Resolution {
      if (form === 'bare') return cards.byId(target)?.id
      if (form === 'wiki')
        return nearest(anyName(target, from) ?? (alternative === undefined ? undefined : anyName(alternative, from)))
      return target.startsWith('/') ? path(target.slice(1), from, '') : path(target, from, folderOf(from.file))
    },
  }

  /** `ADR-0005` or `5` beside a file `0005-title.md`, as decision records refer to each other. */
  function adr(target: string, from: GraphNode): Resolution {
    const [number] = documentNumber(target) ?? []
    const folder = folderOf(from.file)
    const found = number === undefined ? [] : cards.numbered(number).filter(({ file }) => folderOf(file) === folder)
    return found.length === 1 ? found[0]!.id : undefined
  }
}

/** The one card of that name, or the nearest one first, or all of them sorted by nearness. */
function only(found: readonly GraphNode[], from: GraphNode): Resolution {
  const others = found.filter(({ id }) => id !== from.id)
  if (others.length <= 1) return (others[0] ?? found[0]!).id
  return [...others]
    .sort(
      (a, b) => distance(a.file, from.file) - distance(b.file, from.file) || a.file.length - b.file.length || byText(a.id, b.id),
    )
    .map(({ id }) => id)
}

const nearest = (found: Resolution): CardId | undefined => (typeof found === 'string' ? found : found?.[0])

/** Folders to leave and enter on the way from one file to the other. */
function distance(a: string, b: string): number {
  const above = new Set(parents(b))
  const mine = parents(a)
  const shared = mine.filter((folder) => above.has(folder)).length
  return mine.length + above.size - 2 * shared
}

function named(nodes: readonly GraphNode[], namesOf: (node: GraphNode) => readonly string[]): Map<string, GraphNode[]> {
  const names = new Map<string, GraphNode[]>()
  for (const node of nodes) {
    for (const name of new Set(namesOf(node).map(foldName))) {
      if (name === '') continue
      append(names, name, node)
    }
  }
  return names
}

export const documentNumber = (text: string): [string] | undefined => {
  const digits = /^(?:adr)?[-_ ]?0*(\d{1,9})(?:$|[-_. ])/i.exec(text)
  return digits === null ? undefined : [digits[1]!]
}

const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')))

/** A relative path seen from a folder, without `.` and `..`; undefined when it leaves the project. */
function joined(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
