import { PmemError } from '../model/error.ts'
import type { GraphIndex } from '../model/graph.ts'
import { type CardId, cardId, type ProjectPath, pathOf } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import { type Project, STORE } from '../store/project.ts'
import { foldName } from '../text/fold.ts'
import { slug } from '../text/slug.ts'

export type CardPlace = { readonly id: CardId; readonly path: ProjectPath }

/**
 * An id and a file nobody has, also where upper and lower case are one. A given id is taken as it is or refused.
 * `reserved` are the places that the same plan has given away already.
 */
export function cardPlace(
  project: Project,
  manifest: Manifest,
  graph: GraphIndex,
  type: string,
  title: string,
  { given, reserved = [] }: { readonly given?: string | undefined; readonly reserved?: readonly CardPlace[] } = {},
): CardPlace {
  const folder = `${STORE}/${manifest.schema.typeDirs[type] ?? `${type}s`}`
  const base = slug(given === undefined ? title : given.slice(given.indexOf('.') + 1), project.host.sha256)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`
    const id = cardId(given ?? `${type}.${name}`)
    if (id === undefined) throw new PmemError('USAGE', `${JSON.stringify(given ?? title)} cannot be an id`)
    const path = pathOf(folder, `${name}.md`)
    const taken = graph.names(foldName(id)).some((hit) => hit.kind === 'id') || reserved.some((place) => place.id === id)
    if (taken && given !== undefined)
      throw new PmemError('USAGE', `there is a card ${given} already`, { fix: 'Choose another --id.' })
    if (!taken && isFree(project, folder, `${name}.md`) && reserved.every((place) => place.path !== path)) return { id, path }
  }
}

const isFree = ({ files }: Project, folder: string, name: string): boolean =>
  !(files.list(folder) ?? []).some((entry) => entry.name.normalize('NFC').toLowerCase() === name.normalize('NFC').toLowerCase())
