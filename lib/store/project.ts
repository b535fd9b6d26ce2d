import { PmemError } from '../model/error.ts'
import type { Files, Host } from '../model/ports.ts'

/** The folder of a store below its project root; the one name that is not a setting. */
export const STORE = '.pmem'
export const MANIFEST_PATH = `${STORE}/manifest.yml`
export const LOCAL = `${STORE}/local`
export const TEMPORARY = `${LOCAL}/tmp`

/** A project found on disk: where it is and how to reach its files and the world around it. */
export type Project = { readonly host: Host; readonly root: string; readonly files: Files }

/**
 * The project that `cwd` belongs to: the nearest folder above that holds `.pmem/`, as git does it.
 * `--cwd` says where to start; without it the environment variable PMEM_ROOT names the root itself.
 * Throws NO_PROJECT and creates nothing.
 */
export function findProject(host: Host, cwd: string | undefined): Project {
  const named = host.env('PMEM_ROOT')
  if (cwd === undefined && named !== undefined && named !== '') {
    const root = host.resolve(host.cwd, named)
    if (!hasStore(host, root)) throw new PmemError('NO_PROJECT', `PMEM_ROOT names ${named}, which has no ${STORE} folder`)
    return openProjectAt(host, root)
  }
  const start = startFolder(host, cwd)
  for (let folder: string | undefined = start; folder !== undefined; folder = host.parent(folder)) {
    if (hasStore(host, folder)) return openProjectAt(host, folder)
  }
  throw new PmemError('NO_PROJECT', `no ${STORE} folder in ${start} or above it`)
}

/** The folder a command starts from. Throws USAGE when `--cwd` names none. */
export function startFolder(host: Host, cwd: string | undefined): string {
  const start = cwd === undefined ? host.cwd : host.resolve(host.cwd, cwd)
  if (!host.isFolder(start)) throw new PmemError('USAGE', `--cwd: ${cwd ?? start} is not a folder`)
  return start
}

export const openProjectAt = (host: Host, root: string): Project => ({ host, root, files: host.files(root) })

const hasStore = (host: Host, folder: string): boolean => host.isFolder(host.resolve(folder, STORE))
