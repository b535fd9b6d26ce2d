import type { FieldValue } from '../card/scalar.ts'
import { setFields } from '../card/serialize.ts'
import { type ProjectPath, pathOf } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { type CardFile, putCard } from './card-file.ts'
import { listField } from './field-list.ts'
import { type Named, type Reference, referencesTo, replaceReferences } from './references.ts'
import type { OtherFile } from './rename.ts'

/**
 * A card that is to be forgotten: its file goes to the archive under a name that no index reads, with the reason in it, and
 * every reference to it is taken out: items of link fields, and in prose the link, of which the label stays.
 * The card goes last, so that a run that was killed is finished by doing it again; `grave` is undefined where it stands already.
 */
export function planForget(
  card: CardFile,
  named: Named,
  grave: WriteOp | undefined,
  others: readonly CardFile[],
  hot: readonly OtherFile[],
): readonly WriteOp[] {
  return [
    ...others.flatMap((other) => putCard(other, withoutReferences(other.text, other.node.file, named, card.node.title))),
    ...hot.flatMap((file) => {
      const after = withoutReferences(file.text, file.path, named, card.node.title)
      return after === file.text ? [] : [file.put(after)]
    }),
    ...(grave === undefined ? [] : [grave]),
    { op: 'delete', path: card.node.file, expect: card.expect },
  ]
}

/** The text of a card that is forgotten: its own, with the day and the reason. */
export const tombstone = ({ text }: CardFile, today: string, reason: string): string =>
  setFields(
    text,
    new Map([
      ['forgotten', today],
      ['forgotten_because', reason],
    ]),
  )

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
  const gone = found.filter((reference) => reference.field === field)
  const kept = listField(text, field).filter(
    (item) => !gone.some(({ text: name }) => item === name || item.split(/[\s,[\]|]+/).includes(name)),
  )
  return kept.length === 0 ? null : kept
}
