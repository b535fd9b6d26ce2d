import { ask as askEngine } from '../query/ask.ts'
import { NO_SIGNALS } from '../model/signals.ts'
import { command, READ_FLAGS } from './command.ts'
import { cardType } from './list.ts'
import { textReader } from './card-text.ts'

export const ask = command({
  name: 'ask',
  summary: 'Find the cards that answer a question, best first, with reasons',
  operands: { kind: 'text', name: 'query' },
  flags: {
    limit: { kind: 'int', short: 'n', min: 1, max: 1000, doc: 'Most cards to show (10; a question for a list shows all)' },
    type: { kind: 'text', placeholder: 'TYPE', doc: 'Only cards of this type' },
    hops: { kind: 'choice', choices: ['1', '2'], doc: 'How far edges are followed from a card that matches' },
    explain: { kind: 'bool', doc: 'Show channels, factors and the arithmetic of each score' },
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem ask "why json indexes"', 'pmem ask lib/store/lock.ts --explain', 'pmem ask 有哪些模块', 'pmem ask --type decision -- --force flag'],
  exits: '0 something was found, 1 memory has no answer (the reason is given)',
  run(context, [query = ''], { limit, type, hops, explain }) {
    const { graph, text, manifest, project, state } = context.store()
    const answer = askEngine(
      query,
      {
        limit: limit ?? 10,
        limited: limit !== undefined,
        type: type === undefined ? undefined : cardType(type, manifest.schema.cardTypes),
        hops: hops === undefined ? manifest.scoring.hops : hops === '2' ? 2 : 1,
      },
      { graph, text, manifest, signals: NO_SIGNALS, now: context.now, textOf: textReader(project.files) },
    )
    return { kind: 'ask', exit: answer.matched.length === 0 ? 1 : 0, explain, data: { ...answer, index: state } }
  },
})
