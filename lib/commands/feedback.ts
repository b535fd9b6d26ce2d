import { STEPS, startOf, stepped, trustAfter } from '../ledger/trust.ts'
import { questionTerms } from '../ledger/words.ts'
import { PmemError } from '../model/error.ts'
import { isFiller } from '../query/filler.ts'
import { readLedger } from '../store/ledger.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { eventsDiff } from './events-diff.ts'
import { performWrite } from './planned-write.ts'
import { resolveCard } from './resolve.ts'

const VERDICTS = ['helpful', 'unhelpful'] as const
const LONGEST_QUERY = 200

export const feedback = command({
  name: 'feedback',
  summary: 'Say that a card was helpful, or not: its trust moves, and with --query it answers to that question from now on',
  operands: { kind: 'words', names: ['id', 'helpful|unhelpful'] },
  flags: {
    ...GLOBAL_FLAG,
    query: { kind: 'text', placeholder: 'TEXT', doc: 'The question that the card answered, or did not' },
    dryRun: { kind: 'bool', doc: 'Print what would be appended to the ledger and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  examples: [
    'pmem feedback decision.json-indexes helpful',
    'pmem feedback module.store helpful --query "who holds the lock"',
    'pmem feedback fact.old-port unhelpful',
  ],
  exits: '0 recorded, 1 there is no such card, and then nothing is recorded',
  run(context, [name = '', word = ''], { query, dryRun }) {
    const verdict = VERDICTS.find((known) => known === word)
    if (verdict === undefined)
      throw new PmemError('USAGE', `feedback is helpful or unhelpful, not ${JSON.stringify(word)}`, {
        fix: 'Write it as `pmem feedback <id> helpful`.',
      })
    const asked = query?.replace(/\s+/g, ' ').trim() ?? ''
    const terms = questionTerms(asked)
    const says = asked.length <= LONGEST_QUERY && terms.some((term) => !isFiller(term))
    const project = context.project()
    const done = performWrite(context, { dryRun, ask: false }, ({ graph }) => {
      const node = resolveCard(graph, name)
      const steps = readLedger(project, dryRun).learning.get(node.id)?.steps ?? ''
      const before = trustAfter(steps, startOf(node.trust))
      const event = {
        k: 'feedback' as const,
        c: node.id,
        helpful: verdict === 'helpful',
        ...(says ? { query: asked } : {}),
      }
      return { ops: [], events: [event], data: { id: node.id, before, after: stepped(before, STEPS[verdict]), event } }
    })
    const { id, before, after, event } = done.data
    return {
      kind: 'feedback',
      exit: 0,
      data: {
        id,
        verdict,
        old_trust: before / 1000,
        new_trust: after / 1000,
        query: asked === '' ? null : asked,
        taught: says && verdict === 'helpful',
        notes: asked === '' || says ? [] : [unheard(asked)],
        written: done.written,
        diff: dryRun ? eventsDiff(context, [event]) : '',
        dry_run: dryRun,
      },
    }
  },
})

const unheard = (query: string): string =>
  query.length > LONGEST_QUERY
    ? `the question is longer than ${LONGEST_QUERY} characters and is not kept`
    : 'the question says nothing about a subject and is not kept'
