import { type AboutHit, cardsAbout } from '../facts/about.ts'
import { trustOf } from '../facts/rank.ts'
import type { AboutCard } from '../model/fact.ts'
import { byText } from '../text/order.ts'
import { aboutCard, type FactStore, isRetired } from './fact-view.ts'

export type AboutFound = AboutHit & { readonly one: FactStore }

/** The cards that name every one of some things, in any of the stores: those that still hold first, then the most trusted, then by id. */
export function aboutAll(stores: readonly FactStore[], names: readonly string[], type?: string): readonly AboutFound[] {
  const found = stores.flatMap((one) => {
    const { graph, text } = one.store
    const [first = [], ...rest] = names.map((name) => cardsAbout(name, graph, text, one.textOf))
    return first
      .filter(({ node }) => type === undefined || node.type === type)
      .filter(({ node }) => rest.every((hits) => hits.some((hit) => hit.node.id === node.id)))
      .map((hit) => ({ ...hit, one, retired: isRetired(one.store, hit.node), trust: trustOf(hit.node, one.state) }))
  })
  return found.sort(
    (a, b) =>
      Number(a.retired) - Number(b.retired) || byText(a.namedIn, b.namedIn) || b.trust - a.trust || byText(a.node.id, b.node.id),
  )
}

export const aboutCards = (found: readonly AboutFound[]): readonly AboutCard[] =>
  found.map(({ one, node, namedIn }) => aboutCard(one, node, namedIn))
