import { appendToSection } from '../card/section-edit.ts'
import { bodyOf } from '../card/block.ts'
import { contentForHash } from '../card/content.ts'
import { type FieldChanges, newCard, setFields } from '../card/serialize.ts'
import { type CardId, type ProjectPath, pathOf } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import type { WriteOp } from '../model/plan.ts'
import { utcDay } from '../text/day.ts'
import { foldName } from '../text/fold.ts'
import { byText, sortedUnique } from '../text/order.ts'
import { type CardFile, putCard } from './card-file.ts'
import { extractFacts, type Fact, type FactKind, saysTheSame } from './extract.ts'
import { withoutOwnOutput } from './own-output.ts'
import { headings } from './trace.ts'

/** A trace to be distilled, with the cards it is about: explicit relations first, in the order of their ids. */
export type DistillTrace = { readonly card: CardFile; readonly related: readonly CardFile[]; readonly modules: readonly CardFile[]; readonly tasks: readonly CardFile[]; readonly distilledInto: readonly string[] }

export type DistillInput = {
  readonly traces: readonly DistillTrace[]
  /** Every card but traces: what they say already is not proposed again. */
  readonly cards: readonly CardFile[]
  readonly manifest: Manifest
  readonly today: string
  /** A free id and file for a new card of a type. */
  readonly place: (type: string, title: string) => { readonly id: CardId; readonly path: ProjectPath }
  readonly sha256: (text: string) => string
}

/** One proposal: the facts of one trace that go to one card. */
export type Proposal = {
  readonly id: string
  readonly trace: CardId
  readonly card: CardId
  readonly file: ProjectPath
  /** True for a card that is made. */
  readonly made: boolean
  readonly facts: readonly Fact[]
  readonly before: string | undefined
  readonly after: string
}
export type Overtaken = { readonly card: CardId; readonly trace: CardId; readonly reason: string }
export type Distilled = {
  readonly proposals: readonly Proposal[]
  /** Facts that a card states already, or that repeat pmem's own output: not proposed. */
  readonly known: readonly { readonly trace: CardId; readonly text: string; readonly card: CardId }[]
  readonly overtaken: readonly Overtaken[]
  readonly ops: readonly WriteOp[]
  /** Traces that are marked as distilled by `ops`, with the cards that took their facts. */
  readonly marked: readonly { readonly trace: CardId; readonly into: readonly CardId[] }[]
}

/** Where the facts of a kind go on a card, English and Chinese. */
const SECTION: Readonly<Record<FactKind, readonly [string, string]>> = {
  decision: ['Decisions', '决策'],
  constraint: ['Constraints', '约束'],
  risk: ['Risks', '风险'],
  interface: ['Interfaces', '接口'],
  next: ['Next Step', '下一步'],
  learned: ['Learned', '结论'],
}
/** The card type that a kind of fact prefers among the cards a trace is about, and the type of a card made for it where there is none. */
const PREFERRED: Readonly<Record<FactKind, readonly string[]>> = {
  decision: ['decision'],
  constraint: ['constraint'],
  risk: ['risk'],
  interface: ['module', 'feature'],
  next: ['task'],
  learned: [],
}

/**
 * What undistilled traces say that no card says yet: facts for the cards they are about, or for new ones. Each fact is proposed
 * once; applied, a trace is marked with the cards that took its facts, and the same command proposes nothing more.
 * `only` applies one proposal: a trace is marked when none of its facts is left.
 */
export function distill(input: DistillInput, only?: string): Distilled {
  const texts = new Map<CardId, CardFile>(input.cards.map((card) => [card.node.id, card]))
  const stated = new Stated(input.cards)
  const proposals: Proposal[] = []
  const known: { trace: CardId; text: string; card: CardId }[] = []
  const changed = new Map<CardId, string>()
  const made = new Map<CardId, { readonly path: ProjectPath; text: string }>()
  const into = new Map<CardId, CardId[]>()
  const waiting = new Set<CardId>()
  const traces = [...input.traces].sort((a, b) => byText(a.card.node.created ?? '', b.card.node.created ?? '') || byText(a.card.node.id, b.card.node.id))
  for (const trace of traces) {
    const { id } = trace.card.node
    const targets: CardId[] = []
    for (const [target, facts] of grouped(trace, stated, known, input)) {
      const file = target.card === undefined ? target.place!.path : target.card.node.file
      const card = target.card?.node.id ?? target.place!.id
      const proposal = `${card}@${input.sha256(`${id}\n${facts.map(({ text }) => text).join('\n')}\n${target.card?.expect ?? ''}`).slice(0, 8)}`
      const before = target.card === undefined ? made.get(card)?.text : (changed.get(card) ?? target.card.text)
      const after = target.card === undefined && before === undefined ? madeCard(input, target, card, facts, id) : withFacts(input, before!, facts, id, target.card)
      proposals.push({ id: proposal, trace: id, card, file, made: target.card === undefined, facts, before, after })
      if (only !== undefined && only !== proposal) {
        waiting.add(id)
        continue
      }
      for (const fact of facts) stated.add(fact.text, card)
      if (target.card === undefined) made.set(card, { path: file, text: after })
      else changed.set(card, after)
      targets.push(card)
    }
    into.set(id, targets)
  }
  const ops: WriteOp[] = []
  for (const [id, text] of [...changed].sort((a, b) => byText(a[0], b[0]))) ops.push(...putCard(texts.get(id)!, text))
  for (const [, { path, text }] of [...made].sort((a, b) => byText(a[0], b[0]))) ops.push({ op: 'put', path, text, expect: 'absent' })
  const marked = traces.filter(({ card }) => !waiting.has(card.node.id) && (only === undefined || into.get(card.node.id)!.length > 0))
  const reached = (trace: DistillTrace): readonly CardId[] => sortedUnique([...(into.get(trace.card.node.id) ?? []), ...known.filter((fact) => fact.trace === trace.card.node.id).map(({ card }) => card)]) as CardId[]
  if (input.manifest.distill.output.updateSummaries) ops.push(...summaries(input, marked))
  for (const trace of traces) {
    const targets = reached(trace)
    const whole = marked.includes(trace)
    if (!whole && (into.get(trace.card.node.id) ?? []).length === 0) continue
    ops.push(...markTrace(trace, targets, whole, input))
  }
  return {
    proposals,
    known,
    overtaken: marked.flatMap((trace) => overtaken(trace, changed)),
    ops,
    marked: marked.map((trace) => ({ trace: trace.card.node.id, into: reached(trace) })),
  }
}

type Target = { readonly card?: CardFile; readonly place?: { readonly id: CardId; readonly path: ProjectPath }; readonly type: string; readonly title: string }

/** The facts of a trace by the card they go to; what is known already is put aside. */
function grouped(trace: DistillTrace, stated: Stated, known: { trace: CardId; text: string; card: CardId }[], input: DistillInput): readonly (readonly [Target, Fact[]])[] {
  const { body } = bodyOf(contentForHash(trace.card.text))
  const own = withoutOwnOutput(body, (text) => stated.by(text) !== undefined)
  const groups = new Map<string, readonly [Target, Fact[]]>()
  if (!input.manifest.distill.output.updateCards) return []
  const mine: Fact[] = []
  for (const fact of extractFacts(own)) {
    const card = stated.by(fact.text)
    if (card !== undefined) {
      known.push({ trace: trace.card.node.id, text: fact.text, card })
      continue
    }
    if (mine.some(({ text }) => saysTheSame(text, fact.text))) continue
    mine.push(fact)
    const card2 = targetCard(trace, fact.kind, input.manifest)
    const type = newType(fact.kind, input.manifest)
    const key = card2?.node.id ?? `${type} ${fact.kind === 'decision' || fact.kind === 'risk' || fact.kind === 'constraint' ? fact.text : ''}`
    const group = groups.get(key) ?? [card2 === undefined ? { place: input.place(type, titleOf(fact.text)), type, title: titleOf(fact.text) } : { card: card2, type: card2.node.type, title: card2.node.title }, []]
    group[1].push(fact)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The card among those the trace is about that a fact belongs to: of the preferred type, else the one the trace is grouped by. */
function targetCard(trace: DistillTrace, kind: FactKind, { distill }: Manifest): CardFile | undefined {
  const writable = (cards: readonly CardFile[]): readonly CardFile[] => cards.filter(({ node }) => node.external !== true && node.type !== 'trace' && node.secret !== true)
  const about = writable([...trace.related, ...trace.modules, ...trace.tasks])
  const preferred = about.find(({ node }) => PREFERRED[kind].includes(node.type))
  return preferred ?? groupCard(trace, distill.groupBy)
}

/** The card a trace is grouped by, in the order of distill.group_by; undefined for one that is about nothing. */
export function groupCard(trace: DistillTrace, groupBy: readonly string[]): CardFile | undefined {
  for (const by of groupBy) {
    const cards = by === 'related' ? trace.related : by === 'module' ? trace.modules : trace.tasks
    const found = cards.find(({ node }) => node.external !== true && node.type !== 'trace' && node.secret !== true)
    if (found !== undefined) return found
  }
  return undefined
}

function newType(kind: FactKind, { schema }: Manifest): string {
  const [type] = PREFERRED[kind].filter((name) => name !== 'module' && name !== 'feature' && name !== 'task')
  return type !== undefined && schema.cardTypes.includes(type) ? type : 'fact'
}

const titleOf = (text: string): string => {
  const points = [...text.replace(/\s+/g, ' ').trim()]
  return points.length <= 80 ? points.join('').replace(/[.\u3002]$/, '') : `${points.slice(0, 77).join('').trimEnd()}...`
}

const factLine = ({ text }: Fact, trace: CardId): string => `- ${text} ([[${trace}]])`

function withFacts(input: DistillInput, text: string, facts: readonly Fact[], trace: CardId, card: CardFile | undefined): string {
  let after = text
  for (const kind of new Set(facts.map((fact) => fact.kind))) {
    const names = headings(card?.node.type === 'decision' && kind === 'decision' ? ['Consequences', '影响'] : SECTION[kind], input.manifest.project.language)
    after = appendToSection(after, names, facts.filter((fact) => fact.kind === kind).map((fact) => factLine(fact, trace)))
  }
  const fields = new Map<string, string | readonly string[]>()
  const sources = listField(after, 'derived_from')
  if (!sources.includes(trace)) fields.set('derived_from', [...sources, trace])
  if (card !== undefined && card.node.updated !== null && card.node.updated.slice(0, 10) !== input.today) fields.set('updated', input.today)
  // What was taken over from a trace was looked at just now; without this the card would count as edited since it was verified.
  if (card?.node.last_verified != null && fields.has('updated')) fields.set('last_verified', input.today)
  return fields.size === 0 ? after : setFields(after, fields)
}

function madeCard(input: DistillInput, { type, title }: Target, id: CardId, facts: readonly Fact[], trace: CardId): string {
  const fields: FieldChanges = new Map<string, string | readonly string[]>([
    ['status', type === 'fact' ? 'active' : 'draft'],
    ['summary', facts[0]!.text],
    ['derived_from', [trace]],
    ['created', input.today],
    ['updated', input.today],
  ])
  const body = type === 'fact' ? facts.map(({ text }) => text).join('\n\n') : `# ${title}\n\n${facts.map((fact) => factLine(fact, trace)).join('\n')}`
  return newCard({ id, type, title, fields, body })
}

/** One summary card a group, with what the group's traces say; lines that are there are not added again. */
function summaries(input: DistillInput, traces: readonly DistillTrace[]): readonly WriteOp[] {
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
    const lines = mine.map(({ card: trace }) => `- ${(trace.node.created ?? '').slice(0, 10)} ${trace.node.summary.replace(/\s+/g, ' ')} ([[${trace.node.id}]])`.replace('-  ', '- '))
    const ids = mine.map(({ card: trace }) => trace.node.id)
    const existing = input.cards.find(({ node }) => node.id === id)
    const names = headings(['Summary', '摘要'], input.manifest.project.language)
    if (existing === undefined) {
      const title = input.manifest.project.language === 'zh-CN' ? `${card.node.title}：摘要` : `Summary of ${card.node.title}`
      const fields: FieldChanges = new Map<string, string | readonly string[]>([['status', 'active'], ['summary', title], ['related', [card.node.id]], ['derived_from', ids], ['created', input.today], ['updated', input.today]])
      const path = pathOf('.pmem', input.manifest.schema.typeDirs['summary'] ?? 'summaries', `${id.slice('summary.'.length)}.md`)
      return [{ op: 'put', path, text: newCard({ id, type: 'summary', title, fields, body: `# ${title}\n\n## ${names[0]}\n\n${lines.join('\n')}\n` }), expect: 'absent' } as const]
    }
    const text = appendToSection(existing.text, names, lines)
    const sources = listField(text, 'derived_from')
    const missing = ids.filter((trace) => !sources.includes(trace))
    return putCard(existing, missing.length === 0 ? text : setFields(text, new Map<string, string | readonly string[]>([['derived_from', [...sources, ...missing]], ['updated', input.today]])))
  })
}

/** A trace with the cards that took its facts; a whole one is marked, and moved to the archive where the manifest says so. */
function markTrace({ card, distilledInto }: DistillTrace, targets: readonly CardId[], whole: boolean, { manifest }: DistillInput): readonly WriteOp[] {
  const all = sortedUnique([...distilledInto, ...targets])
  const fields = new Map<string, string | readonly string[]>()
  if (whole) fields.set('distilled', 'true')
  if (all.length > distilledInto.length) fields.set('distilled_into', all)
  const text = fields.size === 0 ? card.text : setFields(card.text, fields)
  if (!whole || !manifest.distill.output.archiveTraces || card.node.file.startsWith('.pmem/archive/')) return putCard(card, text)
  const path = pathOf('.pmem/archive/traces', card.node.file.slice(card.node.file.lastIndexOf('/') + 1))
  return [
    { op: 'put', path, text, expect: 'absent' },
    { op: 'delete', path: card.node.file, expect: card.expect },
  ]
}

/** Cards a trace is about that were last looked at before it and take nothing from it: somebody should look. */
function overtaken({ card: { node }, related }: DistillTrace, changed: ReadonlyMap<CardId, string>): readonly Overtaken[] {
  const day = utcDay((node.created ?? node.updated ?? '').trim())
  if (day === undefined) return []
  return related
    .filter(({ node: card }) => {
      const looked = utcDay(card.last_verified ?? '') ?? utcDay(card.updated ?? '')
      return card.external !== true && card.type !== 'trace' && !changed.has(card.id) && looked !== undefined && looked < day
    })
    .map(({ node: card }) => ({ card: card.id, trace: node.id, reason: `overtaken by ${node.id}` }))
}

/** The texts of a list field of the frontmatter, as written. */
export function listField(text: string, field: string): readonly string[] {
  return fieldItems(contentForHash(text), field)
}

/** What the cards state, to be asked by what a text says. */
class Stated {
  private readonly lines: { readonly text: string; readonly card: CardId }[] = []
  private readonly keys = new Map<string, CardId>()

  constructor(cards: readonly CardFile[]) {
    for (const { node, text } of cards) {
      if (node.secret === true) continue
      for (const own of [node.title, node.summary, ...linesOf(text)]) if (own !== '') this.add(own, node.id)
    }
  }

  add(text: string, card: CardId): void {
    const key = foldName(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
    if (key === '' || this.keys.has(key)) return
    this.keys.set(key, card)
    this.lines.push({ text, card })
  }

  by(text: string): CardId | undefined {
    const key = foldName(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
    return this.keys.get(key) ?? this.lines.find((line) => Math.abs(line.text.length - text.length) <= text.length / 4 && saysTheSame(line.text, text))?.card
  }
}
