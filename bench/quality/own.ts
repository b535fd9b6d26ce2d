import { readFileSync } from 'node:fs'
import { textReader } from '../../lib/commands/card-text.ts'
import { globFiles } from '../../lib/host/glob.ts'
import { nodeHost } from '../../lib/host/node.ts'
import { NO_SIGNALS } from '../../lib/model/signals.ts'
import { ask, type Found } from '../../lib/query/ask.ts'
import { openProjectAt } from '../../lib/store/project.ts'
import { rebuildStore } from '../../lib/store/refresh.ts'

/** The judged set about project memory; see own/README.md for how it was made and how each kind is judged. */
const FOLDER = new URL('./own/', import.meta.url)

export type Kind = 'exact' | 'fuzzy' | 'path' | 'list' | 'temporal' | 'superseded' | 'offtopic' | 'absent'
export type Question = {
  readonly id: string
  readonly lang: 'en' | 'zh'
  readonly kind: Kind
  readonly text: string
  readonly expect: readonly string[]
  readonly forbid?: readonly string[]
}
export type Judged = {
  readonly question: Question
  readonly found: readonly string[]
  readonly answer: Found
  readonly right: boolean
  /** A question that memory can answer was left without an answer. */
  readonly silent: boolean
  /** A forbidden card (a retired one before its head, a near duplicate) stands before the expected one. */
  readonly forbidden: boolean
}

/** Asks every question through the real pipeline, at the moment the set names. */
export function judgeOwn(): readonly Judged[] {
  const host = nodeHost({
    glob: globFiles,
    git: () => undefined,
    gitBlobs: () => undefined,
  })
  const root = decodeURIComponent(FOLDER.pathname).replace(/\/$/, '')
  const { store } = rebuildStore(openProjectAt(host, root), { write: { kind: 'never' } })
  const { now } = JSON.parse(readFileSync(new URL('meta.json', FOLDER), 'utf8')) as { now: string }
  const context = { ...store, signals: NO_SIGNALS, now: Date.parse(now), textOf: textReader(store) }
  const lines = readFileSync(new URL('questions.jsonl', FOLDER), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const question = JSON.parse(line) as Question
    const answer = ask(question.text, { limit: 10, limited: false, hops: 1 }, context)
    return judge(question, answer)
  })
}

function judge(question: Question, answer: Found): Judged {
  const found = answer.matched.map(({ id }) => id as string)
  const { expect, forbid = [] } = question
  const first = found.findIndex((id) => expect.includes(id))
  const forbidden = forbid.some((id) => found.includes(id) && (first < 0 || found.indexOf(id) < first))
  const silent = expect.length > 0 && found.length === 0
  return { question, found, answer, right: isRight(question, found) && !forbidden, silent, forbidden }
}

function isRight({ kind, expect }: Question, found: readonly string[]): boolean {
  const main = expect[0]
  switch (kind) {
    case 'exact':
      return expect.every((id) => found.slice(0, expect.length).includes(id))
    case 'path':
      return expect.includes(found[0] ?? '') && expect.every((id) => found.includes(id))
    case 'list':
      return found.length === expect.length && expect.every((id) => found.includes(id))
    case 'offtopic':
    case 'absent':
      return found.length === 0
    default:
      return main !== undefined && found.slice(0, 3).includes(main)
  }
}

/** Right, asked, silent and forbidden counts of each kind, in the order of first appearance. */
export function countsOf(
  judged: readonly Judged[],
): ReadonlyMap<Kind, { readonly right: number; readonly asked: number; readonly silent: number; readonly forbidden: number }> {
  const counts = new Map<Kind, { right: number; asked: number; silent: number; forbidden: number }>()
  for (const { question, right, silent, forbidden } of judged) {
    const count = counts.get(question.kind) ?? { right: 0, asked: 0, silent: 0, forbidden: 0 }
    count.asked += 1
    if (right) count.right += 1
    if (silent) count.silent += 1
    if (forbidden) count.forbidden += 1
    counts.set(question.kind, count)
  }
  return counts
}
