import { bodyOf } from '../card/block.ts'
import { contentForHash, decodeUtf8 } from '../card/content.ts'
import { outgoing } from '../guard/injection.ts'
import type { GraphNode } from '../model/graph.ts'
import type { Files } from '../model/ports.ts'

/** Reads the text of cards below their frontmatter as it may leave the store, each file once; undefined for one that is gone or not UTF-8. */
export function textReader(files: Files): (node: GraphNode) => { readonly body: string; readonly bodyLine: number } | undefined {
  const known = new Map<string, { readonly body: string; readonly bodyLine: number } | undefined>()
  return ({ file }) => {
    if (!known.has(file)) known.set(file, readBody(files, file))
    return known.get(file)
  }
}

function readBody(files: Files, file: string): { readonly body: string; readonly bodyLine: number } | undefined {
  const bytes = files.read(file)
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
  if (decoded?.ok !== true) return undefined
  const { body, bodyLine } = bodyOf(contentForHash(decoded.text))
  return { body: outgoing(body), bodyLine }
}
