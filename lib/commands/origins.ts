import { decodeUtf8 } from '../card/content.ts'
import type { OpenStore } from '../store/open.ts'
import { type Project, STORE } from '../store/project.ts'

/** What was imported from somewhere: the card that holds it, or that it was forgotten since. The id is null while it is being imported. */
export type Origin = { readonly id: string | null; readonly forgotten: boolean }

/** Every `origin:` in the frontmatter of cards and of what was forgotten: that comes back only when somebody writes it again. */
export function originsIn({ files }: Project, { graph }: OpenStore): Map<string, Origin> {
  const origins = new Map<string, Origin>()
  const note = (path: string, id: string | null, forgotten: boolean): void => {
    const bytes = files.read(path)
    const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
    const origin = decoded?.ok === true ? ORIGIN.exec(decoded.text)?.[1] : undefined
    if (origin !== undefined) origins.set(origin, { id, forgotten })
  }
  for (const { name } of files.list(`${STORE}/archive`) ?? [])
    if (name.endsWith('.forgotten')) note(`${STORE}/archive/${name}`, null, true)
  for (const node of graph.nodes()) if (node.external !== true) note(node.file, node.id, false)
  return origins
}

/** In the frontmatter, which is short: a body that has such a line is looked at no further than this. */
const ORIGIN = /^\ufeff?---\r?\n(?:(?!---)[^\r\n]{0,2000}\r?\n){0,200}?origin: ["']?([a-z-]{1,40}:[0-9a-f]{8,64})["']?[ \t]*\r?$/m
