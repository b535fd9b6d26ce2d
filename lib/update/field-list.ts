import { contentForHash } from '../card/content.ts'
import { splitFrontmatter } from '../card/frontmatter.ts'
import { sourcePath } from '../card/paths.ts'
import { parseYaml } from '../text/yaml.ts'
import { pairOf, type YamlNode } from '../text/yaml-node.ts'

/** The texts of a field of the frontmatter, as written: of a list its items, of one text that text; [] where there is none. */
export function listField(text: string, field: string): readonly string[] {
  const { block, blockLine } = splitFrontmatter(contentForHash(text))
  const { root } = parseYaml(block ?? '', blockLine)
  const value = root.kind === 'map' ? pairOf(root, field)?.value : undefined
  if (value?.kind === 'scalar' && /^[^[\]]+,[^[\]]+$/.test(value.text)) return value.text.split(/\s*,\s*/)
  return value === undefined ? [] : textsOf(value)
}

function textsOf(node: YamlNode): readonly string[] {
  if (node.kind === 'list') return node.items.flatMap(textsOf)
  if (node.kind === 'map') return node.pairs.map(({ key }) => key)
  return node.kind !== 'scalar' || node.text.trim() === '' ? [] : [node.text]
}

/** What a card is about, as the entries are read everywhere else: without `./` and with forward slashes; what is no path is left out. */
export const sourcesIn = (text: string): readonly string[] =>
  listField(text, 'source_files').flatMap((entry) => sourcePath(entry) ?? [])
