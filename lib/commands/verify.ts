import { contentForHash, decodeUtf8 } from '../card/content.ts'
import type { Finding } from '../model/finding.ts'
import type { GraphNode } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { affectedNow } from '../store/affected.ts'
import { indexFindings } from '../store/index-check.ts'
import { ledgerFaults } from '../store/ledger.ts'
import { withLock } from '../store/lock.ts'
import type { OpenStore } from '../store/open.ts'
import type { Project } from '../store/project.ts'
import { loadManifest, refreshStore } from '../store/refresh.ts'
import { type StoreSignals, signalsOf } from '../store/signals.ts'
import type { SourceReader } from '../store/sources.ts'
import { dayOf } from '../text/day.ts'
import { estimateTokens } from '../text/tokens.ts'
import { inOrder, runChecks } from '../verify/checks.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import type { Context } from './context.ts'
import { progressBar } from './progress.ts'

export const verify = command({
  name: 'verify',
  summary: 'Check cards, references, indexes and freshness; --fix mends what a rebuild can mend',
  operands: { kind: 'none' },
  flags: {
    ...GLOBAL_FLAG,
    fix: { kind: 'bool', doc: 'Rebuild the indexes, then verify again' },
    now: { kind: 'text', placeholder: 'ISO', doc: 'Verify as at this date or time (UTC)' },
  },
  formats: ['compact', 'json'],
  examples: ['pmem verify', 'pmem verify --fix', 'pmem verify --json'],
  exits: '0 no errors (there may be warnings), 1 errors',
  run(context, _operands, { fix }) {
    const project = context.project()
    const fixed = fix ? rebuildIndexes(context, project) : []
    const { findings, cards } = examine(context, project)
    const errors = findings.filter(({ severity }) => severity === 'error').length
    return {
      kind: 'verify',
      exit: errors > 0 ? 1 : 0,
      data: { findings, errors, warnings: findings.length - errors, cards, fixed },
    }
  },
})

function rebuildIndexes({ host }: Context, project: Project): readonly string[] {
  const { concurrency } = loadManifest(project).manifest
  return withLock(host, project.files, { path: concurrency.lockPath, timeoutMs: concurrency.timeoutMs }, (lock) =>
    refreshStore(project, undefined, { write: { kind: 'held', lock }, full: true }),
  ).written
}

/** Reads everything anew, in memory, and writes nothing. */
function examine({ host, now }: Context, project: Project): { readonly findings: readonly Finding[]; readonly cards: number } {
  const { store, findings, built } = refreshStore(project, undefined, {
    write: { kind: 'never' },
    full: true,
    onProgress: progressBar(host, 'reading cards'),
  })
  const { manifest, graph } = store
  const nodes = [...graph.nodes()]
  const signals = signalsOf(store, now, 'all', { readOnly: true })
  const missing = missingSources(project, nodes)
  const checked = runChecks({
    manifest,
    graph,
    nodes,
    today: dayOf(now),
    signals,
    missingSources: missing,
    missingSymbols: missingSymbols(nodes, missing, signals.reader),
    changed: changedSources(store, signals),
    ledgerFaults: ledgerFaults(project),
    tokens: tokensOf(project, nodes),
  })
  return { findings: inOrder([...findings, ...indexFindings(project, manifest, built), ...checked]), cards: nodes.length }
}

const missingSymbols = (nodes: readonly GraphNode[], missing: ReadonlySet<string>, reader: SourceReader): ReadonlySet<string> =>
  new Set(
    nodes
      .flatMap(({ source_files }) => source_files)
      .filter((entry) => entry.includes('#') && !missing.has(entry) && !reader.declares(entry)),
  )

/** Cards that name a changed file; what lies in a folder or pattern of theirs is a hint for `status`, no finding. */
function changedSources(store: OpenStore, signals: StoreSignals): ReadonlyMap<CardId, string> {
  const changed = new Map<CardId, string>()
  for (const { id, entry, match } of affectedNow(store, signals)?.affected ?? []) {
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

function tokensOf({ files }: Project, nodes: readonly GraphNode[]): ReadonlyMap<string, number> {
  const own = nodes.filter(({ external }) => external !== true).map(({ file }) => file as string)
  const tokens = new Map<string, number>()
  for (const path of [...own, '.pmem/index.md', '.pmem/state.md', '.pmem/next.md']) {
    const bytes = files.read(path)
    const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
    if (decoded?.ok === true) tokens.set(path, estimateTokens(contentForHash(decoded.text)))
  }
  return tokens
}
