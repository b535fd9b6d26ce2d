import type { AskAnswer } from '../model/answer.ts'
import { answerLevels } from '../query/answer-levels.ts'
import { ask as askEngine } from '../query/ask.ts'
import { keepReceipt } from '../store/receipts.ts'
import { logRetrieval } from '../store/retrievals.ts'
import { signalsOf } from '../store/signals.ts'
import { textReader } from './card-text.ts'
import { BUDGET_FLAG, command, READ_FLAGS } from './command.ts'
import { cardType } from './list.ts'
import { footerOf, receiptMaker } from './receipt-of.ts'

export const ask = command({
  name: 'ask',
  summary: 'Find the cards that answer a question, best first, with reasons',
  operands: { kind: 'text', name: 'query' },
  flags: {
    limit: { kind: 'int', short: 'n', min: 1, max: 1000, doc: 'Most cards to show (10; a question for a list shows all)' },
    type: { kind: 'text', placeholder: 'TYPE', doc: 'Only cards of this type' },
    hops: { kind: 'choice', choices: ['1', '2'], doc: 'How far edges are followed from a card that matches' },
    explain: { kind: 'bool', doc: 'Show channels, factors and the arithmetic of each score' },
    budget: BUDGET_FLAG,
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths', 'pack'],
  examples: [
    'pmem ask "why json indexes"',
    'pmem ask lib/store/lock.ts --explain',
    'pmem ask 有哪些模块',
    'pmem ask --type decision -- --force flag',
  ],
  exits: '0 something was found, 1 memory has no answer (the reason is given)',
  run(context, [query = ''], { limit, type, hops, explain, budget }) {
    const store = context.store()
    const { graph, text, manifest, project } = store
    const wanted = {
      limit: limit ?? 10,
      limited: limit !== undefined,
      type: type === undefined ? undefined : cardType(type, manifest.schema.cardTypes),
      hops: hops === undefined ? manifest.scoring.hops : hops === '2' ? (2 as const) : (1 as const),
    }
    const signals = signalsOf(store, context.now, 'few')
    const found = askEngine(query, wanted, {
      graph,
      text,
      manifest,
      signals,
      now: context.now,
      textOf: textReader(project.files),
    })
    const receipt = receiptMaker(context, store, signals.ledger, 'ask', {
      query,
      limit: limit ?? null,
      type: wanted.type ?? null,
      hops: wanted.hops,
      budget: budget ?? null,
    })
    const { levels, at } = answerLevels(found)
    return {
      kind: 'ask',
      exit: found.matched.length === 0 ? 1 : 0,
      explain,
      levels,
      budget: budget ?? null,
      at(level, over): AskAnswer {
        const answer = at(level)
        const signed = receipt(answer.matched.map(({ id }) => id))
        const cut = found.matched.length - answer.matched.length
        const omitted = [
          ...(cut > 0 ? [{ list: 'matched', count: cut, reason: 'budget' }] : []),
          ...(found.total > found.matched.length
            ? [{ list: 'matched', count: found.total - found.matched.length, reason: 'limit' }]
            : []),
        ]
        const stale = answer.matched.filter((hit) => hit.stale).length
        return {
          ...answer,
          index: store.state,
          footer: footerOf(store, signed, { shown: answer.matched.length, total: found.total, omitted, budget, over, stale }),
          receipt: signed.id,
        }
      },
      printed(answer) {
        keepReceipt(project, receipt(answer.matched.map(({ id }) => id)))
        logRetrieval(project, manifest, { query, results: answer.matched })
        signals.reader.done()
      },
    }
  },
})
