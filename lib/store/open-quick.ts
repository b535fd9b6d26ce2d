import { VERSION } from '../model/version.ts'
import type { Look } from './freshness.ts'
import { type OpenStore, openStore, openUnseen, type Workshop } from './open.ts'
import type { Project } from './project.ts'
import { readStatHead } from './stat-cache.ts'

/** An index of so many cards or more is not brought up to date while somebody waits for a prompt to be sent. */
const LARGE = 2_000

/**
 * Opens the store for one who cannot wait: a small memory is brought up to date as always, a large one answers from its index as it is
 * until another command brings that up to date.
 */
export const openQuick: typeof openStore = (project, workshop, anew) => openStore(project, patient(workshop), anew)

const patient = (workshop: Workshop): Workshop => ({
  ...workshop,
  refresh(project: Project, full: boolean, look?: Look): OpenStore {
    const head = full ? undefined : readStatHead(project.files, VERSION)
    const stale = head && openUnseen(project, head.manifest, head)
    return stale !== undefined && stale.state.cards >= LARGE ? stale : workshop.refresh(project, full, look)
  },
})
