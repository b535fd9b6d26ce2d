import { bodyOf } from '../card/block.ts'
import { contentForHash, decodeUtf8 } from '../card/content.ts'
import { outgoing } from '../guard/injection.ts'
import type { GraphNode } from '../model/graph.ts'
import type { Files } from '../model/ports.ts'
import type { OpenStore } from '../store/open.ts'

type Text = { readonly body: string; readonly bodyLine: number }

/**
 * Reads the text of cards below their frontmatter as it may leave the store, each file once; undefined for one that is gone or not
 * UTF-8. The index says which texts must be cleaned first; where it may be older than the cards, all are.
 */
export function textReader({ project, state }: Pick<OpenStore, 'project' | 'state'>): (node: GraphNode) => Text | undefined {
  const isOld = state.status === 'not_refreshed'
  const known = new Map<string, Text | undefined>()
  return ({ file, cleaned }) => {
    if (!known.has(file)) known.set(file, readBody(project.files, file, isOld || cleaned === true))
    return known.get(file)
  }
}

function readBody(files: Files, file: string, clean: boolean): Text | undefined {
  const bytes = files.read(file)
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
  if (decoded?.ok !== true) return undefined
  const { body, bodyLine } = bodyOf(contentForHash(decoded.text))
  return { body: clean ? outgoing(body) : body, bodyLine }
}
