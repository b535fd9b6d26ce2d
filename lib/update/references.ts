import { maskCode } from '../card/code-mask.ts'
import { contentForHash } from '../card/content.ts'
import { splitFrontmatter } from '../card/frontmatter.ts'
import { LINK_FIELDS } from '../card/links.ts'
import { decodePath, resolveFrom } from '../card/paths.ts'
import { wikiLink } from '../card/wiki.ts'
import { isSlugId } from '../model/ids.ts'
import { foldName } from '../text/fold.ts'
import { parseYaml } from '../text/yaml.ts'
import type { YamlNode, YamlPair } from '../text/yaml-node.ts'

/**
 * How a card is referred to. `slug` is set where its slug alone means this card and no other; `cased` where in another letter
 * case it is the card's title or alias too, and so no reference by slug.
 */
export type Named = { readonly id: string; readonly slug: string | undefined; readonly cased: boolean; readonly file: string }

/** A reference to the card: an item of a link field, or a place in the body. Lines count from 1, columns from 0. */
export type Reference = {
  readonly form: 'field' | 'wiki' | 'link' | 'bare'
  /** Name of the field; '' in the body. */
  readonly field: string
  readonly line: number
  readonly column: number
  /** What stands there: of a field, wiki link or bare id the name itself, of a Markdown link its path. */
  readonly text: string
  /** Wiki and Markdown links: from the first bracket to the last, and what a reader sees of it. */
  readonly whole?: { readonly column: number; readonly length: number; readonly label: string }
}

const FIELDS: ReadonlySet<string> = new Set([...LINK_FIELDS.map(({ field }) => field), 'distilled_into'])

/** Every reference to a card in one file, in the order it stands there, outside code and comments. `from` is the path of the file. */
export function referencesTo(named: Named, text: string, from: string): readonly Reference[] {
  const content = contentForHash(text)
  const split = splitFrontmatter(content)
  const lines = content.split('\n')
  const found: Reference[] = []
  if (split.block !== null) {
    for (const pair of linkPairs(split.block, split.blockLine)) {
      for (const { text: item, line, column } of scalarsOf(pair.value)) {
        const name = nameIn(named, item, from)
        const at = name === undefined ? -1 : (lines[line - 1] ?? '').indexOf(name, column - 1)
        if (name !== undefined && at >= 0) found.push({ form: 'field', field: pair.key, line, column: at, text: name })
      }
    }
  }
  const prose = maskCode(split.body).prose.split('\n')
  for (const [index, line] of prose.entries()) found.push(...inProse(named, line, split.bodyLine + index, from))
  return found
}

/** A text with some references replaced; everything else stays byte for byte. `replacement` undefined leaves one as it is. */
export function replaceReferences(
  text: string,
  references: readonly Reference[],
  replacement: (reference: Reference) => { readonly whole: boolean; readonly text: string } | undefined,
): string {
  const bom = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const starts = [bom]
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length)
  const edits = references.flatMap((reference) => {
    const made = replacement(reference)
    if (made === undefined) return []
    const { column, length } =
      made.whole && reference.whole !== undefined ? reference.whole : { column: reference.column, length: reference.text.length }
    return [{ at: starts[reference.line - 1]! + column, length, text: made.text }]
  })
  let out = ''
  let next = 0
  for (const { at, length, text: made } of edits.sort((a, b) => a.at - b.at)) {
    if (at < next) continue
    out += text.slice(next, at) + made
    next = at + length
  }
  return out + text.slice(next)
}

function linkPairs(block: string, line: number): readonly YamlPair[] {
  const { root } = parseYaml(block, line)
  return root.kind === 'map' ? root.pairs.filter(({ key }) => FIELDS.has(key)) : []
}

type Place = { readonly text: string; readonly line: number; readonly column: number }

/** Texts of a value, in lists and maps too: `- id: reason` names a card by its key. */
function scalarsOf(node: YamlNode): readonly Place[] {
  if (node.kind === 'list') return node.items.flatMap(scalarsOf)
  if (node.kind === 'map')
    return node.pairs.flatMap((pair) => [{ text: pair.key, line: pair.line, column: pair.column }, ...scalarsOf(pair.value)])
  return node.kind === 'scalar' ? [{ text: node.text, line: node.line, column: node.column }] : []
}

/** The part of a field's text that names the card: the id or slug, alone, in brackets or among others, or a path to its file. */
function nameIn(named: Named, text: string, from: string): string | undefined {
  const parts = text.includes('[[')
    ? [...text.matchAll(/\[\[([^[\]]{1,400})\]\]/g)].map(([, inner]) => wikiLink(inner!)?.target ?? '')
    : [text.trim(), ...text.split(/\s*,\s*/)]
  return parts.find((part) => isName(named, part)) ?? parts.find((part) => isPath(named, part.replace(/#.*$/, ''), from))
}

const isName = ({ id, slug, cased }: Named, text: string): boolean =>
  text === id || (slug !== undefined && (text === slug || (!cased && foldName(text) === foldName(slug))))

function isPath({ file }: Named, path: string, from: string): boolean {
  if (!path.includes('/') && !/\.md$/i.test(path)) return false
  const decoded = decodePath(path)
  return [resolveFrom(from, decoded), resolveFrom('', decoded)].some((target) => target === file || `${target}.md` === file)
}

const WIKI = /\[\[([^[\]\n]{1,400})\]\]/g
const LINK = /!?\[([^[\]\n]{0,400})\]\([ \t]*<?([^\s()<>]{1,600})>?[^()\n]{0,300}\)/g

function inProse(named: Named, line: string, number: number, from: string): readonly Reference[] {
  const found: Reference[] = []
  const taken: (readonly [number, number])[] = []
  for (const match of line.matchAll(WIKI)) {
    taken.push([match.index, match.index + match[0].length])
    const inner = match[1]!
    const link = wikiLink(inner)
    const name = [link?.target, link?.alternative].find(
      (part) => part !== undefined && (isName(named, part) || isPath(named, part, from)),
    )
    if (name === undefined) continue
    const label =
      inner
        .split('|')
        .find((part) => part.trim().replace(/#.*$/, '') !== name)
        ?.trim() ?? ''
    const whole = { column: match.index, length: match[0].length, label: inner.includes('|') ? label : '' }
    found.push({ form: 'wiki', field: '', line: number, column: match.index + 2 + inner.indexOf(name), text: name, whole })
  }
  for (const match of line.matchAll(LINK)) {
    const [whole, label, path] = match as unknown as [string, string, string]
    taken.push([match.index, match.index + whole.length])
    const target = path.replace(/[#?].*$/, '')
    if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(path) || !isPath(named, target, from)) continue
    found.push({
      form: 'link',
      field: '',
      line: number,
      column: match.index + whole.lastIndexOf(path),
      text: target,
      whole: { column: match.index, length: whole.length, label },
    })
  }
  if (!isSlugId(named.id)) return found
  for (const column of bareIds(line, named.id)) {
    if (!taken.some(([start, end]) => column >= start && column < end))
      found.push({ form: 'bare', field: '', line: number, column, text: named.id })
  }
  return found.sort((a, b) => a.column - b.column)
}

const BEFORE = /[\p{L}\p{M}\p{N}_./\\@#-]$/u
const AFTER = /^(?:[\p{L}\p{M}\p{N}_-]|\.[.-]*[\p{L}\p{M}\p{N}_])/u

/** Columns at which an id stands in the text, not as a part of a longer one. */
function* bareIds(line: string, id: string): Generator<number> {
  for (let at = line.indexOf(id); at >= 0; at = line.indexOf(id, at + id.length)) {
    if (!BEFORE.test(line.slice(Math.max(0, at - 2), at)) && !AFTER.test(line.slice(at + id.length, at + id.length + 40)))
      yield at
  }
}
