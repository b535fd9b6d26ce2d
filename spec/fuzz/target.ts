import type { Random } from '../random.ts'

/** Something that takes input nobody has checked. `run` feeds it one input; it throws where the answer is wrong, or where it crashes. */
export type Target = {
  readonly name: string
  /** How many of a thousand inputs go to it. */
  readonly share: number
  readonly run: (random: Random) => void | Promise<void>
}
