import type { GraphNode } from '../model/graph.ts'
import { estimateTokens, packingBudget } from '../text/tokens.ts'
import { framed } from './frame.ts'
import { clip, oneLine } from './terminal.ts'

const SUMMARY = 140

/** A card in one line, with where to read on. */
export function hookCardLine({ id, title, summary, status, file }: GraphNode): string {
  const usual = status === null || status === 'active' || status === 'accepted'
  const text = clip(oneLine(summary === '' ? title : summary), SUMMARY)
  return `- ${oneLine(id)}${usual ? '' : ` [${oneLine(status)}]`}: ${text} (${oneLine(file)})`
}

/** Lines in the frame of memory, as many of `lines` from the first on as fit a budget of tokens; undefined where none does. */
export function framedWithin(budget: number, head: readonly string[], lines: readonly string[]): string | undefined {
  const room = packingBudget(budget)
  const print = (count: number): string => framed([...head, ...lines.slice(0, count)].map((line) => `${line}\n`).join(''))
  let count = lines.length
  while (count > 0 && estimateTokens(print(count)) > room) count -= 1
  return count === 0 ? undefined : print(count)
}
