import type { Outcome, Packed, PackedOutcome, Signed } from '../model/outcome.ts'
import { countedAs, fitPacked, jsonRoom } from '../render/fit-packed.ts'
import { DATA_NOTE } from '../render/frame.ts'
import { isRecord } from '../text/json.ts'
import { estimateTokens } from '../text/tokens.ts'
import { cardUri } from './card-uri.ts'
import { type Cut, cutToFit } from './cut.ts'
import type { Tool } from './tool.ts'

/** Tokens of a reply, where the call says nothing. */
export const DEFAULT_BUDGET = 2_000

export type ResourceLink = { readonly type: 'resource_link'; readonly uri: string; readonly name: string }
export type Reply = {
  readonly content: readonly ({ readonly type: 'text'; readonly text: string } | ResourceLink)[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: true
}
/** A reply, and what is to be done once it is out. */
export type Replied = { readonly reply: Reply; readonly printed: () => void }

type Data = Readonly<Record<string, unknown>>

/**
 * What a command found out, as a reply of at most `budget` tokens: the data of `--json` with a note of what it is and a footer, as
 * structured content and as the same JSON in a text, then links to the cards in place of their bodies. What is counted is
 * the text and the links.
 */
export function replyOf(outcome: Outcome, tool: Tool, given: Data, budget: number): Replied {
  const slim = (data: Data): Data => (tool.slim === undefined ? data : tool.slim(data, given))
  const room = jsonRoom(budget)
  if (isPacked(outcome)) {
    const packed = outcome as unknown as Packed<Signed>
    const show = (data: Signed): Reply => made({ note: DATA_NOTE, ...slim(data as unknown as Data) })
    const data = fitPacked(packed, room, (whole) => costOf(show(countedAs(whole))))
    return { reply: show(data), printed: () => packed.printed(data) }
  }
  const show = (cut: Cut, counted = false): Reply =>
    made({ note: DATA_NOTE, ...cut.data, footer: footerOf(cut, counted ? LARGEST : budget) })
  const cut = cutToFit(slim(outcome.data as unknown as Data), room, (each) => costOf(show(each, true)))
  return { reply: show(cut), printed: () => outcome.printed?.() }
}

/** A refusal: the error as the command line prints it. */
export const refusal = (text: string): Reply => ({ content: [{ type: 'text', text: text.trimEnd() }], isError: true })

const isPacked = (outcome: Outcome): outcome is PackedOutcome => 'at' in outcome

/** As long as a budget can be: a greater one never leaves less room by how it is written. */
const LARGEST = 1_000_000

function footerOf({ data, shown, total, omitted, over }: Cut, budget: number): Data {
  const index = data['index']
  return {
    shown,
    total,
    omitted,
    budget,
    over_budget: over,
    index: isRecord(index) ? index['status'] : null,
  }
}

const made = (data: Data): Reply => ({
  content: [{ type: 'text', text: JSON.stringify(data) }, ...linksIn(data)],
  structuredContent: data,
})

/** So many cards are linked; the ids of all are in the data. */
const MOST_LINKS = 3

/** Links to the first cards of a reply that lists cards. */
function linksIn(data: Data): readonly ResourceLink[] {
  const list = ['matched', 'cards', 'steps', 'results', 'facts'].map((name) => data[name]).find((value) => Array.isArray(value))
  const ids = (Array.isArray(list) ? list : []).flatMap((item) =>
    isRecord(item) && typeof item['id'] === 'string' && item['store'] !== 'global' ? [item['id']] : [],
  )
  return [...new Set(ids)].slice(0, MOST_LINKS).map((id) => ({ type: 'resource_link', uri: cardUri(id), name: id }))
}

/** Tokens of what a host puts before a model. */
const costOf = ({ content }: Reply): number =>
  content.reduce((sum, part) => sum + estimateTokens(part.type === 'text' ? part.text : JSON.stringify(part)), 0)
