import type { GraphNode } from '../model/graph.ts'
import type { Manifest } from '../model/manifest.ts'
import { utcDay } from '../text/day.ts'

/** Traces that wait to be distilled. */
export const undistilled = (nodes: Iterable<GraphNode>): readonly GraphNode[] =>
  [...nodes].filter((node) => node.type === 'trace' && node.distilled === false && node.external !== true)

/** A line that asks to distill, when more traces wait than the manifest allows or the oldest waits longer than its cadence; else null. */
export function distillReminder(nodes: Iterable<GraphNode>, { distill }: Manifest, today: number): string | null {
  if (!distill.enabled) return null
  const waiting = undistilled(nodes)
  const oldest = waiting.reduce<number | undefined>((first, { created, updated }) => {
    const day = utcDay(created ?? updated ?? '')
    return day === undefined || (first !== undefined && first <= day) ? first : day
  }, undefined)
  const age = oldest === undefined ? 0 : today - oldest
  const many = waiting.length > distill.maxUndistilledTraces
  const late = distill.cadenceDays !== null && age > distill.cadenceDays
  if (!many && !late) return null
  const count = `${waiting.length} ${waiting.length === 1 ? 'trace waits' : 'traces wait'} to be distilled`
  return `${count}${late ? `, the oldest for ${age} days` : ''}; run \`pmem distill\``
}
