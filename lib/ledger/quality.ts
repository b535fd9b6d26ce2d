/** What the quality of a card is judged by; every part is a fault or the absence of one. */
export type CardFaults = {
  /** A trace or a document outside the store: it need not be summed up, joined or verified. */
  readonly isRecord: boolean
  readonly hasSummary: boolean
  /** Characters of a text without a summary beyond the limit for one; 0 where there is none. */
  readonly tooLongBy: number
  readonly isJoined: boolean
  readonly danglingLinks: number
  readonly isDated: boolean
  readonly isVerified: boolean
  /** Why the card may no longer be true. */
  readonly staleReasons: readonly string[]
  readonly lowRate: boolean
  readonly aging: boolean
  /** Thousandths. */
  readonly trust: number
}
export type Deduction = { readonly points: number; readonly reason: string }
export type Quality = { readonly score: number; readonly deductions: readonly Deduction[] }

/** From here on trust costs points, in thousandths. */
const DISTRUSTED = 300

/**
 * The quality of a card: 100 less the points of what is wrong with it, at least 0. Only what somebody can mend or should look at
 * costs points; how often a card is used does not. The weights are a judgement: what makes a card wrong costs more than what
 * makes it hard to find, and that more than what makes it hard to read.
 */
export function qualityOf(card: CardFaults): Quality {
  const own = !card.isRecord
  const rules: readonly (readonly [wrong: boolean, points: number, reason: string])[] = [
    [own && card.tooLongBy > 0, 20, `long without a summary (${card.tooLongBy} characters over the limit)`],
    [own && card.tooLongBy === 0 && !card.hasSummary, 10, 'no summary of its own'],
    [card.staleReasons.length > 0, Math.min(40, 20 + 10 * (card.staleReasons.length - 1)), card.staleReasons.join('; ')],
    [own && !card.isVerified, 10, 'never verified although it names source files'],
    [card.danglingLinks > 0, Math.min(20, 10 * card.danglingLinks), `${card.danglingLinks} references lead to no card`],
    [own && !card.isJoined, 10, 'no edge to another card'],
    [own && !card.isDated, 5, 'no date'],
    [card.lowRate, 15, 'often found and hardly ever helpful'],
    [card.aging, 5, 'not found by any question for over 60 days'],
    [card.trust < DISTRUSTED, 15, `trust is ${card.trust / 1000}`],
  ]
  const deductions = rules.filter(([wrong]) => wrong).map(([, points, reason]) => ({ points, reason }))
  return { score: Math.max(0, 100 - deductions.reduce((sum, { points }) => sum + points, 0)), deductions }
}
