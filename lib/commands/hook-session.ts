import type { GraphIndex, GraphNode } from '../model/graph.ts'
import { cardId } from '../model/ids.ts'
import { framedWithin, hookCardLine } from '../render/hook.ts'
import { renderOutcome } from '../render/render.ts'
import { oneLine } from '../render/terminal.ts'
import { logSession, pruneSessions, readSession, type SessionRecord } from '../store/session-log.ts'
import type { Asking, Said } from './hook-said.ts'
import { recallOf } from './recall.ts'

/** Source: conventions of hosts; Codex puts what is over 2,500 aside. */
const BUDGET = 1_500
/** Of that, what the state of the project may take after a compaction; the rest is for what the session had at hand. */
const BRIEF = 700
/** Of a long session only the last so many files and cards are told. */
const MOST_FILES = 20
const MOST_CARDS = 30

/**
 * Where the project stands, what seldom changes first. After a compaction the session goes on: then only the state, and again what it
 * had been shown and was working on. An empty memory says nothing.
 */
export function startOfSession({ context, input }: Asking): Said {
  const { project, graph, manifest } = context.store()
  if (graph.header.node_count === 0) return {}
  const records = input.source === 'compact' ? readSession(project, input.session) : []
  if (records.some(isWork)) return afterCompaction(context, records.filter(isWork))
  const { stdout, done } = renderOutcome(recallOf(context, { budget: Math.min(BUDGET, manifest.recall.budget) }), 'pack')
  return {
    text: stdout,
    keep() {
      done?.()
      pruneSessions(project)
    },
  }
}

type Work = Extract<SessionRecord, { readonly k: 'shown' | 'edited' }>
const isWork = (record: SessionRecord): record is Work => record.k === 'shown' || record.k === 'edited'

/** What stood in the conversation before it was shortened, the newest first, below the state of the project. */
function afterCompaction(context: Asking['context'], records: readonly Work[]): Said {
  const { graph } = context.store()
  const { stdout } = renderOutcome(recallOf(context, { budget: BRIEF, mode: 'brief' }), 'compact')
  // The last line tells how much of recall this is, which it is no more.
  const state = stdout.trimEnd().split('\n').slice(0, -1)
  const newest = [...records].reverse()
  const edited = [...new Set(newest.flatMap((record) => (record.k === 'edited' ? [oneLine(record.file)] : [])))]
  const cards = nodesOf(
    graph,
    newest.flatMap((record) => record.cards),
  )
  const text = framedWithin(BUDGET, state, [
    ...(edited.length === 0 ? [] : ['EDITED IN THIS SESSION', ...edited.slice(0, MOST_FILES).map((file) => `- ${file}`), '']),
    ...(cards.length === 0 ? [] : ['SHOWN IN THIS SESSION', ...cards.slice(0, MOST_CARDS).map(hookCardLine)]),
  ])
  return text === undefined ? {} : { text }
}

function nodesOf(graph: GraphIndex, ids: readonly string[]): readonly GraphNode[] {
  return [...new Set(ids)].flatMap((text) => {
    const id = cardId(text)
    const node = id === undefined ? undefined : graph.node(id)
    return node === undefined || node.secret === true ? [] : [node]
  })
}

/** The conversation is about to be shortened: from here on nothing that was shown stands in it. */
export function beforeCompaction({ context, input }: Asking): Said {
  const project = context.project()
  return { keep: () => logSession(project, input.session, { k: 'compacted' }) }
}

/** The host waits hardly at all for this one. */
export function endOfSession({ context }: Asking): Said {
  const project = context.project()
  return { keep: () => pruneSessions(project) }
}
