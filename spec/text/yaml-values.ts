import { parseYaml } from '../../lib/text/yaml.ts'
import type { YamlNode } from '../../lib/text/yaml-node.ts'

/** What a YAML 1.2 core reader makes of a text, as JSON: for specs that hold files against a JSON Schema. */
export const yamlValue = (text: string): unknown => castOf(parseYaml(text).root)

function castOf(node: YamlNode): unknown {
  if (node.kind === 'null') return null
  if (node.kind === 'list') return node.items.map(castOf)
  if (node.kind === 'map') return Object.fromEntries(node.pairs.map(({ key, value }) => [key, castOf(value)]))
  if (node.style !== 'plain') return node.text
  if (/^(?:true|false)$/i.test(node.text)) return node.text.toLowerCase() === 'true'
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(node.text) ? Number(node.text) : node.text
}
