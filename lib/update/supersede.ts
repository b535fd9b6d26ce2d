import { LINK_FIELDS } from '../card/links.ts'
import { setFields } from '../card/serialize.ts'
import type { EdgeType } from '../model/card.ts'
import type { WriteOp } from '../model/plan.ts'
import { type CardFile, putCard } from './card-file.ts'
import { type Named, type Reference, referencesTo, replaceReferences } from './references.ts'

/** Edges that say how things are now: they move to the new card. Evidence, origins and prose tell history and stay. */
const CURRENT: ReadonlySet<EdgeType> = new Set([
  'related_to',
  'depends_on',
  'blocks',
  'implements',
  'constrains',
  'decided_by',
  'conflicts_with',
  'next_step_of',
  'belongs_to',
])
const CURRENT_FIELDS: ReadonlySet<string> = new Set(LINK_FIELDS.filter(({ type }) => CURRENT.has(type)).map(({ field }) => field))

export type Supersede = {
  readonly old: CardFile
  readonly oldName: Named
  readonly fresh: CardFile /** What the fresh card supersedes already, as written. */
  readonly supersedes: readonly string[]
  readonly today: string
}

/**
 * A card that takes the place of another: it names the old one, the old one gets the status, and the fields of other cards
 * that say how things are now lead to the new one. Traces are history and keep theirs.
 */
export function planSupersede(
  { old, oldName, fresh, supersedes, today }: Supersede,
  others: readonly CardFile[],
): readonly WriteOp[] {
  const dated = ({ node }: CardFile): readonly (readonly [string, string])[] =>
    node.updated === null || node.updated.slice(0, 10) === today ? [] : [['updated', today]]
  const named = referencesTo(oldName, fresh.text, fresh.node.file).some(({ field }) => field === 'supersedes')
  const freshText = named
    ? fresh.text
    : setFields(
        fresh.text,
        new Map<string, string | readonly string[]>([['supersedes', [...supersedes, old.node.id]], ...dated(fresh)]),
      )
  const status =
    old.node.status === 'superseded'
      ? old.text
      : setFields(old.text, new Map<string, string>([['status', 'superseded'], ...dated(old)]))
  return [
    ...putCard(fresh, freshText),
    ...others.flatMap((other) => (other.node.type === 'trace' ? [] : putCard(other, redirected(other, oldName, fresh.node.id)))),
    ...putCard(old, status),
  ]
}

function redirected(card: CardFile, old: Named, freshId: string): string {
  const found = referencesTo(old, card.text, card.node.file).filter(({ field }) => CURRENT_FIELDS.has(field))
  return found.length === 0
    ? card.text
    : replaceReferences(card.text, found, (reference: Reference) => ({
        whole: false,
        text: freshId === reference.text ? reference.text : freshId,
      }))
}
