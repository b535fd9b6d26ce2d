import { opening } from './plain.ts'
import type { Section } from './sections.ts'
import { firstParagraph, STATUS_SECTION, sectionNamed } from './sections.ts'

const SUMMARY_SECTIONS = [
  ['one-liner', 'one liner', '一句话', '一句话说明'],
  ['summary', '摘要', '概要'],
  ['purpose', '目的', '用途'],
] as const

/**
 * The summary that is shown and matched: the authored one as it stands, else the opening of One-liner, Summary or
 * Purpose, else of the first paragraph; at most two sentences and 300 characters. '' where the card has no prose.
 */
export function summaryOf(
  authored: string | null,
  all: readonly Section[],
): { readonly summary: string; readonly authoredSummary: string | null } {
  if (authored !== null) return { summary: authored, authoredSummary: authored }
  for (const names of SUMMARY_SECTIONS) {
    const text = firstParagraph(sectionNamed(all, names)?.text ?? '')
    if (text !== '') return { summary: opening(text), authoredSummary: null }
  }
  const status = sectionNamed(all, STATUS_SECTION)
  for (const section of all) {
    if (section === status) continue
    const text = firstParagraph(section.text)
    if (text !== '') return { summary: opening(text), authoredSummary: null }
  }
  return { summary: '', authoredSummary: null }
}
