import { decodeUtf8 } from '../card/content.ts'
import { pathOf } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { applyPlan } from '../store/apply.ts'
import { withLock } from '../store/lock.ts'
import type { OpenStore } from '../store/open.ts'
import { STORE } from '../store/project.ts'
import { loadManifest, rebuildStore } from '../store/refresh.ts'
import { withIndexBlock } from '../update/index-block.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { progressBar } from './progress.ts'

export const rebuild = command({
  name: 'rebuild',
  summary: 'Read every card and write both indexes anew, and the block of pmem in index.md',
  operands: { kind: 'none' },
  flags: { ...GLOBAL_FLAG },
  formats: ['compact', 'json'],
  examples: ['pmem rebuild', 'pmem rebuild --json'],
  exits: '0 all cards are indexed; 65 the indexes were written, but broken cards of .pmem had to be left out',
  run(context) {
    const project = context.project()
    const { host, files } = project
    const { concurrency } = loadManifest(project).manifest
    const {
      store,
      findings,
      written,
      files: count,
      terms,
    } = withLock(host, files, { path: concurrency.lockPath, timeoutMs: concurrency.timeoutMs }, (lock) => {
      const refreshed = rebuildStore(project, {
        write: { kind: 'held', lock },
        onProgress: progressBar(host, 'reading cards'),
      })
      const ops = indexOps(refreshed.store)
      const { written: hot } = applyPlan(host, files, { ops }, lock)
      return { ...refreshed, written: [...refreshed.written, ...hot] }
    })
    const { header } = store.graph
    return {
      kind: 'rebuild',
      exit: leftOut(findings) ? 65 : 0,
      data: { cards: header.node_count, edges: header.edge_count, terms, files: count, findings, written },
    }
  },
})

/** The block of index.md, where there is such a file and what it says has changed. */
function indexOps({ project, graph, manifest }: OpenStore): readonly WriteOp[] {
  const path = pathOf(STORE, 'index.md')
  const bytes = project.files.read(path)
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
  if (bytes === undefined || decoded?.ok !== true) return []
  const text = withIndexBlock(decoded.text, graph, manifest, project.host.sha256)
  return text === decoded.text ? [] : [{ op: 'put', path, text, expect: project.host.sha256(bytes) }]
}

/** Broken cards of the store; what is wrong with references or documents outside is for `verify`. */
const leftOut = (findings: readonly { readonly code: string; readonly severity: string }[]): boolean =>
  findings.some(
    ({ code, severity }) =>
      severity === 'error' &&
      (code.startsWith('card-') || code.startsWith('manifest-') || code === 'duplicate-id' || code === 'unreadable'),
  )
