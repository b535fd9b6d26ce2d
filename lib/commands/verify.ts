import { contentForHash, decodeUtf8 } from '../card/content.ts'
import type { Finding } from '../model/finding.ts'
import type { GraphNode } from '../model/graph.ts'
import { type CardId, pathOf } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { VERSION } from '../model/version.ts'
import { type AffectedNow, affectedNow } from '../store/affected.ts'
import { applyPlan } from '../store/apply.ts'
import { indexFindings } from '../store/index-check.ts'
import { ledgerFaults } from '../store/ledger.ts'
import { type Lock, withLock } from '../store/lock.ts'
import type { Project } from '../store/project.ts'
import { loadManifest, rebuildStore } from '../store/refresh.ts'
import { signalsOf } from '../store/signals.ts'
import type { SourceReader } from '../store/sources.ts'
import { dayOf } from '../text/day.ts'
import { estimateTokens } from '../text/tokens.ts'
import { ACCEPTED_PATH, acceptedText, judge } from '../verify/accepted.ts'
import { inOrder, runChecks } from '../verify/checks.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import type { Context } from './context.ts'
import { textFile } from './planned-write.ts'
import { progressBar } from './progress.ts'

export const verify = command({
  name: 'verify',
  summary: 'Check cards, references, indexes and freshness; --fix mends what a rebuild can mend',
  operands: { kind: 'none' },
  flags: {
    ...GLOBAL_FLAG,
    fix: { kind: 'bool', doc: 'Rebuild the indexes, then verify again' },
    accept: { kind: 'bool', doc: `Accept what is found now: it is kept in ${ACCEPTED_PATH} and no longer reported` },
    now: { kind: 'text', placeholder: 'ISO', doc: 'Verify as at this date or time (UTC)' },
  },
  formats: ['compact', 'json'],
  examples: ['pmem verify', 'pmem verify --fix', 'pmem verify --accept', 'pmem verify --json'],
  exits: '0 no errors (there may be warnings, or accepted ones), 1 errors',
  run(context, _operands, { fix, accept }) {
    const project = context.project()
    const fixed = fix ? rebuildIndexes(context, project) : []
    const { findings: all, cards } = examine(context, project)
    const written = accept ? acceptFindings(context, project, all) : []
    const list = textFile(project, ACCEPTED_PATH).text
    const { findings, accepted } = judge(all, list)
    const errors = findings.filter(({ severity }) => severity === 'error').length
    return {
      kind: 'verify',
      exit: errors > 0 ? 1 : 0,
      data: { findings: inOrder(findings), errors, warnings: findings.length - errors, accepted, cards, fixed, written },
    }
  },
})

/** The lock as the manifest has it, or as it would be if the manifest could be read: mending must not need a sound store. */
function locked<T>({ host }: Context, project: Project, work: (lock: Lock) => T): T {
  const { lockPath: path, timeoutMs } = loadManifest(project).manifest.concurrency
  return withLock(host, project.files, { path, timeoutMs }, work)
}

const rebuildIndexes = (context: Context, project: Project): readonly string[] =>
  locked(context, project, (lock) => rebuildStore(project, { write: { kind: 'held', lock } }).written)

/** Takes all findings into the list, and those that no longer occur out of it. */
const acceptFindings = (context: Context, project: Project, findings: readonly Finding[]): readonly string[] =>
  locked(context, project, (lock) => {
    const before = textFile(project, ACCEPTED_PATH)
    const text = acceptedText(findings)
    if (text === (before.text ?? '')) return []
    const op: WriteOp = { op: 'put', path: pathOf(ACCEPTED_PATH), text, expect: before.expect }
    return applyPlan(context.host, project.files, { ops: [op] }, lock).written
  })

/** Reads everything anew, in memory, and writes nothing. */
function examine({ host, now }: Context, project: Project): { readonly findings: readonly Finding[]; readonly cards: number } {
  const { store, findings, built } = rebuildStore(project, {
    write: { kind: 'never' },
    onProgress: progressBar(host, 'reading cards'),
  })
  const { manifest, graph } = store
  const nodes = [...graph.nodes()]
  const signals = signalsOf(store, now, 'all', { readOnly: true })
  const missing = missingSources(project, nodes)
  const seen = affectedNow(store, signals)
  const texts = textsOf(project, nodes)
  const checked = runChecks({
    manifest,
    program: VERSION,
    graph,
    nodes,
    today: dayOf(now),
    signals,
    verified: signals.ledger.verified,
    missingSources: missing,
    missingSymbols: missingSymbols(nodes, missing, signals.reader),
    changed: changedSources(seen?.affected ?? []),
    moved: new Map((seen?.changes.files ?? []).flatMap(({ path, from }) => (from === undefined ? [] : [[from, path] as const]))),
    ledgerFaults: ledgerFaults(project),
    tokens: tokensOf(texts, nodes),
    texts,
  })
  return { findings: [...findings, ...indexFindings(project, manifest, built), ...checked], cards: nodes.length }
}

const missingSymbols = (nodes: readonly GraphNode[], missing: ReadonlySet<string>, reader: SourceReader): ReadonlySet<string> =>
  new Set(
    nodes
      .flatMap(({ source_files }) => source_files)
      .filter((entry) => entry.includes('#') && !missing.has(entry) && !reader.declares(entry)),
  )

/** Cards that name a changed file; what lies in a folder or pattern of theirs is a hint for `status`, no finding. */
function changedSources(affected: AffectedNow['affected']): ReadonlyMap<CardId, string> {
  const changed = new Map<CardId, string>()
  for (const { id, entry, match } of affected) {
    const before = changed.get(id)
    if (match === 'file') changed.set(id, before === undefined ? entry : `${before}, ${entry}`)
  }
  return changed
}

function missingSources({ files }: Project, nodes: readonly GraphNode[]): ReadonlySet<string> {
  const missing = new Set<string>()
  for (const entry of new Set(nodes.flatMap(({ source_files }) => source_files))) {
    const path = entry.replace(/#[^/]*$/, '')
    const found = /[*?[\]{}]/.test(path)
      ? files.glob([path], ['**/node_modules/**']).length > 0
      : files.stat(path.replace(/\/$/, '')) !== undefined
    if (!found) missing.add(entry)
  }
  return missing
}

/** Everything of the store that somebody wrote, and the documents that count as cards. */
function textsOf({ files }: Project, nodes: readonly GraphNode[]): ReadonlyMap<string, string> {
  const ledger = files.glob(['.pmem/ledger/**/*.jsonl'], [])
  const texts = new Map<string, string>()
  for (const path of [...nodes.map(({ file }) => file as string), ...HOT_FILES, ...ledger]) {
    const bytes = files.read(path)
    const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
    if (decoded?.ok === true) texts.set(path, contentForHash(decoded.text))
  }
  return texts
}

const HOT_FILES = ['.pmem/index.md', '.pmem/state.md', '.pmem/next.md']

function tokensOf(texts: ReadonlyMap<string, string>, nodes: readonly GraphNode[]): ReadonlyMap<string, number> {
  const own = nodes.filter(({ external }) => external !== true).map(({ file }) => file as string)
  return new Map(
    [...own, ...HOT_FILES].flatMap((path) => {
      const text = texts.get(path)
      return text === undefined ? [] : [[path, estimateTokens(text)] as const]
    }),
  )
}
