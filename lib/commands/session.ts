import type { Manifest } from '../model/manifest.ts'
import type { Host } from '../model/ports.ts'
import { globalProject, globalRoot } from '../store/global.ts'
import { type OpenStore, openStale, openStore, type Workshop } from '../store/open.ts'
import { findProject as findProjectOf, type Project } from '../store/project.ts'
import { lazy } from '../text/lazy.ts'
import type { CommandText, Context } from './context.ts'

/** How a context is made: where the project is, as at what time, and how much the indexes are trusted. */
export type SessionOptions = {
  readonly host: Host
  readonly workshop: Workshop
  readonly cwd: string | undefined
  readonly now: number
  readonly findProject: () => Project
  /** Answer from the indexes as they are. */
  readonly noRefresh: boolean
  /** Build the indexes anew before they are read. */
  readonly distrustIndexes: boolean
  /** How a store is opened, where it is not opened for this command alone. */
  readonly openWith?: typeof openStore
  /** Empty where no command asks for it. */
  readonly commands?: () => readonly CommandText[]
  readonly note: (text: string) => void
}

/** The context of one command: project, manifest and store are found when first asked for, and once. */
export function sessionContext(options: SessionOptions): Context {
  const {
    host,
    workshop,
    cwd,
    now,
    findProject,
    noRefresh,
    distrustIndexes,
    openWith = openStore,
    commands = () => [],
    note,
  } = options
  const project = lazy(findProject)
  const open = (which: Project): OpenStore => {
    const opened = noRefresh && !distrustIndexes ? openStale(which, workshop) : openWith(which, workshop, distrustIndexes)
    const { note: about, broken } = opened.state
    if (about !== null) note(about)
    if (broken > 0) note(`${broken} ${broken === 1 ? 'file is' : 'files are'} broken and left out; \`pmem verify\` says why`)
    return opened
  }
  const store = lazy(() => open(project()))
  const isGlobal = lazy(() => globalRoot(host) === project().root)
  const globalStore = lazy(() => {
    const own = globalProject(host)
    return own === undefined || own.root === project().root ? undefined : open(own)
  })
  const manifest = lazy((): Manifest => workshop.readManifest(project()))
  return {
    host,
    cwd,
    now,
    project,
    store,
    globalStore,
    storeAt: (commit) => workshop.openPast(project(), commit),
    manifest,
    commands,
    note,
    elsewhere: (place) =>
      sessionContext({
        ...options,
        host: place.host,
        openWith: place.openWith,
        note: () => undefined,
        findProject: () => findProjectOf(place.host, place.folder),
      }),
    get isGlobal() {
      return isGlobal()
    },
  }
}
