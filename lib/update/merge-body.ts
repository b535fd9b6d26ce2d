import { maskCode } from '../card/code-mask.ts'
import { sections } from '../card/sections.ts'
import { foldName } from '../text/fold.ts'
import { byText } from '../text/order.ts'
import { type Blocks, blocksOf, joinBlocks } from './merge-blocks.ts'
import { mergeSequence, mergeSet } from './merge-sequence.ts'

/**
 * Three bodies as one, section by section: a section that one side changed is that side's, one that both changed is merged
 * by paragraphs, list items and table rows, and where both rewrote the same one, both stay. `clashes` names such sections.
 */
export function mergeBody(
  base: string,
  ours: string,
  theirs: string,
): { readonly text: string; readonly clashes: readonly string[] } {
  const clashes: string[] = []
  const lines = mergeNode(treeOf(base), treeOf(ours), treeOf(theirs), clashes)
  return { text: lines.join('\n'), clashes }
}

/** A section with those below it. Lines have no line ends; the first of a file is its text before any heading. */
type Node = {
  readonly key: string
  readonly title: string
  readonly heading: readonly string[]
  readonly text: readonly string[]
  readonly children: readonly Node[]
}

function mergeNode(base: Node | undefined, ours: Node, theirs: Node, clashes: string[]): readonly string[] {
  const [o, a, b] = [base === undefined ? undefined : linesOf(base), linesOf(ours), linesOf(theirs)].map((lines) => textOf(lines))
  if (a === b || b === o) return linesOf(ours)
  if (a === o) return linesOf(theirs)
  const text = mergeText(base?.text ?? [], ours.text, theirs.text, ours.title, clashes)
  const children = mergeChildren(base?.children ?? [], ours.children, theirs.children, clashes)
  const heading = either(base?.heading, ours.heading, theirs.heading)
  const own = [...heading, ...text]
  return children.length === 0 ? own : [...spaced(own), ...children]
}

function mergeChildren(
  base: readonly Node[],
  ours: readonly Node[],
  theirs: readonly Node[],
  clashes: string[],
): readonly string[] {
  const keyed = (nodes: readonly Node[]): ReadonlyMap<string, Node> => new Map(nodes.map((node) => [node.key, node]))
  const [o, a, b] = [keyed(base), keyed(ours), keyed(theirs)]
  // What one side took out and the other changed stays.
  const isKept = (node: Node): boolean => {
    const [inA, inB] = [a.get(node.key), b.get(node.key)]
    return (inA === undefined) !== (inB === undefined) && textOf(linesOf((inA ?? inB)!)) !== textOf(linesOf(node))
  }
  const kept = new Set(base.filter(isKept).map(({ key }) => key))
  for (const key of kept) clashes.push(`${o.get(key)!.title}: changed on one side, removed on the other; kept`)
  const keys = mergeSet(
    base.map(({ key }) => key).filter((key) => !kept.has(key)),
    ours.map(({ key }) => key),
    theirs.map(({ key }) => key),
  )
  const merged = keys.map((key) => {
    const [inO, inA, inB] = [o.get(key), a.get(key), b.get(key)]
    return inA === undefined || inB === undefined ? linesOf((inA ?? inB)!) : mergeNode(inO, inA, inB, clashes)
  })
  return merged.flatMap((lines, index) => (index < merged.length - 1 ? spaced(lines) : lines))
}

function mergeText(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
  title: string,
  clashes: string[],
): readonly string[] {
  const [o, a, b] = [base, ours, theirs].map((lines) => textOf(lines))
  if (a === b || b === o) return ours
  if (a === o) return theirs
  const sides = [base, ours, theirs].map(blocksOf) as [Blocks, Blocks, Blocks]
  const texts = sides.map(({ blocks }) => blocks.map(({ text }) => text))
  const { items, contested } = mergeSequence(texts[0]!, texts[1]!, texts[2]!)
  if (contested) clashes.push(`${title === '' ? 'the text' : title}: changed on both sides; both are kept`)
  return joinBlocks(items, sides)
}

/** Headings of one key may still differ in letter case or marks. */
function either(base: readonly string[] | undefined, ours: readonly string[], theirs: readonly string[]): readonly string[] {
  const [o, a, b] = [base, ours, theirs].map((lines) => textOf(lines))
  if (a === b || b === o) return ours
  if (a === o) return theirs
  return byText(a!, b!) < 0 ? ours : theirs
}

/** A heading follows, so that a blank line ends what comes before it. */
const spaced = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 || lines.at(-1)!.trim() === '' ? lines : [...lines, '']

const linesOf = ({ heading, text, children }: Node): readonly string[] => [...heading, ...text, ...children.flatMap(linesOf)]

function treeOf(body: string): Node {
  const all = sections(body, 1).filter(({ level }) => level > 0)
  const lines = ended(maskCode(body).lines)
  const first = all[0]?.line ?? lines.length + 1
  const root: Open = { level: 0, key: '', title: '', heading: [], text: lines.slice(0, first - 1), children: [] }
  const path = [root]
  for (const [index, { level, heading, line, textLine }] of all.entries()) {
    while (path.at(-1)!.level >= level) path.pop()
    const parent = path.at(-1)!
    const name = `${level} ${foldName(heading)}`
    const number = parent.children.filter(({ key }) => key.startsWith(`${name}\n`)).length
    const end = (all[index + 1]?.line ?? lines.length + 1) - 1
    const node: Open = {
      level,
      key: `${name}\n${number}`,
      title: heading,
      heading: lines.slice(line - 1, textLine - 1),
      text: lines.slice(textLine - 1, end),
      children: [],
    }
    parent.children.push(node)
    path.push(node)
  }
  return root
}

/** Equal for equal lines only: no line at all is not one empty line. */
const textOf = (lines: readonly string[] | undefined): string | undefined => lines?.map((line) => `${line}\n`).join('')

/** How a file ends says nothing about its last section. */
function ended(lines: readonly string[]): readonly string[] {
  let end = lines.length
  while (end > 0 && lines[end - 1]!.trim() === '') end -= 1
  return lines.slice(0, end)
}

type Open = Node & { readonly level: number; readonly children: Open[] }
