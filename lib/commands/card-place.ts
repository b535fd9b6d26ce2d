import { PmemError } from '../model/error.ts'
import type { GraphIndex } from '../model/graph.ts'
import { type CardId, cardId, type ProjectPath, pathOf } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import { type Project, STORE } from '../store/project.ts'
import { foldName } from '../text/fold.ts'
import { slug } from '../text/slug.ts'

export type CardPlace = { readonly id: CardId; readonly path: ProjectPath }

type PlaceOptions = { readonly given?: string | undefined; readonly reserved?: readonly CardPlace[] }

/**
 * An id and a file nobody has, also where upper and lower case are one. A given id is taken as it is or refused.
 * `reserved` are the places that the same plan has given away already.
 */
export const cardPlace = (
  project: Project,
  manifest: Manifest,
  graph: GraphIndex,
  type: string,
  title: string,
  { given, reserved = [] }: PlaceOptions = {},
): CardPlace => cardPlaces(project, manifest, graph, reserved)(type, title, given)

/** The same for a plan of many cards: no place is given twice, and each folder is looked at once. */
export function cardPlaces(
  project: Project,
  manifest: Manifest,
  graph: GraphIndex,
  reserved: readonly CardPlace[] = [],
): (type: string, title: string, given?: string) => CardPlace {
  const ids = new Set<string>(reserved.map(({ id }) => id))
  const paths = new Set<string>(reserved.map(({ path }) => foldPath(path)))
  const listed = new Set<string>()
  return (type, title, given) => {
    const folder = `${STORE}/${manifest.schema.typeDirs[type] ?? `${type}s`}`
    if (!listed.has(folder)) {
      listed.add(folder)
      for (const { name } of project.files.list(folder) ?? []) paths.add(foldPath(`${folder}/${name}`))
    }
    const base = slug(given === undefined ? title : given.slice(given.indexOf('.') + 1), project.host.sha256)
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}-${number}`
      const id = cardId(given ?? `${type}.${name}`)
      if (id === undefined) throw new PmemError('USAGE', `${JSON.stringify(given ?? title)} cannot be an id`)
      const path = pathOf(folder, `${name}.md`)
      const taken = ids.has(id) || graph.names(foldName(id)).some((hit) => hit.kind === 'id')
      if (taken && given !== undefined)
        throw new PmemError('USAGE', `there is a card ${given} already`, { fix: 'Choose another --id.' })
      if (taken || paths.has(foldPath(path))) continue
      ids.add(id)
      paths.add(foldPath(path))
      return { id, path }
    }
  }
}

const foldPath = (path: string): string => path.normalize('NFC').toLowerCase()
