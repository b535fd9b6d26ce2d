import type { Workshop } from '../store/open.ts'
import { openCommit } from '../store/past.ts'
import { loadManifest, refreshStore } from '../store/refresh.ts'
import { progressBar } from './progress.ts'

/** The parsers at work: what refreshes indexes for reading commands and reads manifests. */
export const WORKSHOP: Workshop = {
  refresh: (project, cache, full) =>
    refreshStore(project, cache, { write: { kind: 'if_free' }, full, onProgress: progressBar(project.host, 'reading cards') })
      .store,
  readManifest: (project) => loadManifest(project).manifest,
  openPast: openCommit,
}
