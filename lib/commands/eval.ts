import { utf8Bytes, utf8Text } from '../indexes/bytes.ts'
import type { EvalCase, EvalData, EvalResult } from '../model/eval.ts'
import type { Finding } from '../model/finding.ts'
import { pathOf } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { ask as askEngine } from '../query/ask.ts'
import { ledgerEvents } from '../store/ledger.ts'
import type { OpenStore } from '../store/open.ts'
import { contentsOf, overlayFiles } from '../store/overlay.ts'
import type { Project } from '../store/project.ts'
import { rebuildStore } from '../store/refresh.ts'
import { readRetrievalLog } from '../store/retrievals.ts'
import { signalsOf } from '../store/signals.ts'
import { type Answering, acceptedEvalText, dropsOf, mean, readAcceptedEval, scoreCase } from '../verify/eval.ts'
import { EVAL_FOLDER, evalCasesText, readEvalCases } from '../verify/eval-cases.ts'
import { draftCases } from '../verify/eval-draft.ts'
import { textReader } from './card-text.ts'
import { command, READ_FLAGS } from './command.ts'
import type { Context } from './context.ts'
import { cardType } from './list.ts'
import { performWrite, textFile } from './planned-write.ts'
import { resolveCard } from './resolve.ts'

const ACCEPTED = pathOf(EVAL_FOLDER, 'accepted.jsonl')
const DRAFTED = pathOf(EVAL_FOLDER, 'drafted.yml')
const DRAFT_HEAD = 'Drafted by `pmem eval --draft` from questions that were asked. Keep what is right, correct the rest.'

export const evalCommand = command({
  name: 'eval',
  summary: `Ask the questions of ${EVAL_FOLDER}/*.yml and see that the right cards still answer`,
  operands: { kind: 'none' },
  flags: {
    accept: { kind: 'bool', doc: `Accept how it is now, in ${ACCEPTED}: from then on only what gets worse fails` },
    draft: { kind: 'bool', doc: `Draft cases from questions that were asked and from feedback, into ${DRAFTED}` },
    dryRun: { kind: 'bool', doc: 'Print what --accept or --draft would write and write nothing' },
    now: READ_FLAGS.now,
  },
  formats: ['compact', 'json'],
  examples: ['pmem eval', 'pmem eval --accept', 'pmem eval --draft --dry-run', 'pmem eval --json'],
  exits: '0 every question is answered as well as accepted, 1 one is answered worse, or a file of questions is wrong',
  run(context, _operands, { accept, draft, dryRun }) {
    const project = context.project()
    const { cases, findings } = readCases(project)
    const results = runCases(context, cases)
    const before = readAcceptedEval(textFile(project, ACCEPTED).text)
    const judged = results.map((result): EvalResult => {
      const known = before?.find(({ question, type }) => question === result.question && type === result.type)
      return { ...result, drops: dropsOf(result, known) }
    })
    const drafted = draft ? drafts(context, project, cases) : []
    const done = performWriteIf(accept || draft, context, dryRun, () => [
      ...(accept ? put(project, ACCEPTED, acceptedEvalText(judged)) : []),
      ...(drafted.length > 0 ? put(project, DRAFTED, draftText(project, drafted)) : []),
    ])
    const dropped = judged.filter(({ drops }) => drops.length > 0).length
    const data: EvalData = {
      cases: judged,
      recall: mean(judged.map(({ recall }) => recall)),
      mrr: mean(judged.map(({ reciprocal_rank }) => reciprocal_rank)),
      accepted:
        before === undefined
          ? null
          : { recall: mean(before.map(({ recall }) => recall)), mrr: mean(before.map(({ reciprocal_rank }) => reciprocal_rank)) },
      dropped,
      findings,
      drafted,
      written: done.written,
      diff: dryRun ? done.diff : '',
      dry_run: dryRun,
    }
    const isWrong = findings.some(({ severity }) => severity === 'error')
    return { kind: 'eval', exit: isWrong || (dropped > 0 && !accept) ? 1 : 0, data }
  },
})

function readCases({ files }: Project): { readonly cases: readonly EvalCase[]; readonly findings: readonly Finding[] } {
  const read = (files.list(EVAL_FOLDER) ?? [])
    .filter(({ name, kind }) => kind === 'file' && /\.ya?ml$/.test(name))
    .map(({ name }) => {
      const path = `${EVAL_FOLDER}/${name}`
      const bytes = files.read(path)
      return readEvalCases(bytes === undefined ? '' : utf8Text(bytes), path)
    })
  return { cases: read.flatMap(({ cases }) => cases), findings: read.flatMap(({ findings }) => findings) }
}

type Scored = Omit<EvalResult, 'drops'>

function runCases(context: Context, cases: readonly EvalCase[]): readonly Scored[] {
  if (cases.length === 0) return []
  const store = context.store()
  const asked = asking(context, store)
  const stranger = asking(context, withStranger(store))
  return cases.map((given): Scored => {
    const one = { ...given, expected: given.expected.map(idIn(store)), forbidden: given.forbidden.map(idIn(store)) }
    const { found, ...score } = scoreCase(one, asked(one), stranger(one))
    const { question, type, limit, file, line, expected } = one
    return { question, type, limit, ...score, found, missing: expected.filter((id) => !found.includes(id)), file, line }
  })
}

/** The card a case means; where there is none, the name as it stands: nothing will be found under it. */
const idIn =
  ({ graph }: OpenStore) =>
  (name: string): string => {
    try {
      return resolveCard(graph, name).id
    } catch {
      return name
    }
  }

function asking(context: Context, store: OpenStore): (one: EvalCase) => Answering {
  const { graph, text, manifest } = store
  const signals = signalsOf(store, context.now, 'few', { readOnly: true })
  const engine = { graph, text, manifest, signals, now: context.now, textOf: textReader(store) }
  return ({ type, limit }) => {
    const wanted = type === null ? undefined : cardType(type, manifest.schema.cardTypes)
    return (question) =>
      askEngine(question, { limit, limited: true, type: wanted, hops: manifest.scoring.hops }, engine).matched.map(({ id }) => id)
  }
}

/** The store with one more card, of words that are in no other. */
function withStranger({ project, manifest, text }: OpenStore): OpenStore {
  const words = ['qoxvuk', 'zelwyj', 'fruxom', 'vhimbaq', 'yskorpu'].map((word) => {
    let free = word
    while (text.postings(free) !== undefined) free += 'q'
    return free
  })
  const type = manifest.schema.cardTypes.find((known) => known !== 'trace') ?? 'module'
  const card = `---\nid: ${type}.${words[0]}\ntype: ${type}\ntitle: ${words[1]} ${words[2]}\n---\n\n${words.join(' ')}\n`
  const path = `.pmem/${type}s/${words[0]}.md`
  const files = overlayFiles(project.root, contentsOf(new Map([[path, utf8Bytes(card)]])), project.files)
  return rebuildStore({ ...project, files }, { write: { kind: 'never' } }).store
}

function drafts(context: Context, project: Project, cases: readonly EvalCase[]): EvalData['drafted'] {
  const { graph } = context.store()
  const ids = new Set<string>([...graph.nodes()].filter(({ secret }) => secret !== true).map(({ id }) => id))
  const judged = [...ledgerEvents(project)]
    .sort((a, b) => a.t - b.t)
    .flatMap(({ k, c, helpful, query }) =>
      k === 'feedback' && typeof query === 'string' && typeof helpful === 'boolean' ? [{ query, id: c, helpful }] : [],
    )
  return draftCases(judged, readRetrievalLog(project), new Set(cases.map(({ question }) => question)), (id) => ids.has(id))
}

/** What is drafted joins what was drafted before. */
function draftText(project: Project, drafted: EvalData['drafted']): string {
  const before = textFile(project, DRAFTED).text
  const fresh = evalCasesText(DRAFT_HEAD, drafted)
  const known = before === undefined ? [] : readEvalCases(before, DRAFTED).cases
  return known.length === 0 ? fresh : evalCasesText(DRAFT_HEAD, [...known, ...drafted])
}

function put(project: Project, path: typeof ACCEPTED, text: string): readonly WriteOp[] {
  const before = textFile(project, path)
  return before.text === text ? [] : [{ op: 'put', path, text, expect: before.expect }]
}

function performWriteIf(
  wanted: boolean,
  context: Context,
  dryRun: boolean,
  ops: () => readonly WriteOp[],
): { readonly written: readonly string[]; readonly diff: string } {
  if (!wanted) return { written: [], diff: '' }
  return performWrite(context, { dryRun, ask: false }, () => ({ ops: ops(), events: [], data: undefined }))
}
