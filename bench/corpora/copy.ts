import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Every regular file below a folder, as sorted POSIX paths relative to it. Links are neither listed nor followed. */
export function filesBelow(root: string): string[] {
  const found: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) visit(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  visit('')
  return found.sort(byCodeUnit)
}

export const isMarkdown = (path: string): boolean => path.endsWith('.md')

/** Copies every file of a folder; the copies are writable, whatever the originals are. Returns their paths. */
export function copyFolder(from: string, to: string): readonly string[] {
  const files = filesBelow(from)
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    copyFileSync(join(from, file), join(to, file))
  }
  return files
}

/** SHA-256 of each file below a folder. */
export const hashesOf = (root: string): ReadonlyMap<string, string> =>
  new Map(
    filesBelow(root).map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('hex'),
    ]),
  )

export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
