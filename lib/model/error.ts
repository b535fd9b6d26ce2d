export type ErrorCode =
  | 'USAGE'
  | 'NOT_FOUND'
  | 'CARD_INVALID'
  | 'MANIFEST_INVALID'
  | 'SECRET_FOUND'
  | 'NO_PROJECT'
  | 'CANNOT_READ'
  | 'CANNOT_WRITE'
  | 'CHANGED'
  | 'LOCKED'

/** Every way pmem can refuse: the exit code (sysexits.h numbers, never 2) and the one next step. */
export const ERRORS: Readonly<Record<ErrorCode, { readonly exit: number; readonly fix: string }>> = {
  USAGE: { exit: 64, fix: 'Run `pmem help` for the commands and their flags.' },
  NOT_FOUND: { exit: 1, fix: 'Run `pmem list` to see what there is.' },
  CARD_INVALID: { exit: 65, fix: 'Correct the card, then run `pmem verify`.' },
  MANIFEST_INVALID: { exit: 65, fix: 'Correct .pmem/manifest.yml, then run `pmem verify`.' },
  SECRET_FOUND: {
    exit: 65,
    fix: 'Leave the secret out and say where it is kept; --allow-secrets stores the text all the same.',
  },
  NO_PROJECT: { exit: 66, fix: 'Run `pmem init` in the project root.' },
  CANNOT_READ: { exit: 66, fix: 'Check that the file exists and may be read.' },
  CANNOT_WRITE: { exit: 73, fix: 'Check permissions and free space; nothing was changed.' },
  CHANGED: { exit: 75, fix: 'The file changed meanwhile; look at it and run the command again.' },
  LOCKED: { exit: 75, fix: 'Another pmem is writing; run the command again.' },
}

export type Place = { readonly path?: string; readonly line?: number; readonly column?: number }

/** A refusal: says what and where; the table says how it exits and what to do next. Anything else thrown is a bug. */
export class PmemError extends Error {
  readonly code: ErrorCode
  readonly where: Place | undefined
  readonly fix: string
  constructor(code: ErrorCode, message: string, options: { readonly where?: Place; readonly fix?: string } = {}) {
    super(message)
    this.name = 'PmemError'
    this.code = code
    this.where = options.where
    this.fix = options.fix ?? ERRORS[code].fix
  }
  /** By name: the programs are bundles, and a class may exist in several of them. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'PmemError'
  }
}
