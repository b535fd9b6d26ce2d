import type { EdgeType, Link } from '../model/card.ts'
import { isSlugId } from '../model/ids.ts'
import type { YamlNode, YamlPair } from '../text/yaml-node.ts'
import type { Fields, Item } from './fields.ts'
import { oneLine } from './fields.ts'
import { decodePath, resolveFrom } from './paths.ts'
import type { Report } from './report.ts'
import { wikiLink } from './wiki.ts'

type LinkField = { readonly field: string; readonly type: EdgeType; readonly inverse?: true; readonly loose?: true }

/** The frontmatter fields that name other cards, and the edge each gives. `loose` fields may hold free text and addresses too. */
export const LINK_FIELDS: readonly LinkField[] = [
  { field: 'related', type: 'related_to' },
  { field: 'related_to', type: 'related_to' },
  { field: 'depends_on', type: 'depends_on' },
  { field: 'blocks', type: 'blocks' },
  { field: 'implements', type: 'implements' },
  { field: 'constrains', type: 'constrains' },
  { field: 'decided_by', type: 'decided_by' },
  { field: 'derived_from', type: 'derived_from' },
  { field: 'supersedes', type: 'supersedes' },
  { field: 'superseded_by', type: 'supersedes', inverse: true },
  { field: 'conflicts_with', type: 'conflicts_with' },
  { field: 'next_step_of', type: 'next_step_of' },
  { field: 'references', type: 'references' },
  { field: 'module', type: 'belongs_to' },
  { field: 'belongs_to', type: 'belongs_to' },
  { field: 'evidence', type: 'has_evidence', loose: true },
  { field: 'has_evidence', type: 'has_evidence' },
]

/** Fields that hold a list also where a single text is written. */
export const LIST_FIELDS: ReadonlySet<string> = new Set([
  'tags',
  'aliases',
  'entities',
  'source_files',
  'distilled_into',
  ...LINK_FIELDS.map(({ field }) => field).filter((field) => field !== 'module' && field !== 'belongs_to'),
])

/**
 * The typed links of a frontmatter, in the order of LINK_FIELDS, each target once per type. Brackets, labels and headings
 * of wikilinks are taken off; a relative path to a Markdown file becomes a project path; web addresses are no links.
 * `loose` reads every field as one that may hold free text: documents of others use these names for other things.
 */
export function linksOf(fields: Fields, file: string, report: Report, loose = false): readonly Link[] {
  const links: Link[] = []
  const seen = new Set<string>()
  for (const { field, type, inverse = false, ...options } of LINK_FIELDS) {
    const pair = fields.pair(field)
    if (pair === undefined) continue
    for (const { text, line } of itemsOf(pair, report)) {
      for (const target of targetsOf(text, file, loose || options.loose === true)) {
        const key = `${type} ${inverse} ${target}`
        if (seen.has(key)) continue
        seen.add(key)
        links.push({ type, target, inverse, line })
      }
    }
  }
  return links
}

/** The cards that one text of a link field names: one as a rule; several wikilinks or ids with commas between give several. */
export function targetsOf(text: string, file: string, loose = false): readonly string[] {
  if (text.includes('[[')) {
    const wiki = [...text.matchAll(/\[\[([^[\]]{1,400})\]\]/g)]
    if (wiki.length > 0) return wiki.flatMap(([, inner]) => wikiLink(inner as string)?.target ?? [])
  }
  const markdown = /^!?\[[^[\]]{0,400}\]\(\s*<?([^<>()\s]{1,600})>?[^()]{0,300}\)$/.exec(text)
  if (markdown !== null) return pathTarget(markdown[1] as string, file)
  if (/^<?[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(text)) return []
  const parts = text.split(/\s*,\s*/)
  if (parts.length > 1 && parts.every(isSlugId)) return parts
  if (/^[^\s]+\.(?:md|markdown|mdx)(?:#\S*)?$/.test(text))
    return text.startsWith('.') ? pathTarget(text, file) : [text.replace(/#.*$/, '')]
  return loose && !isSlugId(text) ? [] : [text]
}

function pathTarget(path: string, file: string): readonly string[] {
  if (/^[A-Za-z][A-Za-z0-9+.-]+:/.test(path)) return []
  const resolved = resolveFrom(file, decodePath(path.replace(/[#?].*$/, '')))
  return resolved === undefined ? [] : [resolved]
}

/** The texts of a link field. An unquoted `[[x]]` is a list in a list to YAML, and means x; `- id: x` and `- x: reason` mean x too. */
function itemsOf(pair: YamlPair, report: Report): readonly Item[] {
  const items: Item[] = []
  const visit = (node: YamlNode, isTop: boolean): void => {
    if (node.kind === 'list') {
      for (const item of node.items) visit(item, false)
      return
    }
    if (node.kind === 'map') {
      const named = node.pairs.find(({ key }) => key === 'id' || key === 'target') ?? node.pairs[0]
      if (named !== undefined && (named.key === 'id' || named.key === 'target') && named.value.kind === 'scalar')
        visit(named.value, false)
      else if (node.pairs.length === 1 && named !== undefined && isSlugId(named.key))
        items.push({ text: named.key, line: named.line, column: named.column })
      else report.warn('card-bad-value', `${pair.key} holds a map where an id belongs; it is left out`, node)
      return
    }
    const text = oneLine(node.text)
    if (node.kind === 'scalar' && text !== '') items.push({ text, line: node.line, column: node.column })
    else if (!isTop) report.warn('card-empty-item', `${pair.key} holds an empty item; it is left out`, node)
  }
  visit(pair.value, true)
  return items
}
