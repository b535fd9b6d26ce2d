import { PmemError } from '../model/error.ts'
import type { Host } from '../model/ports.ts'
import { openProjectAt, type Project, STORE } from './project.ts'

/**
 * The folder of the store that follows a person through all projects: PMEM_HOME, else the data folder of the platform. It lies
 * above no project, so that no project is ever taken for it. Undefined where neither is known.
 */
export function globalRoot(host: Host): string | undefined {
  const named = host.env('PMEM_HOME') ?? ''
  if (named !== '') return host.resolve(host.cwd, named)
  const data = dataFolder(host)
  return data === undefined ? undefined : host.resolve(data, 'pmem')
}

/** The store of the person, or undefined where there is none. Creates nothing. */
export function globalProject(host: Host): Project | undefined {
  const root = globalRoot(host)
  return root === undefined || !host.isFolder(host.resolve(root, STORE)) ? undefined : openProjectAt(host, root)
}

/** The same for a command that works on it; `make` says that it may come to be by what is written. Throws NO_PROJECT or USAGE. */
export function demandGlobal(host: Host, make: boolean): Project {
  const root = globalRoot(host)
  if (root === undefined)
    throw new PmemError('USAGE', 'nobody says where your own store lies', { fix: 'Set PMEM_HOME to a folder for it.' })
  const found = globalProject(host)
  if (found !== undefined) return found
  if (make) return openProjectAt(host, root)
  throw new PmemError('NO_PROJECT', `you have no store of your own yet; it would lie in ${root}`, {
    fix: 'Run `pmem remember --global "..."` to make it.',
  })
}

/** XDG_DATA_HOME or ~/.local/share; ~/Library/Application Support; %LOCALAPPDATA%. */
function dataFolder(host: Host): string | undefined {
  const set = (name: string): string | undefined => host.env(name) || undefined
  const home = set('HOME') ?? set('USERPROFILE')
  const below = (...path: readonly string[]): string | undefined =>
    home === undefined ? undefined : path.reduce((folder, name) => host.resolve(folder, name), home)
  if (host.platform === 'win32') return set('LOCALAPPDATA') ?? below('AppData', 'Local')
  if (host.platform === 'darwin') return below('Library', 'Application Support')
  return set('XDG_DATA_HOME') ?? below('.local', 'share')
}
