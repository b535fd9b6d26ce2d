import { contentForHash, decodeUtf8 } from '../card/content.ts'
import { outgoing } from '../guard/injection.ts'
import type { GraphIndex } from '../model/graph.ts'
import type { Files } from '../model/ports.ts'
import { type HotFiles, readHot } from '../query/hot.ts'
import { STORE } from '../store/project.ts'

/** index.md, state.md and next.md, read; a missing or unreadable one counts as empty. */
export function hotFiles(files: Files, graph: GraphIndex): HotFiles {
  const text = (name: string): string => {
    const bytes = files.read(`${STORE}/${name}`)
    const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
    return decoded?.ok === true ? outgoing(contentForHash(decoded.text)) : ''
  }
  return readHot({ index: text('index.md'), state: text('state.md'), next: text('next.md') }, graph)
}
