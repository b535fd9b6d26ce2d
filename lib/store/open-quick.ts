import type { OpenStore, Workshop } from './open.ts'
import { openStale, openStore } from './open.ts'
import type { Project } from './project.ts'
import type { StatCache } from './stat-cache.ts'

/** An index of so many files or more is not brought up to date while somebody waits for a prompt to be sent. */
const LARGE = 2_000

/**
 * Opens the store for one who cannot wait: a small memory is brought up to date as always, a large one answers from its index as it is
 * until another command brings that up to date.
 */
export const openQuick: typeof openStore = (project, workshop, anew) => openStore(project, patient(workshop), anew)

const patient = (workshop: Workshop): Workshop => ({
  ...workshop,
  refresh(project: Project, cache: StatCache | undefined, full: boolean): OpenStore {
    const isLarge = !full && cache !== undefined && cache.files.length >= LARGE
    return isLarge ? openStale(project, workshop) : workshop.refresh(project, cache, full)
  },
})
