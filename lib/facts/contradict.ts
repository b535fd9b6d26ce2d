import { byText } from '../text/order.ts'
import { type Claim, claimsIn } from './claim.ts'

/** How two statements about one thing disagree. */
export type Difference = 'number' | 'negation' | 'value' | 'status'
export type Disagreement = { readonly kind: Difference; readonly subject: string; readonly differing: readonly [string, string] }
export type Contradiction = Disagreement & {
  readonly a: { readonly id: string; readonly text: string }
  readonly b: { readonly id: string; readonly text: string }
}

/**
 * Pairs of statements of different facts that cannot both hold: they are about the same thing, in all their words, and differ in a
 * number, a negation, a state or the one value of a property; or one forbids outright what the other does in some case. Facts that
 * each say something else of a thing are left alone. Pairs by id; each pair of facts once for each kind.
 * A suspicion with its evidence, not a proof: nothing is changed by it. Deterministic, whatever the order of the facts.
 */
export function contradictions(facts: readonly { readonly id: string; readonly text: string }[]): readonly Contradiction[] {
  const all = [...facts]
    .sort((a, b) => byText(a.id, b.id))
    .flatMap(({ id, text }) => claimsIn(text).map((claim) => ({ id, claim })))
  const found = new Map<string, Contradiction>()
  const compare = (one: Held, other: Held): void => {
    if (one.id === other.id) return
    const [a, b] = byText(one.id, other.id) < 0 ? [one, other] : [other, one]
    const disagreement = disagree(a.claim, b.claim)
    const key = JSON.stringify([a.id, b.id, disagreement?.kind])
    if (disagreement !== undefined && !found.has(key))
      found.set(key, { ...disagreement, a: { id: a.id, text: a.claim.text }, b: { id: b.id, text: b.claim.text } })
  }
  for (const group of groupsOf(all)) pairwise(group, compare)
  for (const [ban, broad] of bans(all)) compare(ban, broad)
  return [...found.values()].sort((x, y) => byText(x.a.id, y.a.id) || byText(x.b.id, y.b.id) || byText(x.kind, y.kind))
}

/** The first way in which any statements of two texts disagree. */
export function disagreement(a: string, b: string): Disagreement | undefined {
  const others = claimsIn(b)
  for (const one of claimsIn(a))
    for (const other of others) {
      const found = disagree(one, other)
      if (found !== undefined) return found
    }
  return undefined
}

type Held = { readonly id: string; readonly claim: Claim }

/** Statements about the same thing: with the same frame, or with the same subject of a value. */
function groupsOf(all: readonly Held[]): Iterable<readonly Held[]> {
  const groups = new Map<string, Held[]>()
  const add = (key: string, held: Held): void => {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [held])
    else group.push(held)
  }
  for (const held of all) {
    add(`frame ${held.claim.frame.join(' ')}`, held)
    if (held.claim.value !== undefined) add(`value ${held.claim.value.subject}`, held)
  }
  return groups.values()
}

/** Past this many statements about one thing, each is compared with as many before it: a list of thousands is no question of pairs. */
const MOST_IN_GROUP = 200
function pairwise(group: readonly Held[], compare: (one: Held, other: Held) => void): void {
  group.forEach((one, at) => {
    for (const other of group.slice(Math.max(0, at - MOST_IN_GROUP), at)) compare(other, one)
  })
}

/** Prohibitions with the statements that hold all of their terms, found by the rarest of them. */
function* bans(all: readonly Held[]): Iterable<readonly [Held, Held]> {
  const holders = new Map<string, Held[]>()
  for (const held of all)
    if (!held.claim.negative)
      for (const term of held.claim.frame) {
        const list = holders.get(term)
        if (list === undefined) holders.set(term, [held])
        else list.push(held)
      }
  for (const ban of all) {
    if (!ban.claim.negative) continue
    const lists = ban.claim.frame.map((term) => holders.get(term) ?? [])
    const [rarest = []] = [...lists].sort((a, b) => a.length - b.length)
    for (const held of rarest.slice(0, MOST_IN_GROUP)) yield [ban, held]
  }
}

function disagree(a: Claim, b: Claim): Disagreement | undefined {
  const same = a.frame.length === b.frame.length && a.frame.every((term, at) => term === b.frame[at])
  const subject = (a.frame.length <= b.frame.length ? a : b).about
  if (a.negative !== b.negative) {
    const [no, yes] = a.negative ? [a, b] : [b, a]
    const covers = same ? sameNumbers(a, b) : isBan(no, yes)
    return covers ? { kind: 'negation', subject, differing: [a.text, b.text] } : undefined
  }
  if (same && differ(a.states, b.states)) return { kind: 'status', subject, differing: [a.states.join(' '), b.states.join(' ')] }
  if (same && differ(a.numbers, b.numbers) && a.numbers.length === b.numbers.length)
    return { kind: 'number', subject, differing: [a.numbers.join(', '), b.numbers.join(', ')] }
  return valuesDiffer(a, b)
}

/** `never use Redis` forbids using it for anything: all of its terms, two at least, stand in the other, and it names no number of its own. */
const isBan = (no: Claim, yes: Claim): boolean =>
  no.frame.length >= 2 && no.numbers.length === 0 && no.frame.every((term) => yes.frame.includes(term))

function valuesDiffer(one: Claim, other: Claim): Disagreement | undefined {
  const [a, b] = [one.value, other.value]
  if (one.negative || a === undefined || b === undefined || a.subject !== b.subject) return undefined
  return differ(a.words, b.words) && !a.words.some((word) => b.words.includes(word))
    ? { kind: 'value', subject: a.subject, differing: [a.text, b.text] }
    : undefined
}

const sameNumbers = (a: Claim, b: Claim): boolean => a.numbers.join(' ') === b.numbers.join(' ')

/** Both say something, and neither says all that the other does. */
const differ = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && b.length > 0 && !a.every((one) => b.includes(one)) && !b.every((one) => a.includes(one))
