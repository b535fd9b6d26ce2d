import { contentForHash } from '../card/content.ts'
import { parseCard } from '../card/parse.ts'
import { pathOf } from '../model/ids.ts'
import { byText } from '../text/order.ts'
import type { ImportContext, ImportFile, ImportItem } from './import-item.ts'

const SECTION =
  /^#{1,4}\s+(?:\d+[.)]\s*)?(?:status|context|decision|consequences|considered options|decision drivers|options|rationale|背景|决策|决定|后果|状态)\b.*$|^#{1,4}\s+(?:背景|决策|决定|后果|状态)/gim

/** True for Nygard's form, MADR and their like: two of the usual sections, and no template. */
export const isDecisionRecord = ({ path, text }: ImportFile): boolean =>
  !/template|(?:^|\/)(?:readme|index)\.md$/i.test(path) && (contentForHash(text).match(SECTION)?.length ?? 0) >= 2

export function decisionRecord(file: ImportFile, { schema, sha256 }: ImportContext): ImportItem {
  const { path, text } = file
  if (!isDecisionRecord(file)) return { from: path, problem: 'is no decision record' }
  const { card, findings } = parseCard({
    file: pathOf(path),
    bytes: text,
    hash: sha256(text),
    schema,
    source: { glob: '**/*.md', type: 'decision' },
    sha256,
  })
  if (card === null) return { from: path, problem: findings[0]?.message ?? 'cannot be read' }
  const links = card.links.filter(({ type }) => type === 'supersedes')
  const targets = (inverse: boolean): readonly string[] =>
    links.flatMap((link) => (link.inverse === inverse ? [link.target] : [])).sort(byText)
  return {
    from: path,
    decision: {
      path,
      title: card.title.replace(NUMBER, '') || card.title,
      status: card.status,
      date: card.updated ?? card.created,
      summary: card.authoredSummary,
      tags: card.tags,
      aliases: card.aliases,
      supersedes: targets(false),
      supersededBy: targets(true),
      body: card.body.trim(),
    },
  }
}

/** `5. Use dashes`, `ADR-0005: Use dashes`: the number is an alias. */
const NUMBER = /^(?:ADR[- ]?)?\d{1,5}\s?[.:)-]?\s+(?:[-\u2013\u2014]\s+)?/i
