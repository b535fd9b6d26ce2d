import { straighten } from '../text/fold.ts'
import { sortedUnique } from '../text/order.ts'
import { termsOf } from '../text/tokenize.ts'
import {
  COPULA,
  COPULA_HAN,
  LIGHT,
  LIGHT_HAN,
  NEGATION,
  NEGATION_HAN,
  NUMBERED,
  POLAR,
  POLAR_HAN,
  SINGLE,
  SINGLE_HAN,
  STATE,
  STATE_HAN,
} from './claim-words.ts'

/** One statement, taken apart into what can disagree and the rest, which says what it is about. */
export type Claim = {
  /** The sentence as it was written, on one line. */
  readonly text: string
  /** What is left without numbers, negations and states: sorted terms. */
  readonly frame: readonly string[]
  /** The same as a person reads it. */
  readonly about: string
  readonly numbers: readonly string[]
  readonly negative: boolean
  /** True where a word with an opposite says so; a negation beside it turns it round. */
  readonly states: readonly string[]
  /** `subject is value`, where the subject is a property of which there is one value. */
  readonly value: { readonly subject: string; readonly words: readonly string[]; readonly text: string } | undefined
}

/** The statements of a text: its sentences and lines, those without any subject left out. Linear; never throws. */
export const claimsIn = (text: string): readonly Claim[] =>
  sentencesOf(text)
    .slice(0, MOST_SENTENCES)
    .map(claimOf)
    .filter(({ frame }) => frame.length > 0)

const MOST_SENTENCES = 40
const MOST_LETTERS = 400
const SENTENCE_END = /(?<=[.!?])\s+|[\u3002\uff01\uff1f;\uff1b\n]+/

const sentencesOf = (text: string): readonly string[] =>
  straighten(text.slice(0, MOST_SENTENCES * MOST_LETTERS))
    .replace(/`/g, '')
    .split(SENTENCE_END)
    .map((line) =>
      line
        .replace(/^\s*(?:[-*>#]+|\d+\.)\s+/, '')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, MOST_LETTERS),
    )
    .filter((line) => line !== '')

function claimOf(text: string): Claim {
  let negations = 0
  const states: string[] = []
  const numbers: string[] = []
  const count = (): string => {
    negations += 1
    return ''
  }
  let han = text
  for (const state of STATE_HAN) {
    if (!han.includes(state)) continue
    states.push(STATE.get(state)!)
    han = han.replaceAll(state, ' ')
  }
  for (const [word, common] of POLAR_HAN) {
    if (!han.includes(word)) continue
    negations += han.split(word).length - 1
    han = han.replaceAll(word, common)
  }
  han = han.replace(NEGATION_HAN, count)
  const kept: string[] = []
  const words = han.replace(LIGHT_HAN, ' ').match(WORDS) ?? []
  words.forEach((word, index) => {
    const plain = word
      .toLowerCase()
      .replace(/[.,:!?()"']+$/, '')
      .replace(/^[("']+/, '')
    const isNumber = NUMBER.test(plain)
    if (isNumber && !NUMBERED.has((words[index - 1] ?? '').toLowerCase())) numbers.push(plain.replace(/^v(?=\d)/, ''))
    else if (isNumber) kept.push(`${words[index - 1]!.toLowerCase()}${plain}`)
    else if (NEGATION.has(plain)) count()
    else if (POLAR.has(plain)) {
      const [common, negative] = POLAR.get(plain)!
      if (negative) count()
      kept.push(common)
    } else if (STATE.has(plain)) states.push(STATE.get(plain)!)
    else if (!LIGHT.has(plain) && !(UNITS.test(plain) && NUMBER.test(words[index - 1] ?? ''))) kept.push(plain)
  })
  return {
    text,
    frame: framed(kept.join(' ')),
    about: kept.join(' '),
    numbers: sortedUnique(numbers),
    negative: negations % 2 === 1,
    states: sortedUnique(states),
    value: statedValue(text),
  }
}

/** Letters with the marks that join identifiers, or a number with its sign, unit or version. */
const WORDS =
  /[A-Za-z\u00c0-\u024f'][\p{L}\p{N}'_./+#-]*|[\p{L}\p{M}]+|[-+$\u20ac\u00a5]?\p{N}[\p{N}.,:/_-]*(?:[A-Za-z%]{1,4}(?![\p{L}\p{N}]))?/gu
const NUMBER = /^[-+$\u20ac\u00a5v]?\d[\d.,:/_-]*[a-z%]{0,4}$/i
const UNITS =
  /^(?:ms|s|sec|secs|seconds?|m|min|mins|minutes?|h|hours?|days?|weeks?|months?|years?|kb|mb|gb|tb|kib|mib|gib|bytes?|px|percent|usd|eur|x|times)$/

const framed = (text: string): readonly string[] =>
  sortedUnique(
    termsOf(text)
      .filter(({ kind }) => kind !== 'joined')
      .map(({ term }) => term),
  )

/** `The default branch is main`: the subject before the first copula, when it names a property that has one value, and a short value. */
function statedValue(text: string): Claim['value'] {
  const cut = /[\u4e00-\u9fff]/.test(text) ? hanCut(text) : wordCut(text)
  if (cut === undefined) return undefined
  const [before, after] = cut
  const subject = framed(
    before
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => !LIGHT.has(word))
      .join(' ')
      .replace(LIGHT_HAN, ' '),
  )
  const words = framed(after.toLowerCase())
  return subject.length === 0 || words.length === 0 || words.length > MOST_VALUE
    ? undefined
    : { subject: subject.join(' '), words, text: after.trim().replace(/[.!]$/, '') }
}
const MOST_VALUE = 6

function wordCut(text: string): readonly [string, string] | undefined {
  const words = text.replace(/:(?=\s)/g, ' :').split(' ')
  const at = words.findIndex((word) => COPULA.test(word.toLowerCase()))
  if (at < 1 || at > 8) return undefined
  const subject = words.slice(0, at)
  const isSingle = subject.some((word) => SINGLE.has(word.toLowerCase().replace(/[^a-z-]/g, '')))
  return isSingle && subject.length >= 2 ? [subject.join(' '), words.slice(at + 1).join(' ')] : undefined
}

function hanCut(text: string): readonly [string, string] | undefined {
  const match = COPULA_HAN.exec(text)
  if (match === null || match.index === 0) return undefined
  const subject = text.slice(0, match.index)
  return SINGLE_HAN.test(subject) || subject.split(/\s+/).some((word) => SINGLE.has(word.toLowerCase()))
    ? [subject, text.slice(match.index + match[0].length)]
    : undefined
}
