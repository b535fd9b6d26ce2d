import type { Priority } from '../model/card.ts'
import { PRIORITIES, STATUSES } from '../model/card.ts'

const KNOWN: ReadonlySet<string> = new Set(STATUSES)
// Words that decision records and task lists use for the same thing.
const SAME: ReadonlyMap<string, string> = new Map([
  ['approved', 'accepted'],
  ['adopted', 'accepted'],
  ['agreed', 'accepted'],
  ['decided', 'accepted'],
  ['supersedes', 'accepted'],
  ['superceded', 'superseded'],
  ['replaced', 'superseded'],
  ['obsolete', 'deprecated'],
  ['retired', 'deprecated'],
  ['wip', 'implementing'],
  ['in progress', 'implementing'],
  ['in-progress', 'implementing'],
  ['complete', 'completed'],
  ['finished', 'completed'],
  ['已接受', 'accepted'],
  ['已采纳', 'accepted'],
  ['已取代', 'superseded'],
  ['已废弃', 'deprecated'],
  ['草案', 'draft'],
  ['草稿', 'draft'],
  ['已完成', 'completed'],
])
// No status of pmem means the same: a proposed or rejected decision keeps its author's word.
const OWN: ReadonlySet<string> = new Set([
  'proposed',
  'rejected',
  'pending',
  'open',
  'todo',
  'amended',
  'cancelled',
  'canceled',
  'closed',
  'declined',
])

export const isKnownStatus = (status: string): boolean => KNOWN.has(status)

/** The status of a card as written, in lower case. */
export const statusWord = (text: string): string => text.toLowerCase()

/**
 * The status a decision record states: `Accepted`, `superseded by [ADR-0005](...)`, `Approved (2020-01-01)`. Words that
 * mean one of pmem's are mapped to it, other known words stay; null for a text that states none.
 */
export function recordStatus(text: string): string | null {
  const words = text
    .toLowerCase()
    .replace(/[*_`"]/g, '')
    .trim()
  const first = /^[\p{L}-]+/u.exec(words)?.[0]
  if (first === undefined) return null
  if (words.startsWith('in progress')) return 'implementing'
  const same = SAME.get(first)
  if (same !== undefined) return same
  return KNOWN.has(first) || OWN.has(first) ? first : null
}

const NUMBERED: ReadonlyMap<string, Priority> = new Map([
  ['p0', 'high'],
  ['p1', 'high'],
  ['p2', 'medium'],
  ['p3', 'low'],
  ['critical', 'high'],
  ['urgent', 'high'],
  ['normal', 'medium'],
])

/** high, medium or low; P0 and P1 are high, P2 medium, P3 low. Undefined for other words. */
export function priorityWord(text: string): Priority | undefined {
  const word = text.toLowerCase()
  return PRIORITIES.find((priority) => priority === word) ?? NUMBERED.get(word)
}
