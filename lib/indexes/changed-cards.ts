import type { GraphNode, NameKind } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { foldName } from '../text/fold.ts'
import type { GraphFile } from './graph.ts'
import { baseName, parents, stem } from './names.ts'
import type { References } from './references.ts'
import { type CardLookup, cardLookup, documentNumber, fileNumber, NAMES_OF, NAMINGS, type Naming } from './resolve.ts'
import { type SharedKind, sharedNames } from './weak-edges.ts'

/** The cards of a graph on file that go, and those that come; an edited card does both. */
export type CardChanges = {
  readonly previous: GraphFile
  readonly gone: ReadonlyMap<CardId, GraphNode>
  readonly added: ReadonlyMap<CardId, GraphNode>
  /** Of those that come. */
  readonly references: ReadonlyMap<CardId, References>
}

/** All cards as they are after the changes: only those that are asked for are read. */
export class ChangedCards implements CardLookup {
  private readonly previous: GraphFile
  private readonly gone: CardChanges['gone']
  private readonly added: CardChanges['added']
  private readonly comers: CardLookup
  private stayers: CardLookup | undefined
  private readonly groups = new Map<string, readonly CardId[]>()

  constructor({ previous, gone, added }: CardChanges) {
    this.previous = previous
    this.gone = gone
    this.added = added
    this.comers = cardLookup([...added.values()])
  }

  byId(id: string): GraphNode | undefined {
    const card = id as CardId
    return this.added.get(card) ?? (this.gone.has(card) ? undefined : this.previous.node(card))
  }

  byFile(path: string): GraphNode | undefined {
    if (path === '') return undefined
    return this.comers.byFile(path) ?? this.old(foldName(path), ['file']).find(({ file }) => file === path)
  }

  named(naming: Naming, folded: string): readonly GraphNode[] {
    if (folded === '') return []
    // The name of a source file is a basename too.
    const isCalled = (node: GraphNode): boolean => naming !== 'file' || NAMES_OF.file(node).map(foldName).includes(folded)
    return [...this.old(folded, KINDS[naming]).filter(isCalled), ...this.comers.named(naming, folded)]
  }

  numbered(number: string): readonly GraphNode[] {
    this.stayers ??= cardLookup([...this.previous.nodes()].filter(({ id }) => !this.gone.has(id)))
    return [...this.stayers.numbered(number), ...this.comers.numbered(number)]
  }

  /** The cards that share a tag or source file: all where they are at most `most`, else one more than that. */
  sharing(kind: SharedKind, name: string, most: number): readonly CardId[] {
    const key = `${kind} ${name}`
    let group = this.groups.get(key)
    if (group === undefined) {
      const has = (node: GraphNode): boolean => sharedNames(node, kind).includes(name)
      const found = [...this.added.values()].filter(has).map(({ id }) => id)
      for (const hit of this.previous.names(kind === 'tag' ? name : foldName(name))) {
        if (found.length > most) break
        if (hit.kind !== kind || this.gone.has(hit.id)) continue
        // A folded path may be that of several source files.
        if (kind === 'tag' || has(this.previous.node(hit.id)!)) found.push(hit.id)
      }
      group = found
      this.groups.set(key, group)
    }
    return group
  }

  private old(name: string, kinds: readonly NameKind[]): GraphNode[] {
    const ids = this.previous.names(name).filter(({ kind, id }) => kinds.includes(kind) && !this.gone.has(id))
    return [...new Set(ids.map(({ id }) => id))].map((id) => this.previous.node(id)!)
  }
}

const KINDS: Readonly<Record<Naming, readonly NameKind[]>> = {
  id: ['id'],
  alias: ['alias'],
  slug: ['slug'],
  title: ['title'],
  file: ['file', 'basename'],
}

/** True where a change of a card may change what the references of others lead to, or what edges they make. */
export const isNewToOthers = (before: GraphNode | undefined, after: GraphNode | undefined): boolean =>
  before === undefined ||
  after === undefined ||
  before.type !== after.type ||
  before.title !== after.title ||
  before.file !== after.file ||
  before.aliases.join('\n') !== after.aliases.join('\n')

/** A test for the targets of references: false where one can by no rule of `resolver` lead to any of these cards. */
export function mayMean(cards: readonly GraphNode[]): (target: string) => boolean {
  const names = new Set<string>()
  const numbers = new Set<string>()
  for (const card of cards) {
    for (const naming of NAMINGS) for (const name of NAMES_OF[naming](card)) names.add(foldName(name))
    for (const number of fileNumber(card) ?? []) numbers.add(number)
    // A page may be linked by the name of its folder.
    const [folder] = parents(card.file)
    if (/^(?:readme|index)$/i.test(stem(card.file)) && folder !== undefined) names.add(foldName(baseName(folder)))
  }
  const isName = (text: string): boolean => {
    const last = baseName(text.replace(/\/+$/, ''))
    // Where such a path leads is not told by its end.
    if (last === '' || last === '.' || last === '..') return true
    return [text, last, last.replace(/\.html?$/i, ''), stem(last)].some((name) => names.has(foldName(name)))
  }
  return (target) => {
    const [number] = documentNumber(target) ?? []
    return isName(target) || isName(foldName(target)) || (number !== undefined && numbers.has(number))
  }
}
