import { maskCode } from '../card/code-mask.ts'

/** A paragraph, a list item with all that hangs under it, a row of a table, a code block, or a mark of a managed block. */
export type Block = { readonly kind: 'text' | 'item' | 'row' | 'code' | 'mark'; readonly text: string }
/** The blocks of a section, and how many blank lines stand before the first, between two and behind the last of them. */
export type Blocks = { readonly blocks: readonly Block[]; readonly gaps: readonly number[] }

const ITEM = /^(?: {0,3})(?:[-*+]|\d{1,9}[.)])(?:\s|$)/
const ROW = /^\s{0,3}\|/
const MARK = /^\s*<!-- pmem:(?:begin|end)\b[^>]*-->\s*$/

/** The lines of a section, without its heading, as blocks. Joined again with their gaps they are the same lines. */
export function blocksOf(lines: readonly string[]): Blocks {
  const { kinds } = maskCode(lines.join('\n'))
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  const gaps: number[] = [0]
  for (const [index, line] of lines.entries()) {
    const last = blocks.at(-1)
    if (line.trim() === '' && kinds[index] === 'prose') {
      gaps[gaps.length - 1]! += 1
      continue
    }
    const kind = kindOf(line, kinds[index] === 'code')
    if (last !== undefined && goesOn(last.kind, kind, line, gaps.at(-1)!)) {
      last.lines.push(...Array.from({ length: gaps.at(-1)! }, () => ''), line)
      gaps[gaps.length - 1] = 0
      continue
    }
    blocks.push({ kind, lines: [line] })
    gaps.push(0)
  }
  return { blocks: blocks.map(({ kind, lines: own }) => ({ kind, text: own.join('\n') })), gaps }
}

const kindOf = (line: string, isCode: boolean): Block['kind'] =>
  isCode ? 'code' : MARK.test(line) ? 'mark' : ITEM.test(line) ? 'item' : ROW.test(line) ? 'row' : 'text'

/** True where a line belongs to the block before it, with so many blank lines between. */
function goesOn(before: Block['kind'], kind: Block['kind'], line: string, gap: number): boolean {
  if (before === 'mark' || kind === 'mark') return false
  if (before === 'item') return /^(?: {2}|\t)/.test(line) || (gap === 0 && kind === 'text')
  if (gap > 0) return before === 'code' && kind === 'code' && /^(?: {4}|\t)/.test(line)
  return (before === 'code' && kind === 'code') || (before === 'text' && kind === 'text')
}

/** Blocks as lines again: two that stood together anywhere keep the distance they had there. */
export function joinBlocks(
  texts: readonly string[],
  sides: readonly [base: Blocks, ours: Blocks, theirs: Blocks],
): readonly string[] {
  const kinds = new Map(sides.flatMap(({ blocks }) => blocks.map(({ text, kind }) => [text, kind] as const)))
  const distances = sides.map(distancesOf)
  const isLoose = sides.some(({ blocks, gaps }) =>
    blocks.some(({ kind }, index) => kind === 'item' && blocks[index + 1]?.kind === 'item' && gaps[index + 1]! > 0),
  )
  const gap = (before: string | undefined, after: string | undefined): number => {
    const [o, a, b] = distances.map((known) => known.get(pair(before, after))) as (number | undefined)[]
    if (a !== undefined && b !== undefined) return a === o ? b : b === o ? a : Math.max(a, b)
    const known = a ?? b
    if (known !== undefined) return known
    if (after === undefined) return Math.min(...sides.slice(1).map(({ gaps }) => gaps.at(-1)!))
    const same = before === undefined ? undefined : kinds.get(before) === kinds.get(after) ? kinds.get(after) : undefined
    return same === 'row' || (same === 'item' && !isLoose) ? 0 : 1
  }
  const lines: string[] = []
  for (const [index, text] of texts.entries()) {
    lines.push(...Array.from({ length: gap(texts[index - 1], text) }, () => ''), ...text.split('\n'))
  }
  return [...lines, ...Array.from({ length: gap(texts.at(-1), undefined) }, () => '')]
}

const pair = (before: string | undefined, after: string | undefined): string => JSON.stringify([before ?? 0, after ?? 0])

const distancesOf = ({ blocks, gaps }: Blocks): ReadonlyMap<string, number> =>
  new Map(gaps.map((gap, index) => [pair(blocks[index - 1]?.text, blocks[index]?.text), gap]))
