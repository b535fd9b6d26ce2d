import type { CardId } from '../model/ids.ts'
import type { PageData } from '../model/view.ts'
import { stalenessOf } from '../query/factors.ts'
import { layout } from '../query/layout.ts'
import { TRUST_FACTOR } from '../query/weights.ts'
import type { OpenStore } from '../store/open.ts'
import { signalsOf } from '../store/signals.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { textReader } from './card-text.ts'
import { graphPoint } from './graph.ts'

/** Code units of one text, and of all: a page of thousands of cards must still open at once. */
const LONGEST_BODY = 6_000
const ALL_BODIES = 6_000_000
const CUT = '\n\n[...] The rest stands in the file.'

/** What the page shows of a store. Secret cards are not on it, and neither is that anything leads to them. */
export function pageData(store: OpenStore, now: number): PageData {
  const { graph, manifest } = store
  const factors = { manifest, today: dayOf(now), signals: signalsOf(store, now, 'all', { readOnly: true }) }
  const textOf = textReader(store)
  const all = [...graph.nodes()]
  const nodes = all.filter(({ secret }) => secret !== true)
  const place = new Map<CardId, number>(nodes.map(({ id }, index) => [id, index]))
  const edges = nodes.flatMap(({ id }, from) =>
    graph.edgesFrom(id).flatMap(({ to, type, source }) => {
      const target = place.get(to)
      return target === undefined ? [] : [[from, target, type, source] as const]
    }),
  )
  const places = layout(
    nodes.length,
    edges.filter(([, , , source]) => source !== 'weak').map(([from, to]) => [from, to]),
  )
  const most = Math.min(LONGEST_BODY, Math.floor(ALL_BODIES / Math.max(1, nodes.length)))
  return {
    project: manifest.project.name,
    stage: manifest.project.stage,
    day: isoDate(dayOf(now)),
    cards: nodes.map((node, index) => {
      const body = textOf(node)?.body.trim() ?? ''
      return {
        ...graphPoint(node, factors),
        file: node.file,
        tags: node.tags,
        summary: node.summary,
        updated: node.updated,
        verified: node.last_verified,
        stale_reasons: stalenessOf(node, factors).reasons,
        trust: factors.signals.trust.get(node.id) ?? node.trust ?? TRUST_FACTOR.default,
        body: body.length <= most ? body : `${body.slice(0, most).toWellFormed()}${CUT}`,
        ...places[index]!,
      }
    }),
    edges,
    secret: all.length - nodes.length,
  }
}
