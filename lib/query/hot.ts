import type { GraphIndex } from '../model/graph.ts'
import type { CardId } from '../model/ids.ts'
import { unicodePattern } from '../text/unicode-pattern.ts'
import { idsIn } from './ids-in.ts'

/** One entry of the queue in next.md. */
export type QueueItem = {
  readonly text: string
  readonly priority: 'high' | 'medium' | 'low' | null
  readonly owner: string | null
  readonly why: string
  readonly file: string
}

/** What the three hot files say: state and focus in a sentence or two, the next steps in order. */
export type HotFiles = {
  readonly focus: string
  readonly state: string
  readonly next: readonly QueueItem[]
  readonly named: ReadonlySet<CardId>
}

/** Texts of the hot files; '' for one that does not exist. */
export type HotTexts = { readonly index: string; readonly state: string; readonly next: string }

/**
 * Reads the hot files as text that people edit: Current Focus of index.md (else the first words of state.md), and the
 * next step of next.md, either as prose with `Why:` or as a queue of `- [P0] @owner text` items. Comments are no content.
 */
export function readHot(texts: HotTexts, graph: GraphIndex): HotFiles {
  const index = sectionsOf(texts.index)
  const state = firstText(sectionsOf(texts.state).values())
  const focus = (index.get('current focus') ?? index.get('focus') ?? index.get('当前焦点') ?? index.get('当前重点') ?? '').trim()
  return {
    focus: oneLine(focus === '' ? state : focus),
    state: oneLine(state),
    next: queueOf(texts.next),
    named: namedIn(`${texts.index}\n${texts.state}\n${texts.next}`, graph),
  }
}

const COMMENT = /<!--(?:(?!-->)[\s\S])*-->/g

function sectionsOf(text: string): Map<string, string> {
  const sections = new Map<string, string>()
  let heading = ''
  for (const line of text.replace(COMMENT, '').split('\n')) {
    const match = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)
    if (match === null) sections.set(heading, `${sections.get(heading) ?? ''}${line}\n`)
    else heading = match[1]!.toLowerCase()
  }
  return sections
}

function firstText(sections: Iterable<string>): string {
  for (const section of sections) {
    const text = section.trim()
    if (text !== '') return text.split(/\n\s*\n/)[0]!
  }
  return ''
}

const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim())
    .filter((line) => line !== '')
    .join('; ')

const ITEM = unicodePattern(
  String.raw`^\s*(?:[-*+]|\d+[.)])\s+(?:\[( |x|X)\]\s*)?(?:\[?(P[0-3])\]?[:\s]\s*)?(?:@([\p{L}\p{N}_.-]+)\s+)?(.+)$`,
)
const WHY = /^\s*(?:[-*+]\s+)?\**(?:why|reason|because|原因|理由|为什么)\**\s*[:：]\**\s*(.+)$/iu
const PRIORITY = { P0: 'high', P1: 'high', P2: 'medium', P3: 'low' } as const

function queueOf(text: string): readonly QueueItem[] {
  const items: QueueItem[] = []
  let prose = ''
  let why = ''
  for (const line of text.replace(COMMENT, '').split('\n')) {
    if (/^#/.test(line)) continue
    const reason = WHY.exec(line)?.[1]?.trim()
    if (reason !== undefined) {
      const last = items.at(-1)
      if (last === undefined) why = reason
      else items[items.length - 1] = { ...last, why: reason }
      continue
    }
    const match = ITEM(line).exec(line)
    if (match === null) {
      if (items.length === 0) prose = `${prose} ${line.trim()}`.trim()
    } else if (match[1]?.toLowerCase() !== 'x') {
      const priority = match[2] === undefined ? null : PRIORITY[match[2] as keyof typeof PRIORITY]
      items.push({ text: match[4]!.trim(), priority, owner: match[3] ?? null, why: '', file: '.pmem/next.md' })
    }
  }
  if (prose !== '') items.unshift({ text: prose, priority: null, owner: null, why, file: '.pmem/next.md' })
  return items
}

/** Ids that stand in the text. */
function namedIn(text: string, graph: GraphIndex): ReadonlySet<CardId> {
  const named = new Set<CardId>()
  for (const id of idsIn(text)) if (graph.node(id) !== undefined) named.add(id)
  return named
}
