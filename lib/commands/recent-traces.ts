import type { OpenStore } from '../store/open.ts'
import { utcTime } from '../text/day.ts'
import { byText } from '../text/order.ts'
import { estimateTokens } from '../text/tokens.ts'
import { listField } from '../update/field-list.ts'
import type { RecentTrace } from '../update/trace.ts'
import { cardFile } from './planned-write.ts'

/** More traces than a day can bring by the largest sensible cap. */
const MOST = 100

/** The newest traces with their texts, newest first. */
export function recentTraces({ project, graph }: OpenStore): readonly RecentTrace[] {
  const time = (iso: string | null | undefined): number | undefined => (iso != null && iso.length > 10 ? utcTime(iso) : undefined)
  return [...graph.nodes()]
    .filter((node) => node.type === 'trace' && node.external !== true)
    .sort((a, b) => byText(b.created ?? b.updated ?? '', a.created ?? a.updated ?? '') || byText(b.id, a.id))
    .slice(0, MOST)
    .map((node) => {
      const card = cardFile(project, node)
      return {
        card,
        created: time(node.created),
        updated: time(node.updated),
        madeByHook: listField(card.text, 'made_by')[0] === 'hook',
        tokens: estimateTokens(card.text),
        related: listField(card.text, 'related'),
      }
    })
}
