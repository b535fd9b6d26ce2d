import { contentForHash } from '../card/content.ts'
import { splitFrontmatter } from '../card/frontmatter.ts'
import type { FieldValue } from '../card/scalar.ts'
import { setFields } from '../card/serialize.ts'
import { pathOf, type ProjectPath } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { parseYaml } from '../text/yaml.ts'
import { pairOf, type YamlNode } from '../text/yaml-node.ts'
import { type CardFile, putCard } from './card-file.ts'
import type { OtherFile } from './rename.ts'
import { type Named, type Reference, referencesTo, replaceReferences } from './references.ts'

/**
 * A card that is to be forgotten: its file goes to the archive under a name that no index reads, with the reason in it, and
 * every reference to it is taken out: items of link fields, and in prose the link, of which the label stays.
 * The card goes last, so that a run that was killed is finished by doing it again.
 */
export function planForget(card: CardFile, named: Named, reason: string, today: string, others: readonly CardFile[], hot: readonly OtherFile[], grave: ProjectPath): readonly WriteOp[] {
  const tombstone = setFields(card.text, new Map([['forgotten', today], ['forgotten_because', reason]]))
  return [
    ...others.flatMap((other) => putCard(other, withoutReferences(other.text, other.node.file, named, card.node.title))),
    ...hot.flatMap((file) => {
      const after = withoutReferences(file.text, file.path, named, card.node.title)
      return after === file.text ? [] : [file.put(after)]
    }),
    { op: 'put', path: grave, text: tombstone, expect: 'absent' },
    { op: 'delete', path: card.node.file, expect: card.expect },
  ]
}

/** Where a forgotten card lies: below `archive/`, with an ending that makes it no card. `number` tells namesakes apart. */
export function gravePath(file: string, number: number): ProjectPath {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return pathOf('.pmem/archive', `${number === 1 ? name : name.replace(/\.md$/, `-${number}.md`)}.forgotten`)
}

function withoutReferences(text: string, from: string, named: Named, title: string): string {
  const found = referencesTo(named, text, from)
  if (found.length === 0) return text
  const fields = new Set(found.filter(({ form }) => form === 'field').map(({ field }) => field))
  const prose = replaceReferences(text, found, (reference) => plainly(reference, title))
  if (fields.size === 0) return prose
  return setFields(prose, new Map([...fields].map((field) => [field, remaining(text, field, found)])))
}

/** What a reader saw of the link. A bare id stays as text: it makes no reference without its card. */
function plainly({ form, whole }: Reference, title: string): { readonly whole: true; readonly text: string } | undefined {
  if (whole === undefined || form === 'field' || form === 'bare') return undefined
  return { whole: true, text: whole.label === '' ? title : whole.label }
}

/** The items of a field that name other cards; null where none is left. */
function remaining(text: string, field: string, found: readonly Reference[]): FieldValue | null {
  const { block, blockLine } = splitFrontmatter(contentForHash(text))
  const { root } = parseYaml(block ?? '', blockLine)
  const value = root.kind === 'map' ? pairOf(root, field)?.value : undefined
  const gone = found.filter((reference) => reference.field === field)
  const kept = value === undefined ? [] : itemsOf(value).filter((item) => !gone.some(({ text: name }) => item === name || item.split(/[\s,[\]|]+/).includes(name)))
  return kept.length === 0 ? null : kept
}

function itemsOf(node: YamlNode): readonly string[] {
  if (node.kind === 'list') return node.items.flatMap(itemsOf)
  if (node.kind === 'map') return node.pairs.map(({ key }) => key)
  if (node.kind !== 'scalar' || node.text.trim() === '') return []
  return /^[^[\]]+,[^[\]]+$/.test(node.text) ? node.text.split(/\s*,\s*/) : [node.text]
}
