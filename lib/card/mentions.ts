import type { Mention } from '../model/card.ts'
import type { Masked } from './code-mask.ts'
import { decodePath } from './paths.ts'
import { wikiLink } from './wiki.ts'

/**
 * What the body refers to, outside code and comments, in the order it stands there: `[[wikilinks]]` and embeds, Markdown
 * links to `.md` files, and bare ids that start with one of `types`. A target is listed once, on its first line. Linear.
 */
export function mentions(masked: Masked, bodyLine: number, types: readonly string[]): readonly Mention[] {
  const text = masked.prose
  const found = new Map<string, Mention & { readonly at: number }>()
  const lineAt = lineCounter(text, bodyLine)
  const add = (at: number, mention: Omit<Mention, 'line'>): void => {
    const key = `${mention.form} ${mention.target} ${mention.alternative ?? ''}`
    if (!found.has(key)) found.set(key, { ...mention, line: lineAt(at), at })
  }
  const spans: Span[] = []
  if (text.includes('[[')) {
    for (const match of text.matchAll(WIKI)) {
      spans.push([match.index, match.index + match[0].length])
      const link = wikiLink(match[1] as string)
      if (link !== undefined) add(match.index, { form: 'wiki', ...link })
    }
  }
  if (text.includes('](') || text.includes(']:')) {
    for (const pattern of [LINK, DEFINITION]) {
      for (const match of text.matchAll(pattern)) {
        spans.push([match.index, match.index + match[0].length])
        const path = linkedFile((match[1] ?? match[2] ?? '').trim())
        if (path !== undefined) add(match.index, { form: 'link', target: path })
      }
    }
  }
  const inLink = within(spans)
  for (const match of bareIds(types, text)) {
    if (!inLink(match.index)) add(match.index, { form: 'bare', target: match[0].replace(/[.-]+$/, '') })
  }
  return [...found.values()].sort((a, b) => a.at - b.at).map(({ at: _, ...mention }) => mention)
}

const WIKI = /\[\[([^[\]\n]{1,400})\]\]/g
// What follows the label of a link; parentheses in a destination nest once.
const LINK =
  /\]\([ \t]*(?:<([^<>\n]{1,600})>|([^\s()<>]{0,600}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?))(?:[ \t]+["'(][^\n]{0,300}?)?[ \t]*\)/g
const DEFINITION = /^ {0,3}\[[^[\]\n]{1,200}\]:[ \t]*<?([^\s<>]{1,600})>?/gm

type Span = readonly [from: number, to: number]

/** Tells whether an offset lies in a span; offsets must ascend. */
function within(spans: readonly Span[]): (at: number) => boolean {
  const sorted = [...spans].sort((a, b) => a[0] - b[0])
  let next = 0
  let end = -1
  return (at) => {
    for (; next < sorted.length && (sorted[next] as Span)[0] <= at; next++) end = Math.max(end, (sorted[next] as Span)[1])
    return at < end
  }
}

/** The path of a link to a Markdown file, escapes decoded, fragment and query taken off; undefined for anything else. */
function linkedFile(destination: string): string | undefined {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(destination) || destination.startsWith('//')) return undefined
  const path = decodePath(destination.replace(/[#?].*$/, ''))
  // Sites link to a page without its ending, to its folder, or to the HTML it becomes.
  return /(?:\.(?:md|markdown|mdx|html?)|\/|(?:^|\/)[^./[\]():<>\s]+)$/i.test(path) ? path : undefined
}

function bareIds(types: readonly string[], text: string): Iterable<RegExpExecArray> {
  const known = types.filter((type) => text.includes(`${type}.`))
  if (known.length === 0) return []
  const names = known.map((type) => type.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.matchAll(
    new RegExp(`(?<![\\p{L}\\p{M}\\p{N}_./\\\\@#-])(?:${names})\\.[\\p{L}\\p{N}_][\\p{L}\\p{M}\\p{N}_.-]{0,199}`, 'gu'),
  )
}

/** The line of an offset; offsets may come in any order. */
function lineCounter(text: string, firstLine: number): (at: number) => number {
  const starts: number[] = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (at) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= at) low = middle
      else high = middle - 1
    }
    return firstLine + low
  }
}
