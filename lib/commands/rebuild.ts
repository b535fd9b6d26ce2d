import { withLock } from '../store/lock.ts'
import { loadManifest, refreshStore } from '../store/refresh.ts'
import { progressBar } from './progress.ts'
import { command } from './command.ts'

export const rebuild = command({
  name: 'rebuild',
  summary: 'Read every card and write both indexes anew',
  operands: { kind: 'none' },
  flags: {},
  formats: ['compact', 'json'],
  examples: ['pmem rebuild', 'pmem rebuild --json'],
  exits: '0 all cards are indexed; 65 the indexes were written, but broken cards of .pmem had to be left out',
  run(context) {
    const project = context.project()
    const { host, files } = project
    const { concurrency } = loadManifest(project).manifest
    const { store, findings, written, files: count, terms } = withLock(host, files, { path: concurrency.lockPath, timeoutMs: concurrency.timeoutMs }, (lock) =>
      refreshStore(project, undefined, { write: { kind: 'held', lock }, full: true, onProgress: progressBar(host, 'reading cards') }),
    )
    const { header } = store.graph
    return {
      kind: 'rebuild',
      exit: leftOut(findings) ? 65 : 0,
      data: { cards: header.node_count, edges: header.edge_count, terms, files: count, findings, written },
    }
  },
})

/** Broken cards of the store; what is wrong with references or documents outside is for `verify`. */
const leftOut = (findings: readonly { readonly code: string; readonly severity: string }[]): boolean =>
  findings.some(({ code, severity }) => severity === 'error' && (code.startsWith('card-') || code.startsWith('manifest-') || code === 'duplicate-id' || code === 'unreadable'))
