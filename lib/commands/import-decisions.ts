import type { FieldValue } from '../card/scalar.ts'
import { newCard } from '../card/serialize.ts'
import type { DecisionInput } from '../facts/import-item.ts'
import type { WriteOp } from '../model/plan.ts'
import type { OpenStore } from '../store/open.ts'
import type { Project } from '../store/project.ts'
import { foldName } from '../text/fold.ts'
import { type CardPlace, cardPlaces } from './card-place.ts'

/** Cards for the decision records of others, with ids in their order. Links between them are kept: they lie in one folder as before. */
export function planDecisions(
  project: Project,
  store: OpenStore,
  records: readonly DecisionInput[],
  today: string,
): { readonly ops: readonly WriteOp[]; readonly ids: readonly string[] } {
  const place = cardPlaces(project, store.manifest, store.graph)
  const placed = records.map((record) => ({ record, place: place('decision', record.title) }))
  const byName = new Map<string, CardPlace>()
  for (const { record, place: at } of placed)
    for (const name of [record.path, record.path.slice(record.path.lastIndexOf('/') + 1), ...record.aliases])
      byName.set(foldName(name), at)
  const idsOf = (names: readonly string[]): readonly string[] => names.flatMap((name) => byName.get(foldName(name))?.id ?? [])
  const ops = placed.map(({ record, place: { id, path } }): WriteOp => {
    const older = placed.flatMap((other) => (idsOf(other.record.supersededBy).includes(id) ? [other.place.id] : []))
    const supersedes = [...new Set([...idsOf(record.supersedes), ...older])].filter((other) => other !== id)
    const isOld = placed.some((other) => other.place.id !== id && idsOf(other.record.supersedes).includes(id))
    return { op: 'put', path, text: decisionCard(id, record, supersedes, isOld, today, byName), expect: 'absent' }
  })
  return { ops, ids: placed.map(({ place: { id } }) => id) }
}

function decisionCard(
  id: string,
  record: DecisionInput,
  supersedes: readonly string[],
  isOld: boolean,
  today: string,
  byName: ReadonlyMap<string, CardPlace>,
): string {
  const list = (items: readonly string[]): FieldValue | null => (items.length === 0 ? null : items)
  const date = record.date ?? today
  return newCard({
    id,
    type: 'decision',
    title: record.title,
    fields: new Map<string, FieldValue | null>([
      ['status', isOld ? 'superseded' : record.status],
      ['tags', list(record.tags)],
      ['aliases', list(record.aliases)],
      ['summary', record.summary],
      ['supersedes', list(supersedes)],
      ['origin', record.origin ?? null],
      ['created', date],
      ['updated', date],
    ]),
    body: record.body.replace(LINK, (whole, target: string, rest: string | undefined) => {
      const to = byName.get(foldName(target.replace(/^\.\//, '')))?.path
      return to === undefined ? whole : `](${to.slice(to.lastIndexOf('/') + 1)}${rest ?? ''})`
    }),
  })
}

/** The target of an inline link to a Markdown file. */
const LINK = /\]\(([^()\s#]{1,300}\.md)(#[^()\s]{0,200})?\)/g
