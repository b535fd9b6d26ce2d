import type { Finding } from '../model/finding.ts'
import { byText } from '../text/order.ts'
import { checkContent } from './content.ts'
import { checkDates } from './dates.ts'
import { checkFreshness } from './freshness.ts'
import { checkIdentity } from './identity.ts'
import { checkLedger } from './ledger.ts'
import { checkManifest } from './manifest.ts'
import { checkSize } from './size.ts'
import type { Snapshot } from './snapshot.ts'
import { checkSources } from './sources.ts'

/** Every check over a whole store. A new check is one function in this room and one line here. */
const CHECKS: readonly ((snapshot: Snapshot) => readonly Finding[])[] = [
  checkManifest,
  checkIdentity,
  checkDates,
  checkSources,
  checkFreshness,
  checkLedger,
  checkSize,
  checkContent,
]

/** What the checks find, in a fixed order: errors first, then by file, line and code. */
export const runChecks = (snapshot: Snapshot): readonly Finding[] => CHECKS.flatMap((check) => check(snapshot))

export const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (a, b) =>
      byText(a.severity, b.severity) ||
      byText(a.file ?? '', b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      byText(a.code, b.code) ||
      byText(a.message, b.message),
  )
