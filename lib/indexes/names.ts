import { type GraphNode, NAME_KINDS, type NameHit, type NameKind } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { foldName } from '../text/fold.ts'
import { byText } from '../text/order.ts'
import { getOrMake } from './multi-map.ts'

/** A set of name kinds, one bit for each at its place in NAME_KINDS. */
export type KindSet = number

/** Partial ids need four characters (design 3, spec). */
const MIN_PART = 4
const MIN_TOKEN = 2
const PART = /[-_.]+/
const TOKEN = /[-_./:\s]+/

/** Every name, with the cards it stands for: pairs of a set of kinds and a node number, numbers ascending. */
export type NameTable = ReadonlyMap<string, readonly number[]>

/**
 * Everything the cards are called, folded, with what each name is of them: the id and the slug after its first dot, aliases,
 * title, tags, the card's own file (path, basename with and without extension), its source files without their symbols
 * (path, basename, every parent folder; of a glob the folders before its first wildcard), parts of the slug of at least
 * four characters, the words of tags of several words, and the entities its author lists. Nodes are numbered in the order given.
 *
 * A `compact` table leaves out what `derivedKinds` finds again through another name: an id that is its own folded form, a
 * title whose slug is made of the same words, the path and basename of the card's own file beside its name without extension.
 */
export function nameTable(nodes: readonly GraphNode[], { compact = false } = {}): NameTable {
  const table = new Map<string, number[]>()
  const tagNames = remembered(namesOfTag)
  const sourceNames = remembered(namesOfSource)
  nodes.forEach((node, number) => {
    const add = (name: string, set: KindSet): void => {
      if (name === '') return
      const entry = table.get(name)
      if (entry === undefined) table.set(name, [set, number])
      else if (entry[entry.length - 1] === number) entry[entry.length - 2]! |= set
      else entry.push(set, number)
    }
    const [id, slug, title] = [foldName(node.id), foldName(slugOf(node.id)), foldName(node.title)]
    const [file, base, name] = [foldName(node.file), foldName(baseName(node.file)), foldName(stem(node.file))]
    if (!compact || id !== node.id) add(id, ID)
    add(slug, SLUG)
    for (const part of slug.split(PART)) if (part.length >= MIN_PART && characters(part) >= MIN_PART) add(part, ID_PART)
    for (const alias of node.aliases) add(foldName(alias), ALIAS)
    if (!compact || titleKey(title) !== slug) add(title, TITLE)
    if (!compact || stemKey(file) !== name) add(file, FILE)
    if (!compact || stemKey(base) !== name) add(base, BASENAME)
    add(name, BASENAME)
    for (const tag of node.tags) for (const [name, set] of tagNames(tag)) add(name, set)
    for (const entity of node.entities ?? []) add(foldName(entity), ENTITY)
    for (const source of node.source_files) for (const [name, set] of sourceNames(source)) add(name, set)
  })
  return table
}

type Named = readonly (readonly [name: string, set: KindSet])[]

function namesOfTag(tag: string): Named {
  const tokens = TOKEN.test(tag) ? tag.split(TOKEN).filter((token) => characters(token) >= MIN_TOKEN) : []
  return [[foldName(tag), TAG], ...tokens.map((token) => [foldName(token), TAG_TOKEN] as const)]
}

function namesOfSource(source: string): Named {
  const path = withoutSymbol(source)
  const fixed = staticBase(path)
  const folders = fixed === path ? parents(path) : [fixed, ...parents(fixed)]
  return [
    [foldName(path), SOURCE],
    ...(fixed === path ? [[foldName(baseName(path)), BASENAME] as const] : []),
    ...folders.map((folder) => [foldName(folder), FOLDER] as const),
  ]
}

/** Tags and source files repeat, so each is taken apart once. */
function remembered(namesOf: (text: string) => Named): (text: string) => Named {
  const known = new Map<string, Named>()
  return (text) => getOrMake(known, text, () => namesOf(text))
}

export const kindBit = (kind: NameKind): KindSet => 1 << NAME_KINDS.indexOf(kind)

const [ID, SLUG, ALIAS, TITLE, TAG, FILE, SOURCE, BASENAME, FOLDER, ID_PART, TAG_TOKEN, ENTITY] = NAME_KINDS.map(kindBit) as [
  KindSet,
  KindSet,
  KindSet,
  KindSet,
  KindSet,
  KindSet,
  KindSet,
  KindSet,
  KindSet,
  KindSet,
  KindSet,
  KindSet,
]

/** The names under which a compact table may know what it does not list under `name` itself. */
export const derivedKeys = (name: string): readonly string[] =>
  [titleKey(name), stemKey(name)].filter((key): key is string => key !== undefined)

/** What `name` is of a card that a compact table lists under one of its `derivedKeys`. */
export function derivedKinds(name: string, node: GraphNode): KindSet {
  let kinds = 0
  if (foldName(node.title) === name) kinds |= TITLE
  if (foldName(node.file) === name) kinds |= FILE
  if (foldName(baseName(node.file)) === name) kinds |= BASENAME
  return kinds
}

/** False where nothing more is to be derived of cards listed as `set`: only slugs and basenames lead to other names. */
export const mayDerive = (set: KindSet): boolean => (set & (SLUG | BASENAME)) !== 0

/** The slug that `pmem new` makes of a title of several words. */
const titleKey = (title: string): string | undefined => (title.includes(' ') ? title.replaceAll(' ', '-') : undefined)

/** The name without folders and extension, where it has any. */
function stemKey(name: string): string | undefined {
  const key = stem(name)
  return key === name ? undefined : key
}

/** The hits behind pairs of a set of kinds and an id, sorted by kind in the order of NAME_KINDS, then by id. */
export function nameHits(pairs: readonly (readonly [KindSet, CardId])[]): NameHit[] {
  const sorted = [...pairs].sort((a, b) => byText(a[1], b[1]))
  return NAME_KINDS.flatMap((kind) => {
    const bit = kindBit(kind)
    return sorted.filter(([set]) => (set & bit) !== 0).map(([, id]) => ({ kind, id }))
  })
}

/** What stands after the first dot of an id; '' when nothing does. */
export const slugOf = (id: string): string => (id.includes('.') ? id.slice(id.indexOf('.') + 1) : '')

/** The last segment of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The last segment without its extension; a leading dot starts no extension. */
export function stem(path: string): string {
  const name = baseName(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** `src/db.ts#open` without `#open`. */
export function withoutSymbol(source: string): string {
  const hash = source.lastIndexOf('#')
  return hash > 0 ? source.slice(0, hash) : source
}

/** A path as it is; of a glob the folders before its first wildcard, '' when there are none. */
export function staticBase(path: string): string {
  const wild = path.search(/[*?[\]{}!()]/)
  return wild === -1 ? path : path.slice(0, Math.max(0, path.lastIndexOf('/', wild)))
}

/** Every folder above a path, nearest first; the project root is none. */
export function parents(path: string): string[] {
  const folders: string[] = []
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.push(path.slice(0, at))
  return folders
}

const characters = (text: string): number => [...text].length
