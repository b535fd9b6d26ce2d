import { PmemError } from '../model/error.ts'
import type { Files, Host } from '../model/ports.ts'

/** The same world with a disk that refuses every write, as a read-only one does: commands that only read answer all the same. */
export const readOnlyHost = (host: Host): Host => withFiles(host, (root) => readOnlyFiles(host.files(root)))

/** The same host with other files. Its properties are read when they are asked for, as those of the host are. */
export const withFiles = (host: Host, files: Host['files']): Host =>
  Object.defineProperties({ files } as Host, without(Object.getOwnPropertyDescriptors(host), 'files'))

export function readOnlyFiles(files: Files): Files {
  const refuse = (path: string): never => {
    throw new PmemError('CANNOT_WRITE', `cannot write ${path}: nothing is written here`, { where: { path } })
  }
  return {
    ...files,
    makeFolder: refuse,
    create: refuse,
    append: refuse,
    overwrite: refuse,
    rename: (_from, to) => refuse(to),
    remove: refuse,
    touch: refuse,
  }
}

const without = (descriptors: PropertyDescriptorMap, name: string): PropertyDescriptorMap =>
  Object.fromEntries(Object.entries(descriptors).filter(([key]) => key !== name))
