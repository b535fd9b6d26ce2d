import { lessonOf } from '../ledger/learn.ts'
import { STEPS, startOf, trustAfter } from '../ledger/trust.ts'
import type { LongFact } from '../model/learned.ts'
import { cloneId, knownCloneId } from '../store/clone.ts'
import { readLedger } from '../store/ledger.ts'
import type { OpenStore } from '../store/open.ts'
import { readRetrievals, settleRetrievals } from '../store/retrievals.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { eventsDiff } from './events-diff.ts'
import { contentLength, summaryReader } from './fact-length.ts'
import { performWrite } from './planned-write.ts'

export const learn = command({
  name: 'learn',
  summary: 'Let trust follow use: often found and hardly ever helpful goes down, helpful up, long not found down',
  operands: { kind: 'none' },
  flags: {
    ...GLOBAL_FLAG,
    now: { kind: 'text', placeholder: 'ISO', doc: 'Learn as at this date or time (UTC)' },
    dryRun: { kind: 'bool', doc: 'Print what would be appended to the ledger and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem learn', 'pmem learn --dry-run', 'pmem learn --json'],
  exits: '0 learned, or there was nothing new to learn from',
  run(context, _operands, { dryRun }) {
    const project = context.project()
    const found = dryRun ? readRetrievals(project) : settleRetrievals(project)
    const done = performWrite(context, { dryRun, ask: false }, (store) => {
      const ledger = readLedger(project, dryRun)
      const by = dryRun || found.size === 0 ? (knownCloneId(project.files) ?? '') : cloneId(project.host, project.files)
      const lessons = [...store.graph.nodes()].map((node) => {
        const known = ledger.learning.get(node.id)
        const lesson = lessonOf(node.id, known, found.get(node.id), by, context.now)
        const before = trustAfter(known?.steps ?? '', startOf(node.trust))
        const after = trustAfter(lesson.rules.map((rule) => STEPS[rule]).join(''), before)
        return { ...lesson, id: node.id, from: before / 1000, to: after / 1000 }
      })
      return {
        ops: [],
        events: lessons.flatMap(({ events }) => events),
        data: { lessons, long: longFacts(store) },
      }
    })
    const { lessons, long } = done.data
    const hit = (rule: string): number => lessons.filter(({ rules }) => rules.some((one) => one === rule)).length
    return {
      kind: 'learn',
      exit: 0,
      data: {
        promoted: hit('promote'),
        demoted: hit('demote'),
        aged: hit('age'),
        unchanged: lessons.filter(({ rules }) => rules.length === 0).length,
        long_facts: long,
        reads: lessons.flatMap(({ id, events }) =>
          events.flatMap((event) => (event.k === 'reads' ? [{ id, count: event.count }] : [])),
        ),
        changes: lessons.filter(({ rules }) => rules.length > 0).map(({ id, rules, from, to }) => ({ id, rules, from, to })),
        written: done.written,
        diff: dryRun
          ? eventsDiff(
              context,
              lessons.flatMap(({ events }) => events),
            )
          : '',
        dry_run: dryRun,
      },
    }
  },
})

/** Facts whose matched text is over the limit, with what that costs them. */
function longFacts({ project, graph, text, manifest }: OpenStore): readonly LongFact[] {
  const limit = manifest.learning.penaltyOverCharacters
  const hasSummary = summaryReader(text)
  return [...graph.nodes()]
    .filter(({ type, match_length: length }) => type === 'fact' && (length ?? 0) > limit)
    .map((node) => {
      const length = contentLength(project, node)
      const summed = hasSummary(node)
      const matched = summed ? node.match_length! : length
      return {
        id: node.id,
        content_length: length,
        penalty: Math.round((limit / Math.max(1, matched)) * 1000) / 1000,
        has_summary: summed,
        matched,
      }
    })
    .filter(({ matched }) => matched > limit)
    .map(({ matched: _, ...fact }) => fact)
}
