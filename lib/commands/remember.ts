import { oneLine, parseFacts } from '../facts/batch.ts'
import { PmemError } from '../model/error.ts'
import type { FactInput } from '../model/fact.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { foundingOps, planFacts } from './fact-plan.ts'
import { performWrite } from './planned-write.ts'
import { refuseSecrets, SECRETS_FLAG } from './secret-check.ts'

export const remember = command({
  name: 'remember',
  summary: 'Note a fact, one thought each: in the memory of the project, or with --global in your own',
  operands: { kind: 'text', name: 'text', optional: true },
  flags: {
    summary: { kind: 'text', short: 's', placeholder: 'TEXT', doc: 'One or two sentences to find a long text by' },
    category: { kind: 'text', placeholder: 'NAME', doc: 'What kind of fact it is' },
    tag: { kind: 'list', placeholder: 'TAG', doc: 'A tag; may be given several times' },
    tags: { kind: 'text', placeholder: 'A,B', doc: 'Several tags with commas between' },
    entity: {
      kind: 'list',
      placeholder: 'NAME',
      doc: 'A thing it is about, instead of those its text names; may be given several times',
    },
    supersedes: { kind: 'list', placeholder: 'ID', doc: 'A card it takes the place of; may be given several times' },
    batch: { kind: 'bool', doc: 'Read facts from stdin: a JSON list, or a line of JSON each' },
    ...SECRETS_FLAG,
    ...GLOBAL_FLAG,
    dryRun: { kind: 'bool', doc: 'Print the diff and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  makesGlobal: true,
  examples: [
    'pmem remember "The database listens on port 5432" --category ops --tag db',
    'pmem remember 缓存更新策略是写后失效 --entity 缓存',
    'pmem remember - --summary "How the release works" < notes.md',
    'pmem remember "We use pnpm" --supersedes fact.we-use-npm',
    'pmem remember --batch < facts.jsonl',
  ],
  exits: '0 noted, or known already word for word',
  run(context, [text = ''], { summary, category, tag, tags, entity, supersedes, batch, allowSecrets, dryRun }) {
    const single = {
      summary: oneLine(summary),
      category: oneLine(category),
      tags: named([...tag, ...(tags ?? '').split(/[,\uff0c\u3001]/)]),
      entities: named(entity),
      supersedes: named(supersedes),
    }
    if (batch) refuseMixture(text, single)
    const given = batch || text.trim() === '-' ? context.host.stdin() : text
    const inputs = batch ? batchOf(given) : [{ place: 'the text', fact: { content: contentOf(given), ...single } }]
    for (const { place, fact } of inputs)
      refuseSecrets(place, [fact.content, fact.summary, fact.category, ...fact.tags, ...fact.entities], allowSecrets)
    const done = performWrite(context, { dryRun, ask: false, allowSecrets }, (store) => {
      const { ops, events, facts, warnings } = planFacts(
        context.project(),
        store,
        inputs.map(({ fact }) => fact),
        isoDate(dayOf(context.now)),
      )
      const founding = context.isGlobal && ops.length > 0 ? foundingOps(context.project()) : []
      return { ops: [...founding, ...ops], events, data: { facts, warnings } }
    })
    const { data, written, diff } = done
    return { kind: 'remembered', exit: 0, data: { ...data, written, diff, dry_run: dryRun } }
  },
})

const named = (texts: readonly string[]): readonly string[] => [...new Set(texts.flatMap((text) => oneLine(text) ?? []))]

function contentOf(text: string): string {
  const content = text.replace(/\r\n?/g, '\n').replaceAll('\0', '').trim()
  if (content === '')
    throw new PmemError('USAGE', 'remember needs a text', {
      fix: 'Write `pmem remember "text"`, or `pmem remember -` to read it from stdin.',
    })
  return content
}

/** All facts of a list, or none: one that is wrong is named with its place. */
function batchOf(text: string): readonly { readonly place: string; readonly fact: FactInput }[] {
  const items = parseFacts(text)
  if (items === undefined || items.length === 0)
    throw new PmemError('USAGE', '--batch found no facts on stdin', {
      fix: 'Give a JSON list or lines of JSON: {"content": "...", "category": "...", "tags": ["..."]}.',
    })
  return items.map((item) => {
    if ('problem' in item) throw new PmemError('USAGE', `--batch: ${item.place} ${item.problem}; nothing was written`)
    return { place: item.place, fact: { ...item.fact, content: contentOf(item.fact.content) } }
  })
}

function refuseMixture(text: string, given: Readonly<Record<string, unknown>>): void {
  if (text.trim() !== '' && text.trim() !== '-') throw new PmemError('USAGE', '--batch takes no text: the facts come from stdin')
  const flag = Object.entries(given).find(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== null))?.[0]
  if (flag !== undefined)
    throw new PmemError(
      'USAGE',
      `--batch and --${flag === 'entities' ? 'entity' : flag} exclude each other: each fact has its own`,
    )
}
