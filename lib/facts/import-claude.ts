import { bodyOf } from '../card/block.ts'
import { contentForHash } from '../card/content.ts'
import { splitFrontmatter } from '../card/frontmatter.ts'
import { parseYaml } from '../text/yaml.ts'
import { pairOf, type YamlMap } from '../text/yaml-node.ts'
import { oneLine } from './batch.ts'
import type { ImportFile, ImportItem } from './import-item.ts'

/**
 * The automatic memory of Claude Code: a file for each topic with `name`, `description` and `type`, and MEMORY.md, whose lines
 * either lead to a topic or are a fact themselves, with the heading above them as category.
 */
export function claudeMemory(files: readonly ImportFile[]): readonly ImportItem[] {
  const paths = new Set(files.map(({ path }) => path))
  return files.flatMap((file) => (/(?:^|\/)MEMORY\.md$/.test(file.path) ? indexLines(file, paths) : [topic(file)]))
}

function topic({ path, text }: ImportFile): ImportItem {
  const normal = contentForHash(text)
  const content = bodyOf(normal).body.trim()
  const { block, blockLine } = splitFrontmatter(normal)
  const { root } = parseYaml(block ?? '', blockLine)
  const map = root.kind === 'map' ? root : undefined
  const meta = field(map, 'metadata')
  const summary = textOf(map, 'description') ?? textOf(map, 'summary')
  const type = textOf(map, 'type') ?? (meta?.kind === 'map' ? textOf(meta, 'type') : null)
  const heading = /^#\s+(.+)$/m.exec(content)?.[1] ?? null
  const title = oneLine(textOf(map, 'title') ?? textOf(map, 'name') ?? heading)
  if (content === '' && summary === null) return { from: path, problem: 'is empty' }
  return {
    from: path,
    fact: {
      content: content === '' ? (summary as string) : content,
      summary: content === '' ? null : summary,
      category: type,
      tags: [],
      entities: [],
      supersedes: [],
      ...(title === null ? {} : { title }),
    },
  }
}

const field = (map: YamlMap | undefined, name: string) => (map === undefined ? undefined : pairOf(map, name)?.value)
function textOf(map: YamlMap | undefined, name: string): string | null {
  const value = field(map, name)
  return value?.kind === 'scalar' ? oneLine(value.text) : null
}

/** Items and paragraphs of MEMORY.md, each with its indented lines. */
function indexLines({ path, text }: ImportFile, paths: ReadonlySet<string>): readonly ImportItem[] {
  const { body, bodyLine } = bodyOf(contentForHash(text))
  const items: { readonly line: number; readonly category: string | null; content: string }[] = []
  let category: string | null = null
  let open = false
  for (const [index, line] of body.split('\n').entries()) {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)
    if (heading !== null) {
      category = /^#\s/.test(line) ? null : oneLine(heading[1])
      open = false
    } else if (line.trim() === '') open = false
    else if (open && (/^\s/.test(line) || !/^[-*+]\s/.test(line))) items.at(-1)!.content += `\n${line}`
    else {
      items.push({ line: bodyLine + index, category, content: line.replace(/^[-*+]\s+/, '') })
      open = true
    }
  }
  return items.flatMap(({ line, category: name, content }): ImportItem[] => {
    const link = /\]\(([^()\s]+)\)/.exec(content)?.[1]
    if (link !== undefined && paths.has(link.replace(/^\.\//, ''))) return []
    const fact = { content: content.trim(), summary: null, category: name, tags: [], entities: [], supersedes: [] }
    return [{ from: `${path}:${line}`, fact }]
  })
}
