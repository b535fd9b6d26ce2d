import { decodeUtf8 } from '../card/content.ts'
import { IMPORT_KINDS, type ImportKind, readImport } from '../facts/import.ts'
import type { DecisionInput, ImportFile, ImportItem } from '../facts/import-item.ts'
import { maskSecrets } from '../guard/secrets.ts'
import { PmemError } from '../model/error.ts'
import type { FactInput, ImportedData } from '../model/fact.ts'
import type { Host } from '../model/ports.ts'
import type { OpenStore } from '../store/open.ts'
import type { Project } from '../store/project.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { foundingOps, planFacts } from './fact-plan.ts'
import { planDecisions } from './import-decisions.ts'
import { originsIn } from './origins.ts'
import { performWrite } from './planned-write.ts'
import { SECRETS_FLAG, secretIn } from './secret-check.ts'

export const importCommand = command({
  name: 'import',
  summary: 'Take over what another memory holds: Claude memory, server-memory, decision records, a list of facts',
  operands: { kind: 'words', names: ['file-or-folder'] },
  flags: {
    as: { kind: 'choice', choices: IMPORT_KINDS, doc: 'What it is, where that is not plain' },
    ...SECRETS_FLAG,
    ...GLOBAL_FLAG,
    dryRun: { kind: 'bool', doc: 'Say what becomes what and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  makesGlobal: true,
  examples: [
    'pmem import ~/.claude/projects/my-project/memory --dry-run',
    'pmem import memory.jsonl',
    'pmem import ../old-project/docs/adr',
    'pmem import facts.json --global',
  ],
  exits: '0 imported, or known already; 1 there is nothing to import',
  run(context, [source = ''], { as: kind, allowSecrets, dryRun }) {
    const { host } = context
    const files = readFiles(host, source)
    const done = performWrite(context, { dryRun, ask: false, allowSecrets }, (store) => {
      const project = context.project()
      const found = readImport(files, kind as ImportKind | undefined, { schema: store.manifest.schema, sha256: host.sha256 })
      if (found === undefined)
        throw new PmemError('USAGE', `${source} is nothing that can be imported`, {
          fix: `Say what it is: --as ${IMPORT_KINDS.join('|')}.`,
        })
      const plan = planImport(project, store, found.items, allowSecrets, isoDate(dayOf(context.now)))
      const founding = context.isGlobal && plan.ops.length > 0 ? foundingOps(project) : []
      return {
        ops: [...founding, ...plan.ops],
        events: plan.events,
        data: { kind: found.kind, items: plan.items, warnings: plan.warnings },
      }
    })
    const { items } = done.data
    const count = (action: ImportedData['items'][number]['action']): number =>
      items.filter((item) => item.action === action).length
    const [imported, known] = [count('import'), count('known')]
    return {
      kind: 'imported',
      exit: imported + known === 0 ? 1 : 0,
      data: {
        source,
        ...done.data,
        imported,
        known,
        left_out: count('left_out'),
        written: done.written,
        diff: done.diff,
        dry_run: dryRun,
      },
    }
  },
})

/** The texts below a folder, or the one file, by paths below it. Throws USAGE where there is none. */
function readFiles(host: Host, source: string): readonly ImportFile[] {
  const path = host.resolve(host.cwd, source)
  const isFolder = host.isFolder(path)
  const folder = isFolder ? path : host.parent(path)
  const name = path.slice((folder ?? '').length).replace(/^[\\/]+/, '')
  const files = folder === undefined || !host.isFolder(folder) ? undefined : host.files(folder)
  const paths = isFolder
    ? (files?.glob(['**/*.md', '*.json', '*.jsonl', '*.ndjson'], ['**/node_modules/**', '**/.git/**']) ?? [])
    : [name]
  const texts = paths.flatMap((one): ImportFile[] => {
    const bytes = files?.read(one)
    const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
    return decoded?.ok === true ? [{ path: one, text: decoded.text }] : []
  })
  if (texts.length > 0) return texts
  throw new PmemError('USAGE', isFolder ? `${source} holds nothing that can be imported` : `${source} is no readable text file`)
}

type Item = ImportedData['items'][number]

/** What becomes what; the items in the order of the source. */
function planImport(project: Project, store: OpenStore, items: readonly ImportItem[], allowSecrets: boolean, today: string) {
  const origins = originsIn(project, store)
  const result: Item[] = []
  const facts: { readonly at: number; readonly fact: FactInput }[] = []
  const decisions: { readonly at: number; readonly decision: DecisionInput }[] = []
  for (const item of items) {
    const at = result.length
    const leave = (title: string, reason: string, type: string | null): void =>
      void result.push({ from: item.from, action: 'left_out', id: null, type, title: maskSecrets(title), reason })
    if ('problem' in item) {
      leave('', item.problem, null)
      continue
    }
    const [title, origin, texts] =
      'fact' in item
        ? [
            item.fact.title ?? item.fact.content.slice(0, 80).toWellFormed(),
            item.fact.origin ?? '',
            [item.fact.content, item.fact.summary, item.fact.category, ...item.fact.tags, ...item.fact.entities],
          ]
        : [item.decision.title, item.decision.origin ?? '', [item.decision.body, item.decision.summary]]
    const type = 'fact' in item ? 'fact' : 'decision'
    const secret = allowSecrets ? undefined : secretIn(texts)
    const known = origins.get(origin)
    if (secret !== undefined) leave(title, `it ${secret}`, type)
    else if (known !== undefined)
      result.push({
        from: item.from,
        action: 'known',
        id: known.id,
        type,
        title,
        reason: known.forgotten ? 'it was forgotten' : 'imported before',
      })
    else {
      origins.set(origin, { id: null, forgotten: false })
      result.push({ from: item.from, action: 'import', id: null, type, title, reason: null })
      if ('fact' in item) facts.push({ at, fact: item.fact })
      else decisions.push({ at, decision: item.decision })
    }
  }
  const plan = planFacts(
    project,
    store,
    facts.map(({ fact }) => fact),
    today,
  )
  plan.facts.forEach(({ id, title, known }, index) => {
    const { at } = facts[index]!
    result[at] = { ...result[at]!, id, title, ...(known ? { action: 'known' as const, reason: 'a fact says exactly this' } : {}) }
  })
  const records = planDecisions(
    project,
    store,
    decisions.map(({ decision }) => decision),
    today,
  )
  records.ids.forEach((id, index) => {
    const { at } = decisions[index]!
    result[at] = { ...result[at]!, id }
  })
  return { ops: [...plan.ops, ...records.ops], events: plan.events, items: result, warnings: plan.warnings }
}
