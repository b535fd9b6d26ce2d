import { random } from '../../spec/random.ts'

const DEPTH = 10

export type Measures = { readonly ndcg: number; readonly recall: number; readonly mrr: number }

/** nDCG@10 (gain = grade, log2 discount), Recall@10 and MRR@10 of one ranking. */
export function measure(ranked: readonly string[], grades: ReadonlyMap<string, number>): Measures {
  const gains = ranked.slice(0, DEPTH).map((id) => grades.get(id) ?? 0)
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, DEPTH)
  const relevant = [...grades.values()].filter((grade) => grade > 0).length
  const first = gains.findIndex((gain) => gain > 0)
  return {
    ndcg: discounted(ideal) === 0 ? 0 : discounted(gains) / discounted(ideal),
    recall: relevant === 0 ? 0 : gains.filter((gain) => gain > 0).length / relevant,
    mrr: first < 0 ? 0 : 1 / (first + 1),
  }
}

const discounted = (gains: readonly number[]): number => gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0)

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** One-sided p that `ours` is not better than `theirs`, by paired bootstrap over queries; the seed makes it repeatable. */
export function pairedBootstrap(ours: readonly number[], theirs: readonly number[], rounds = 2_000): number {
  const { below } = random(1)
  const differences = ours.map((value, place) => value - theirs[place]!)
  let notBetter = 0
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0
    for (let i = 0; i < differences.length; i += 1) sum += differences[below(differences.length)]!
    if (sum <= 0) notBetter += 1
  }
  return notBetter / rounds
}
