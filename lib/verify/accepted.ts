import type { Finding } from '../model/finding.ts'
import { isRecord, parseJson } from '../text/json.ts'
import { sortedUnique } from '../text/order.ts'

/** Findings that somebody looked at and lives with, one a line; committed with the cards. */
export const ACCEPTED_PATH = '.pmem/accepted.jsonl'

export type Judged = {
  /** What is left: findings that nobody accepted, then lines of the list that accept nothing. */
  readonly findings: readonly Finding[]
  readonly accepted: number
}

/** What is wrong with a derived file or with the list itself is mended, never accepted. */
const canAccept = ({ code }: Finding): boolean => !code.startsWith('index-') && !code.startsWith('accepted-')

/** Takes the accepted findings out. `list` is the text of the file, undefined where there is none. Never throws. */
export function judge(findings: readonly Finding[], list: string | undefined): Judged {
  const entries = (list ?? '')
    .split(/\r\n|\n|\r/)
    .flatMap((text, index) => (text.trim() === '' ? [] : [entryOf(text, index + 1)]))
  const keys = new Set(entries.map(({ key }) => key))
  const occurring = new Set(findings.filter(canAccept).map(keyOf))
  const left = findings.filter((finding) => !canAccept(finding) || !keys.has(keyOf(finding)))
  const idle = entries
    .filter(({ key }) => key === undefined || !occurring.has(key))
    .map(
      ({ line, key, shown }): Finding => ({
        code: key === undefined ? 'accepted-line' : 'accepted-gone',
        severity: 'warning',
        message: key === undefined ? 'the line names no finding and accepts none' : `accepted, but it no longer occurs: ${shown}`,
        file: ACCEPTED_PATH,
        line,
        fix: `Delete line ${line} of ${ACCEPTED_PATH}.`,
      }),
    )
  return { findings: [...left, ...idle], accepted: findings.length - left.length }
}

/** The file that accepts these findings: sorted lines, the same for the same findings; '' for none. */
export const acceptedText = (findings: readonly Finding[]): string =>
  sortedUnique(findings.filter(canAccept).map(({ code, file, id, message }) => JSON.stringify({ code, file, id, message })))
    .map((line) => `${line}\n`)
    .join('')

/**
 * Code, file, card and what is said. Lines are left out, and bare numbers too: an edit above, or a card that grows by a word,
 * makes no new finding of it.
 */
const keyOf = ({ code, file = '', id = '', message }: Accepted): string =>
  JSON.stringify([code, file, id, message.replace(/(?<![\p{L}\p{N}_./:@-])\d+(?![\p{L}\p{N}_./:@-])/gu, '#')])

type Accepted = { readonly code: string; readonly message: string; readonly file?: string; readonly id?: string }
type Entry = { readonly line: number; readonly key: string | undefined; readonly shown: string }

function entryOf(text: string, line: number): Entry {
  const value = parseJson(text)
  if (!isRecord(value) || typeof value['code'] !== 'string' || typeof value['message'] !== 'string')
    return { line, key: undefined, shown: '' }
  const word = (name: string): string => (typeof value[name] === 'string' ? value[name] : '')
  const accepted = { code: value['code'], message: value['message'], file: word('file'), id: word('id') }
  return { line, key: keyOf(accepted), shown: `${accepted.file} ${accepted.message} [${accepted.code}]`.trim() }
}
