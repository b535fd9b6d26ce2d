import type { CardId } from './ids.ts'

/** How much a finding weighs: `verify` exits 1 on an error and 0 on warnings alone. */
export type Severity = 'error' | 'warning'

/** What is wrong, where, and what to do about it. Lines and columns count from 1. */
export type Finding = {
  readonly code: string
  readonly severity: Severity
  /** One plain English sentence without a final newline. */
  readonly message: string
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly id?: CardId
  /** A command or an edit that settles it. */
  readonly fix: string
}
