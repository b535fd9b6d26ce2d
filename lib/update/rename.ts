import { contentForHash } from '../card/content.ts'
import { splitFrontmatter } from '../card/frontmatter.ts'
import { setFields } from '../card/serialize.ts'
import type { ProjectPath } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { parseYaml } from '../text/yaml.ts'
import { pairOf } from '../text/yaml-node.ts'
import { type CardFile, putCard } from './card-file.ts'
import { listField } from './field-list.ts'
import { type Named, type Reference, referencesTo, replaceReferences } from './references.ts'

/** A file of the store that is no card: the hot ones. */
export type OtherFile = { readonly path: ProjectPath; readonly text: string; readonly put: (text: string) => WriteOp }

export type Rename = {
  readonly card: CardFile
  readonly old: Named
  readonly newId: string
  /** How references by slug name it from now on: its new slug, or the whole id where something else is called so. */
  readonly newSlug: string
  /** Where its file goes; the same path where the file keeps its name. */
  readonly path: ProjectPath
}

/**
 * A card with another id, and every reference to it: link fields, wiki links, bare ids and Markdown links of all cards and hot
 * files. While the references change one after the other, the card is there under both names: as two files where its file
 * moves, else by its old names as aliases. A rename that was killed is finished by doing it again, and a rename and its
 * reverse give the same bytes.
 */
export function planRename(rename: Rename, others: readonly CardFile[], hot: readonly OtherFile[]): readonly WriteOp[] {
  const { card, old, newId, path } = rename
  const change = (text: string, from: string): string => {
    const found = referencesTo(old, text, from)
    return replaceReferences(text, found, (reference) => ({ whole: false, text: renamed(reference, rename) }))
  }
  const own = renameId(withoutOldNames(change(card.text, card.node.file), rename), card.node.id, newId)
  const references: readonly WriteOp[] = [
    ...others.flatMap((other) => putCard(other, change(other.text, other.node.file))),
    ...hot.flatMap((file) => {
      const after = change(file.text, file.path)
      return after === file.text ? [] : [file.put(after)]
    }),
  ]
  if (path !== card.node.file)
    return [
      { op: 'put', path, text: own, expect: 'absent' },
      ...references,
      { op: 'delete', path: card.node.file, expect: card.expect },
    ]
  const between = references.length === 0 || card.node.id === newId ? [] : putCard(card, withOldNames(own, old))
  return [...between, ...references, ...putCard(card, own)]
}

const oldNames = ({ id, slug }: Named): readonly string[] => (slug === undefined ? [id] : [id, slug])

/** The names that references still use, at the end of the aliases. */
const withOldNames = (text: string, old: Named): string =>
  setFields(text, new Map([['aliases', [...listField(text, 'aliases'), ...oldNames(old)]]]))

/** Without the names that a rename that was killed has left; a card that was not renamed yet stays as it is. */
function withoutOldNames(text: string, { card, old, newId }: Rename): string {
  if (card.node.id !== newId) return text
  const aliases = listField(text, 'aliases')
  const at = aliases.indexOf(old.id)
  if (at < 0) return text
  const kept = aliases.filter((alias, index) => index < at || !oldNames(old).includes(alias))
  return setFields(text, new Map([['aliases', kept.length === 0 ? null : kept]]))
}

function renamed({ text }: Reference, { old, newId, newSlug, path }: Rename): string {
  if (text === old.id) return newId
  if (text.includes('/') || /\.md$/i.test(text)) return withName(text, old.file, path)
  return newSlug
}

/** The link with the file's new name; the folder stays what it was. */
function withName(link: string, oldFile: string, newFile: string): string {
  const name = (file: string): string => file.slice(file.lastIndexOf('/') + 1).replace(/\.md$/i, '')
  const slash = link.lastIndexOf('/') + 1
  const ending = /\.md$/i.exec(link)?.[0] ?? ''
  return name(oldFile) === name(newFile) ? link : link.slice(0, slash) + encoded(name(newFile), link.slice(slash)) + ending
}

/** A name is percent-encoded where the old one was. */
const encoded = (name: string, before: string): string => (/%[0-9a-f]{2}/i.test(before) ? encodeURI(name) : name)

/** The `id:` of the frontmatter, its quotes and comment kept. */
function renameId(text: string, oldId: string, newId: string): string {
  const { block, blockLine } = splitFrontmatter(contentForHash(text))
  const { root } = parseYaml(block ?? '', blockLine)
  const value = root.kind === 'map' ? pairOf(root, 'id')?.value : undefined
  if (value === undefined || value.kind !== 'scalar') return setFields(text, new Map([['id', newId]]))
  const line = contentForHash(text).split('\n')[value.line - 1] ?? ''
  const column = line.indexOf(oldId, value.column - 1)
  if (column < 0) return setFields(text, new Map([['id', newId]]))
  return replaceReferences(text, [{ form: 'field', field: 'id', line: value.line, column, text: oldId }], () => ({
    whole: false,
    text: newId,
  }))
}
