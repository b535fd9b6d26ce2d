/** Trust without any evidence, in thousandths. Source: design, section 4 (spec). */
export const DEFAULT_TRUST = 500
const MOST = 1000

/** What moves the trust of a card, by the letter it is kept under. */
export const STEPS = { helpful: 'h', unhelpful: 'u', demote: 'd', promote: 'p', age: 'a' } as const
export type Step = (typeof STEPS)[keyof typeof STEPS]

/**
 * Trust after one step, both whole thousandths from 0 to 1000; an unknown letter changes nothing. Rounded half up.
 * Source: design, section 4 (spec): helpful +0.05, unhelpful -0.10, demote x 0.9, promote +0.05, age x 0.95.
 */
export function stepped(trust: number, step: string): number {
  switch (step) {
    case STEPS.helpful:
    case STEPS.promote:
      return Math.min(MOST, trust + 50)
    case STEPS.unhelpful:
      return Math.max(0, trust - 100)
    case STEPS.demote:
      return Math.floor((trust * 9 + 5) / 10)
    case STEPS.age:
      return Math.floor((trust * 95 + 50) / 100)
    default:
      return trust
  }
}

/** Trust after all steps in their order, from a start in thousandths. */
export function trustAfter(steps: string, start: number): number {
  let trust = start
  for (const step of steps) trust = stepped(trust, step)
  return trust
}

/** Where the trust of a card starts: at the author's own `trust`, from 0 to 1, else in the middle. */
export const startOf = (own: number | null | undefined): number =>
  own === null || own === undefined ? DEFAULT_TRUST : Math.floor(Math.min(1, Math.max(0, own)) * MOST + 0.5)
