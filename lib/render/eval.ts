import type { EvalData } from '../model/eval.ts'
import { oneLine, safe } from './terminal.ts'

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`

export function renderEval({
  cases,
  recall,
  mrr,
  accepted,
  dropped,
  findings,
  drafted,
  written,
  diff,
  dry_run,
}: EvalData): string {
  const was = accepted === null ? '' : ` (accepted: ${percent(accepted.recall)}, ${accepted.mrr})`
  return [
    ...findings.map(
      ({ severity, file, line, message, code, fix }) =>
        `${severity} ${oneLine(`${file}:${line} ${message}`)} [${code}] ${oneLine(fix)}`,
    ),
    ...cases
      .filter(({ drops }) => drops.length > 0)
      .flatMap(({ question, file, line, drops, missing, found }) => [
        `worse: ${oneLine(question)} (${oneLine(file)}:${line})`,
        `  ${drops.map(oneLine).join('; ')}`,
        ...(missing.length === 0 ? [] : [`  missing ${missing.map(oneLine).join(', ')}`]),
        `  found ${found.length === 0 ? 'nothing' : found.map(oneLine).join(', ')}`,
      ]),
    ...drafted.map(
      ({ question, expected, forbidden }) =>
        `drafted: ${oneLine(question)} -> ${[...expected, ...forbidden.map((id) => `not ${id}`)].map(oneLine).join(', ')}`,
    ),
    ...(cases.length === 0
      ? ['no questions yet: write some into .pmem/evals/*.yml, or run `pmem eval --draft`']
      : [
          `${count(cases.length, 'question')}: recall ${percent(recall)}, MRR ${mrr}${was}; ${dropped === 0 ? 'none' : dropped} worse`,
        ]),
    ...written.map((file) => `wrote ${oneLine(file)}`),
    ...(dry_run && diff !== '' ? [safe(diff).trimEnd()] : []),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
