/**
 * The project path that `target` names when written in `file`: slashes normalised, `.` and `..` resolved, a leading `/`
 * taken as the project root. Undefined when it is empty or leaves the project.
 */
export function resolveFrom(file: string, target: string): string | undefined {
  const path = target.replaceAll('\\', '/')
  const base = path.startsWith('/') ? [] : file.split('/').slice(0, -1)
  return walk(base, path)
}

/**
 * An entry of `source_files` as a project path or glob, a `#symbol` kept: `./` and backslashes normalised.
 * Undefined when it is empty, absolute or leaves the project.
 */
export function sourcePath(entry: string): string | undefined {
  const path = entry.replaceAll('\\', '/')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path) || path.includes('\0')) return undefined
  const hash = path.lastIndexOf('#')
  const symbol = hash > 0 ? path.slice(hash) : ''
  const clean = walk([], hash > 0 ? path.slice(0, hash) : path)
  return clean === undefined ? undefined : clean + symbol
}

/** Percent escapes decoded where they are well formed. */
export function decodePath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function walk(base: readonly string[], path: string): string | undefined {
  const parts = [...base]
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.length === 0 ? undefined : parts.join('/')
}
