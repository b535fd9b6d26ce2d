import { isRecord } from '../text/json.ts'

/** The folders in a client's answer to `roots/list`: those named by `file:` addresses; others mean nothing here. Never throws. */
export function foldersIn(answer: unknown): readonly string[] {
  const roots: readonly unknown[] = isRecord(answer) && Array.isArray(answer['roots']) ? answer['roots'] : []
  return roots.flatMap((root) => {
    const uri = isRecord(root) ? root['uri'] : undefined
    if (typeof uri !== 'string' || !uri.startsWith('file://')) return []
    try {
      const path = decodeURIComponent(new URL(uri).pathname)
      return [/^\/[A-Za-z]:/.test(path) ? path.slice(1) : path]
    } catch {
      return []
    }
  })
}
