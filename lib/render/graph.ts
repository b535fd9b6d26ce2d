import type { GraphData, GraphPoint, ViewData } from '../model/view.ts'
import { oneLine } from './terminal.ts'

const marks = ({ stale, suspect }: GraphPoint): string => `${stale ? ' (stale)' : ''}${suspect ? ' (suspect)' : ''}`
const numbered = ({ cards }: GraphData): ReadonlyMap<string, string> => new Map(cards.map(({ id }, index) => [id, `n${index}`]))

/** A Mermaid flowchart. Texts of cards are entities wherever Mermaid or the page around it could read them otherwise. */
export function renderMermaid(data: GraphData): string {
  const names = numbered(data)
  const stale = data.cards.filter((card) => card.stale || card.suspect).map(({ id }) => names.get(id)!)
  return [
    'flowchart LR',
    ...data.cards.map((card) => `  ${names.get(card.id)}["${entities(`${card.title}${marks(card)}`)}<br/>${entities(card.id)}"]`),
    ...data.edges.map(({ from, to, type, source }) =>
      source === 'explicit'
        ? `  ${names.get(from)} -->|${entities(type)}| ${names.get(to)}`
        : `  ${names.get(from)} -.->|${entities(type)}| ${names.get(to)}`,
    ),
    ...(stale.length === 0 ? [] : ['  classDef stale stroke-dasharray: 4 3', `  class ${stale.join(',')} stale`]),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** Letters, digits and a few signs stand as they are, everything else as `#number;`. */
const entities = (text: string): string =>
  oneLine(text).replace(/[^\p{L}\p{M}\p{N} ._,/:()-]/gu, (sign) => `#${sign.codePointAt(0)};`)

/** A digraph for Graphviz. */
export function renderDot(data: GraphData): string {
  const names = numbered(data)
  return [
    'digraph memory {',
    '  rankdir=LR',
    '  node [shape=box, style=rounded]',
    ...data.cards.map(
      (card) =>
        `  ${names.get(card.id)} [label=${quoted(`${oneLine(card.title)}${marks(card)}`, oneLine(card.id))}${card.stale || card.suspect ? ', style="rounded,dashed"' : ''}]`,
    ),
    ...data.edges.map(
      ({ from, to, type, source }) =>
        `  ${names.get(from)} -> ${names.get(to)} [label=${quoted(oneLine(type))}${source === 'explicit' ? '' : ', style=dashed'}]`,
    ),
    '}',
  ]
    .map((line) => `${line}\n`)
    .join('')
}

const quoted = (...lines: readonly string[]): string => `"${lines.map((line) => line.replace(/["\\]/g, '\\$&')).join('\\n')}"`

export function renderView({ file, cards, edges, secret, bytes }: ViewData): string {
  if (file === null) return ''
  const left = secret === 0 ? '' : `; ${secret} secret left out`
  return `wrote ${oneLine(file)}: ${cards} cards, ${edges} edges, ${Math.ceil(bytes / 1024)} KB${left}\n`
}
