import { bodyOf } from '../card/block.ts'
import { contentForHash, decodeUtf8 } from '../card/content.ts'
import type { GraphNode } from '../model/graph.ts'
import { TEXT_FIELDS, type TextIndex } from '../model/text-index.ts'
import type { Project } from '../store/project.ts'

const SUMMARY = TEXT_FIELDS.indexOf('summary')

/** True for a card with a summary of its own. Of a secret card nothing is known, and it counts as having one. */
export function summaryReader(text: TextIndex): (node: GraphNode) => boolean {
  const lengths = text.lengths(SUMMARY)
  return ({ id }) => {
    const document = text.document(id)
    return document < 0 || lengths[document]! > 0
  }
}

/** Characters of a card's text, in code points, blanks around it left aside; 0 for a file that cannot be read. */
export function contentLength({ files }: Project, node: GraphNode): number {
  const bytes = files.read(node.file)
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
  return decoded?.ok === true ? [...bodyOf(contentForHash(decoded.text)).body.trim()].length : 0
}
