import type { Finding, Severity } from '../model/finding.ts'

type At = { readonly line: number; readonly column?: number }

/** Collects what is wrong in one file, each finding with its place. */
export type Report = {
  /** In the order of their places. */
  readonly findings: readonly Finding[]
  error(code: string, message: string, at: At, fix?: string): void
  warn(code: string, message: string, at: At, fix?: string): void
}

/** A report on `file`. `worst` lowers errors to warnings: a document that pmem only reads is never an error. */
export function reportOn(file: string, worst: Severity = 'error'): Report {
  const findings: Finding[] = []
  const add =
    (severity: Severity) =>
    (code: string, message: string, { line, column }: At, fix?: string) => {
      findings.push({
        code,
        severity,
        message,
        file,
        line,
        ...(column === undefined ? {} : { column }),
        fix: fix ?? `Correct line ${line}.`,
      })
    }
  return {
    get findings() {
      return [...findings].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
    },
    error: add(worst),
    warn: add('warning'),
  }
}
