import type { AskAnswer } from '../model/answer.ts'
import { isSure } from '../query/sure.ts'
import { renderOutcome } from '../render/render.ts'
import { logRetrieval } from '../store/retrievals.ts'
import { logSession } from '../store/session-log.ts'
import { refineQuery } from '../text/refine.ts'
import { askIn } from './ask.ts'
import type { Asking, Said } from './hook-said.ts'

/** What a prompt may cost. Source: conventions of hosts, which add it to every prompt. */
const BUDGET = 400
const MOST_CARDS = 5
/** What stands further back in a prompt is pasted. */
const LONGEST = 2_000

/**
 * The cards that answer a prompt, as `ask` finds them; nothing for a prompt that asks for no memory, and nothing where memory has no
 * answer. A prompt that is a command of the host asks pmem nothing.
 */
export function prompted({ context, input }: Asking): Said {
  const prompt = input.prompt.slice(0, LONGEST).toWellFormed()
  if (/^\s*[/!#]/.test(prompt) || refineQuery(prompt) === '') return {}
  const store = context.store()
  const asked = { query: prompt, limit: MOST_CARDS, type: null, hops: store.manifest.scoring.hops, budget: BUDGET } as const
  const outcome = askIn(store, context.now, asked)
  const { matched, list } = outcome.at(outcome.levels, false)
  // A card that took the place of another stands before it by an edge alone.
  const best = matched.find(({ reasons }) => reasons.some(({ channel }) => channel !== 'graph'))
  const isAnswer = best !== undefined && (list !== null || isSure(prompt, best))
  // What nobody is shown was not found.
  if (!isAnswer) return { keep: () => logRetrieval(store.project, store.manifest, { query: prompt, results: [] }) }
  let shown: readonly string[] = []
  const { stdout, done } = renderOutcome(
    {
      ...outcome,
      printed(answer: AskAnswer) {
        shown = answer.matched.map(({ id }) => id)
        outcome.printed(answer)
      },
    },
    'pack',
  )
  return {
    text: stdout,
    keep() {
      done?.()
      logSession(store.project, input.session, { k: 'shown', cards: shown })
    },
  }
}
