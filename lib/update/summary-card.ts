import { appendToSection } from '../card/section-edit.ts'
import { type FieldChanges, newCard, setFields } from '../card/serialize.ts'
import { type CardId, pathOf } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { type CardFile, putCard } from './card-file.ts'
import { type DistillInput, type DistillTrace, groupCard } from './distill-group.ts'
import { listField } from './field-list.ts'
import { headings } from './trace.ts'

/** One summary card a group, with what the group's traces say; lines that are there are not added again. */
export function summaryCards(input: DistillInput, traces: readonly DistillTrace[]): readonly WriteOp[] {
  const groups = new Map<CardId, { readonly card: CardFile; readonly traces: DistillTrace[] }>()
  for (const trace of traces) {
    const card = groupCard(trace, input.manifest.distill.groupBy)
    if (card === undefined) continue
    const group = groups.get(card.node.id) ?? { card, traces: [] }
    group.traces.push(trace)
    groups.set(card.node.id, group)
  }
  return [...groups.values()].flatMap(({ card, traces: mine }) => {
    const id = `summary.${card.node.id.replace(/^summary\./, '')}` as CardId
    const lines = mine.map(({ card: trace }) =>
      `- ${(trace.node.created ?? '').slice(0, 10)} ${trace.node.summary.replace(/\s+/g, ' ')} ([[${trace.node.id}]])`.replace(
        '-  ',
        '- ',
      ),
    )
    const ids = mine.map(({ card: trace }) => trace.node.id)
    const existing = input.cards.find(({ node }) => node.id === id)
    const names = headings(['Summary', '摘要'], input.manifest.project.language)
    if (existing === undefined) {
      const title = input.manifest.project.language === 'zh-CN' ? `${card.node.title}：摘要` : `Summary of ${card.node.title}`
      const fields: FieldChanges = new Map<string, string | readonly string[]>([
        ['status', 'active'],
        ['summary', title],
        ['related', [card.node.id]],
        ['derived_from', ids],
        ['created', input.today],
        ['updated', input.today],
      ])
      const path = pathOf('.pmem', input.manifest.schema.typeDirs['summary'] ?? 'summaries', `${id.slice('summary.'.length)}.md`)
      return [
        {
          op: 'put',
          path,
          text: newCard({ id, type: 'summary', title, fields, body: `# ${title}\n\n## ${names[0]}\n\n${lines.join('\n')}\n` }),
          expect: 'absent',
        } as const,
      ]
    }
    const text = appendToSection(existing.text, names, lines)
    const sources = listField(text, 'derived_from')
    const missing = ids.filter((trace) => !sources.includes(trace))
    return putCard(
      existing,
      missing.length === 0
        ? text
        : setFields(
            text,
            new Map<string, string | readonly string[]>([
              ['derived_from', [...sources, ...missing]],
              ['updated', input.today],
            ]),
          ),
    )
  })
}
