import type { ProjectPath, Sha256 } from './ids.ts'

/** One write, as data. `expect` is the SHA-256 of the bytes it replaces, so that nobody's later edit is lost. */
export type WriteOp =
  | {
      readonly op: 'put'
      readonly path: ProjectPath
      readonly text: string
      readonly expect: Sha256 | 'absent' | 'any'
      readonly mode?: number
    }
  | { readonly op: 'append'; readonly path: ProjectPath; readonly line: string; readonly mode?: number }
  /** A rename on the disk: at no instant are there two files, or none. `to` must be free. */
  | { readonly op: 'move'; readonly path: ProjectPath; readonly to: ProjectPath; readonly expect: Sha256 | 'any' }
  | { readonly op: 'delete'; readonly path: ProjectPath; readonly expect: Sha256 | 'any' }

/** What a writing command wants done; store/apply performs it under the lock, all checks first. */
export type WritePlan = { readonly ops: readonly WriteOp[] }
