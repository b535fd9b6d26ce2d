import type { EvalCase, EvalResult, EvalScore, Metamorphosis } from '../model/eval.ts'
import { isRecord, parseJson } from '../text/json.ts'
import { byKey } from '../text/order.ts'
import { round6 } from '../text/round.ts'

/** Finds the ids of the best cards for a question, best first. */
export type Answering = (question: string) => readonly string[]

/**
 * Scores a case. `answer` is the memory as it is, `withStranger` the same with one more card that has nothing to do with any
 * question: its coming must not change which card is first. Asked in other case, in another order of words or with a plural a
 * question must find no fewer of the expected cards. Ids of the case are those of cards already.
 */
export function scoreCase(
  { question, expected, forbidden }: EvalCase,
  answer: Answering,
  withStranger: Answering,
): EvalScore & { readonly found: readonly string[] } {
  const found = answer(question)
  const place = found.findIndex((id) => expected.includes(id))
  const recall = recallOf(found, expected)
  const unstable = variantsOf(question)
    .filter(({ text }) => recallOf(answer(text), expected) < recall)
    .map(({ kind }) => kind)
  const stays = withStranger(question)[0] === found[0]
  return {
    found,
    recall,
    reciprocal_rank: expected.length === 0 ? 1 : place < 0 ? 0 : round6(1 / (place + 1)),
    forbidden_found: forbidden.filter((id) => found.includes(id)),
    unstable: stays ? unstable : [...unstable, 'unrelated_card'],
  }
}

const recallOf = (found: readonly string[], expected: readonly string[]): number =>
  expected.length === 0 ? 1 : round6(expected.filter((id) => found.includes(id)).length / expected.length)

type Variant = { readonly kind: Metamorphosis; readonly text: string }

/**
 * The same question as others type it. Only plain words of lower-case letters change their case or number: in `loadCart` or
 * `src/a.ts` either means something. Words change places where there are at least two; text without blanks has none.
 */
export function variantsOf(question: string): readonly Variant[] {
  const words = question.trim().split(/\s+/)
  const variants: readonly Variant[] = [
    { kind: 'case', text: words.map((word) => (PLAIN.test(word) ? word.toUpperCase() : word)).join(' ') },
    { kind: 'word_order', text: [...words.slice(-1), ...words.slice(0, -1)].join(' ') },
    { kind: 'plural', text: withPlural(words).join(' ') },
  ]
  return variants.filter(({ text }) => text !== words.join(' '))
}

const PLAIN = /^[a-z]+[?!.,]?$/

/** The longest plain word, the last of several, in the other number. */
function withPlural(words: readonly string[]): readonly string[] {
  let longest = -1
  words.forEach((word, index) => {
    if (/^[a-z]{4,}$/.test(word) && !/(?:ss|us|is|y|ed|ing)$/.test(word) && word.length >= (words[longest]?.length ?? 0))
      longest = index
  })
  return words.map((word, index) => (index !== longest ? word : word.endsWith('s') ? word.slice(0, -1) : `${word}s`))
}

/** What was accepted of one case. */
export type AcceptedCase = EvalScore & { readonly question: string; readonly type: string | null }

const ACCEPTED_KIND = 'pmem.eval_accepted'

/** The list of what is accepted, a case a line, so that a diff shows which question changed. */
export function acceptedEvalText(results: readonly EvalResult[]): string {
  const lines = results
    .map(({ question, type, recall, reciprocal_rank, forbidden_found, unstable }) =>
      JSON.stringify({ question, type, recall, reciprocal_rank, forbidden_found, unstable }),
    )
    .sort(byKey((line) => line))
  return `${JSON.stringify({ kind: ACCEPTED_KIND, format: 1 })}\n${lines.map((line) => `${line}\n`).join('')}`
}

/** Reads that list; undefined where there is none or it is damaged. */
export function readAcceptedEval(text: string | undefined): readonly AcceptedCase[] | undefined {
  const [head, ...rows] = (text ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseJson)
  if (!isRecord(head) || head['kind'] !== ACCEPTED_KIND) return undefined
  return rows.every((row) => isRecord(row) && typeof row['question'] === 'string' && typeof row['recall'] === 'number')
    ? (rows as readonly AcceptedCase[])
    : undefined
}

/** What is worse than `before`, in words; where that is undefined, what is not perfect. */
export function dropsOf(now: EvalScore, before: AcceptedCase | undefined): readonly string[] {
  const floor: EvalScore = before ?? { recall: 1, reciprocal_rank: 0, forbidden_found: [], unstable: [] }
  return [
    ...(now.recall < floor.recall ? [`recall ${now.recall}, was ${floor.recall}`] : []),
    ...(now.reciprocal_rank < floor.reciprocal_rank
      ? [`reciprocal rank ${now.reciprocal_rank}, was ${floor.reciprocal_rank}`]
      : []),
    ...now.forbidden_found.filter((id) => !floor.forbidden_found.includes(id)).map((id) => `finds ${id}`),
    ...now.unstable.filter((kind) => !floor.unstable.includes(kind)).map((kind) => `answers worse: ${kind.replace('_', ' ')}`),
  ]
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 1 : round6(values.reduce((sum, value) => sum + value, 0) / values.length)
