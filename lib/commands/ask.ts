import { observed } from '../query/observed.ts'
import type { OpenStore } from '../store/open.ts'
import { keepReceipt } from '../store/receipts.ts'
import { logRetrieval } from '../store/retrievals.ts'
import { signalsOf } from '../store/signals.ts'
import { type Asked, type AskOutcome, answerTo } from './answer-to.ts'
import { BUDGET_FLAG, command, READ_FLAGS } from './command.ts'
import { cardType } from './list.ts'
import { receiptMaker } from './receipt-of.ts'

export const ask = command({
  name: 'ask',
  summary: 'Find the cards that answer a question, best first, with reasons',
  operands: { kind: 'text', name: 'query' },
  flags: {
    limit: { kind: 'int', short: 'n', min: 1, max: 1000, doc: 'Most cards to show (10; a question for a list shows all)' },
    type: { kind: 'text', placeholder: 'TYPE', doc: 'Only cards of this type' },
    hops: { kind: 'choice', choices: ['1', '2'], doc: 'How far edges are followed from a card that matches' },
    explain: { kind: 'bool', doc: 'Show channels, factors and the arithmetic of each score' },
    at: { kind: 'text', placeholder: 'COMMIT', doc: 'Answer from the memory as this commit of git holds it, as at its day' },
    budget: BUDGET_FLAG,
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths', 'pack'],
  examples: [
    'pmem ask "why json indexes"',
    'pmem ask lib/store/lock.ts --explain',
    'pmem ask 有哪些模块',
    'pmem ask "who holds the lock" --at HEAD~3',
    'pmem ask --type decision -- --force flag',
  ],
  exits: '0 something was found, 1 memory has no answer (the reason is given)',
  run(context, [query = ''], { limit, type, hops, explain, budget, at, now: given }) {
    const past = at === undefined ? undefined : context.storeAt(at)
    const store = past?.store ?? context.store()
    const now = past === undefined || given !== undefined ? context.now : past.now
    const asked: Asked = {
      query,
      limit: limit ?? null,
      type: type === undefined ? null : cardType(type, store.manifest.schema.cardTypes),
      hops: hops === undefined ? store.manifest.scoring.hops : hops === '2' ? 2 : 1,
      budget: budget ?? null,
    }
    return askIn(store, now, asked, { explain, isPast: past !== undefined })
  },
})

/** Answers a question from a store as at `now`, and keeps what is kept of an answer once it is out; of the past, nothing. */
export function askIn(
  store: OpenStore,
  now: number,
  asked: Asked,
  { explain = false, isPast = false }: { readonly explain?: boolean; readonly isPast?: boolean } = {},
): AskOutcome {
  const { manifest, project } = store
  const known = signalsOf(store, now, 'few', { readOnly: isPast })
  const { signals, seen } = observed(known)
  const receipt = receiptMaker(now, store, known.ledger, 'ask', asked, seen)
  return answerTo(asked, { store, signals, now, receipt, explain }, (answer) => {
    if (isPast) return
    keepReceipt(project, receipt(answer.matched.map(({ id }) => id)))
    logRetrieval(project, manifest, { query: asked.query, results: answer.matched })
    known.reader.done()
  })
}
