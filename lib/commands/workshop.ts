import type { Workshop } from '../store/open.ts'
import { openCommit } from '../store/past.ts'
import { loadManifest, rebuildStore, refreshStore } from '../store/refresh.ts'
import { progressBar } from './progress.ts'

/** The parsers at work: what refreshes indexes for reading commands and reads manifests. */
export const WORKSHOP: Workshop = {
  refresh: (project, full, look) => {
    const options = { write: { kind: 'if_free' }, onProgress: progressBar(project.host, 'reading cards') } as const
    return full ? rebuildStore(project, options).store : refreshStore(project, options, look)
  },
  readManifest: (project) => loadManifest(project).manifest,
  openPast: openCommit,
}
