import { clip, oneLine } from '../render/terminal.ts'
import { readLedger } from '../store/ledger.ts'
import { logSession, readSession } from '../store/session-log.ts'
import type { Asking, Said } from './hook-said.ts'

/** More cards are counted, not named. */
const MOST_NAMED = 5

/**
 * At the end of a turn: once a session, cards about files that were changed in it and that nobody has looked at since. Nothing where the
 * turn was made longer by a hook already. `auto_update.on_session_end` says who is told: `prompt` the agent, `suggest` the person.
 */
export function stopping({ context, input }: Asking): Said {
  if (input.stopActive) return {}
  const project = context.project()
  const records = readSession(project, input.session)
  const edited = new Set(records.flatMap((record) => (record.k === 'edited' ? [record.file] : [])))
  if (edited.size === 0 || records.some(({ k }) => k === 'suggested')) return {}
  const { graph, manifest } = context.store()
  const { onSessionEnd, enabled } = manifest.autoUpdate
  if (!enabled || onSessionEnd === 'ignore') return {}
  const waiting = [...readLedger(project).dirty].flatMap(([id, flags]) => {
    const node = graph.node(id)
    const file = flags.flatMap(({ files }) => files).find((path) => edited.has(path))
    return node === undefined || file === undefined || edited.has(node.file) ? [] : [{ id, file }]
  })
  if (waiting.length === 0) return {}
  const text = suggestion(waiting)
  return {
    ...(onSessionEnd === 'prompt' ? { text } : { warning: text }),
    keep: () => logSession(project, input.session, { k: 'suggested', cards: waiting.map(({ id }) => id) }),
  }
}

function suggestion(waiting: readonly { readonly id: string; readonly file: string }[]): string {
  const named = waiting.slice(0, MOST_NAMED).map(({ id, file }) => `${oneLine(id)} (${clip(oneLine(file), 80)})`)
  const rest = waiting.length - named.length
  const list = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return `pmem: files changed in this session are what ${waiting.length === 1 ? 'this card is' : 'these cards are'} about: ${list}. When the work is done: pmem update --confirm -s "what changed and why" -n "what is next"; where a card still holds: pmem verify-card <id>.`
}
