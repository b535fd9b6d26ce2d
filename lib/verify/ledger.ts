import type { Finding } from '../model/finding.ts'
import type { Snapshot } from './snapshot.ts'

/** Lines of the ledger that are no event: torn by a crash, left by a merge, or edited. They are skipped; the others count. */
export const checkLedger = ({ ledgerFaults }: Snapshot): readonly Finding[] =>
  ledgerFaults.map(({ file, line }) => ({
    code: 'ledger-line',
    severity: 'warning',
    message: 'the line is no event and is skipped',
    file,
    line,
    fix: `Delete line ${line} of ${file}.`,
  }))
