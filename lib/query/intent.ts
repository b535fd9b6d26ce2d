import { foldName } from '../text/fold.ts'
import { unicodePattern } from '../text/unicode-pattern.ts'
import { type ListQuestion, listQuestion } from './list-question.ts'
import { type TimeWindow, timeWindow } from './time-window.ts'

/** What a query says before anything is looked up. Pure text work: the graph decides later which names exist. */
export type Intent = {
  readonly query: string
  /** The whole query as a name: folded, without quotes around it and end punctuation. */
  readonly whole: string
  /** Every run of words that might be a name, folded, longest first, without the whole. */
  readonly phrases: readonly Phrase[]
  /** What looks like a path: POSIX, without `./`, quotes, line numbers; case as typed. */
  readonly paths: readonly string[]
  readonly list: ListQuestion | undefined
  readonly window: TimeWindow | undefined
}
export type Phrase = { readonly text: string; readonly marked: boolean }

const MAX_QUERY = 4000
const MAX_WORDS = 48
const MAX_PHRASE_WORDS = 8
const MAX_HAN_PHRASE = 12
const MAX_HAN_RUN = 40

/** Reads a query. `types` are the card types of the project, `today` is a whole UTC day. Total: any text gives an intent. */
export function readIntent(query: string, types: readonly string[], today: number): Intent {
  const text = query.toWellFormed().slice(0, MAX_QUERY)
  const whole = foldName(stripEdges(text))
  return {
    query: text,
    whole,
    phrases: phrasesOf(text, whole),
    paths: pathsOf(text),
    list: listQuestion(whole, types),
    window: timeWindow(whole, today),
  }
}

const OPENING = /^[\s"'`“”‘’«「『《(<[]+/
const CLOSING = /[\s"'`“”‘’»」』》)>\]?!。？！，,;；]+$/

/** A name as people type it: in quotes, with a question mark or a full stop behind. */
const stripEdges = (text: string): string => text.replace(OPENING, '').replace(CLOSING, '').replace(FULL_STOP(text), '')

const FULL_STOP = unicodePattern(String.raw`(?<=\p{L})\.+$`)
const WORD = unicodePattern(String.raw`[\p{L}\p{M}\p{N}_]+`, 'g')
const HAN_RUN = unicodePattern(String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}`, 'g')
const FILE_NAME = unicodePattern(String.raw`^[^\s]*[\p{L}\p{N}_-]\.[A-Za-z][A-Za-z0-9]{0,9}$`)
// Between two words of one name stand at most these: `token-budget`, `src/db.ts`, `C++ core`, `decision.use_x`.
const JOINT = /^[\s\-_./:#+&,']{1,3}$/

function phrasesOf(text: string, whole: string): Phrase[] {
  const folded = foldName(text)
  const quoted = new Set(
    [
      ...text.matchAll(
        /`([^`]{1,120})`|"([^"]{1,120})"|“([^”]{1,120})”|「([^」]{1,120})」|《([^》]{1,120})》|\[\[([^\]]{1,120})\]\]/gu,
      ),
    ].map((match) => foldName(match.slice(1).find((part) => part !== undefined) ?? '')),
  )
  const found = new Set<string>(quoted)
  const words = [...folded.matchAll(WORD(folded))].slice(0, MAX_WORDS)
  for (let first = 0; first < words.length; first += 1) {
    const start = startOf(folded, words[first]!.index)
    for (let last = first; last < Math.min(words.length, first + MAX_PHRASE_WORDS); last += 1) {
      const word = words[last]!
      if (last > first && !JOINT.test(folded.slice(endOf(words[last - 1]!), word.index))) break
      for (const end of ends(folded, endOf(word))) found.add(folded.slice(start, end))
    }
  }
  for (const [run] of folded.matchAll(HAN_RUN(folded))) for (const part of hanPhrases(run)) found.add(part)
  found.delete('')
  found.delete(whole)
  return [...found]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((phrase) => ({ text: phrase, marked: quoted.has(phrase) }))
}

const endOf = (match: RegExpExecArray): number => match.index + match[0].length

/** Names such as `.NET` and `--flag` begin with marks. */
function startOf(folded: string, index: number): number {
  const marks = /(?:^|\s)(\.|--?)$/.exec(folded.slice(Math.max(0, index - 3), index))?.[1]
  return index - (marks?.length ?? 0)
}

/** Names such as `C++` and `C#` end with marks. */
function ends(folded: string, end: number): number[] {
  const marks = /^(?:\+\+|#)/.exec(folded.slice(end, end + 2))?.[0]
  return marks === undefined ? [end] : [end, end + marks.length]
}

/** Scripts without blanks have no word boundaries: every part of a run may be a name. */
function* hanPhrases(run: string): Generator<string> {
  const points = Array.from(run).slice(0, MAX_HAN_RUN)
  for (let first = 0; first < points.length; first += 1) {
    for (let length = 2; length <= MAX_HAN_PHRASE && first + length <= points.length; length += 1) {
      yield points.slice(first, first + length).join('')
    }
  }
}

const MAX_PATHS = 16

function pathsOf(text: string): string[] {
  const found = new Set<string>()
  for (const raw of text.split(/\s+/)) {
    const path = asPath(raw)
    if (path !== undefined) found.add(path)
  }
  const whole = asPath(text.trim())
  if (whole !== undefined) found.add(whole)
  return [...found].slice(0, MAX_PATHS)
}

/** One token as a project path, or undefined when it does not look like a path. `src\db.ts:12:3` gives `src/db.ts`. */
export function asPath(raw: string): string | undefined {
  const token = raw
    .replace(OPENING, '')
    .replace(CLOSING, '')
    .replace(/[.,]+$/, '')
  if (token.length > 300 || /^\w+:\/\//.test(token)) return undefined
  const path = token
    .replace(/#.*$/, '')
    .replace(/(?::\d+){1,2}$/, '')
    .replace(/\\+/g, '/')
    .replace(/^[A-Za-z]:\//, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  if (path === '' || path.split('/').some((part) => part === '..')) return undefined
  return path.includes('/') || FILE_NAME(path).test(path) ? path : undefined
}
