import { bodyOf } from '../card/block.ts'
import { contentForHash } from '../card/content.ts'
import { appendToSection } from '../card/section-edit.ts'
import { type FieldChanges, newCard, setFields } from '../card/serialize.ts'
import { type CardId, type ProjectPath, pathOf } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import type { WriteOp } from '../model/plan.ts'
import { utcDay } from '../text/day.ts'
import { byText, sortedUnique } from '../text/order.ts'
import { type CardFile, putCard } from './card-file.ts'
import { type DistillInput, type DistillTrace, groupCard } from './distill-group.ts'
import { extractFacts, type Fact, type FactKind, saysTheSame } from './extract.ts'
import { listField } from './field-list.ts'
import { withoutOwnOutput } from './own-output.ts'
import { Stated } from './stated.ts'
import { summaryCards } from './summary-card.ts'
import { headings } from './trace.ts'

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
/** The type of a card that is made for a fact where a trace is about none. */
const MADE: Readonly<Record<FactKind, string>> = {
  decision: 'decision',
  constraint: 'constraint',
  risk: 'risk',
  interface: 'fact',
  next: 'task',
  learned: 'fact',
}
/** The card types that a kind of fact prefers among the cards a trace is about. */
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
  const traces = [...input.traces].sort(
    (a, b) => byText(a.card.node.created ?? '', b.card.node.created ?? '') || byText(a.card.node.id, b.card.node.id),
  )
  for (const trace of traces) {
    const { id } = trace.card.node
    const targets: CardId[] = []
    for (const [target, facts] of grouped(trace, stated, known, input)) {
      const file = target.card === undefined ? target.place!.path : target.card.node.file
      const card = target.card?.node.id ?? target.place!.id
      const proposal = `${card}@${input.sha256(`${id}\n${facts.map(({ text }) => text).join('\n')}\n${target.card?.expect ?? ''}`).slice(0, 8)}`
      const before = target.card === undefined ? made.get(card)?.text : (changed.get(card) ?? target.card.text)
      const after =
        target.card === undefined && before === undefined
          ? madeCard(input, target, card, facts, id)
          : withFacts(input, before!, facts, id, target.card)
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
  for (const [, { path, text }] of [...made].sort((a, b) => byText(a[0], b[0])))
    ops.push({ op: 'put', path, text, expect: 'absent' })
  const marked = traces.filter(
    ({ card }) => !waiting.has(card.node.id) && (only === undefined || into.get(card.node.id)!.length > 0),
  )
  const reached = (trace: DistillTrace): readonly CardId[] =>
    sortedUnique([
      ...(into.get(trace.card.node.id) ?? []),
      ...known.filter((fact) => fact.trace === trace.card.node.id).map(({ card }) => card),
    ]) as CardId[]
  if (input.manifest.distill.output.updateSummaries) ops.push(...summaryCards(input, marked))
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

type Target = {
  readonly card?: CardFile
  readonly place?: { readonly id: CardId; readonly path: ProjectPath }
  readonly type: string
  readonly title: string
}

/** The facts of a trace by the card they go to; what is known already is put aside. */
function grouped(
  trace: DistillTrace,
  stated: Stated,
  known: { trace: CardId; text: string; card: CardId }[],
  input: DistillInput,
): readonly (readonly [Target, Fact[]])[] {
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
    const target = targetCard(trace, fact, input.manifest)
    const type = newType(fact.kind, input.manifest)
    // One thought a card where none is there to take it.
    const key = target?.node.id ?? `\n${fact.text}`
    const title = titleOf(fact.text)
    const group: readonly [Target, Fact[]] = groups.get(key) ?? [
      target === undefined
        ? { place: input.place(type, title), type, title }
        : { card: target, type: target.node.type, title: target.node.title },
      [],
    ]
    group[1].push(fact)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The card among those the trace is about that a fact belongs to: of the preferred type, else the one the trace is grouped by. */
function targetCard(trace: DistillTrace, { kind, text }: Fact, { distill }: Manifest): CardFile | undefined {
  const writable = (cards: readonly CardFile[]): readonly CardFile[] =>
    cards.filter(({ node }) => node.external !== true && node.type !== 'trace' && node.secret !== true)
  const about = writable([...trace.related, ...trace.modules, ...trace.tasks])
  const preferred = about.find(({ node }) => PREFERRED[kind].includes(node.type))
  return preferred ?? groupCard(trace, distill.groupBy, text)
}

function newType(kind: FactKind, { schema }: Manifest): string {
  const type = MADE[kind]
  return schema.cardTypes.includes(type) ? type : 'fact'
}

const titleOf = (text: string): string => {
  const points = [...text.replace(/\s+/g, ' ').trim()]
  return points.length <= 80 ? points.join('').replace(/[.\u3002]$/, '') : `${points.slice(0, 77).join('').trimEnd()}...`
}

const factLine = ({ text }: Fact, trace: CardId): string => `- ${text} ([[${trace}]])`

function withFacts(input: DistillInput, text: string, facts: readonly Fact[], trace: CardId, card: CardFile | undefined): string {
  let after = text
  for (const kind of new Set(facts.map((fact) => fact.kind))) {
    const names = headings(
      card?.node.type === 'decision' && kind === 'decision' ? ['Consequences', '影响'] : SECTION[kind],
      input.manifest.project.language,
    )
    after = appendToSection(
      after,
      names,
      facts.filter((fact) => fact.kind === kind).map((fact) => factLine(fact, trace)),
    )
  }
  const fields = new Map<string, string | readonly string[]>()
  const sources = listField(after, 'derived_from')
  if (!sources.includes(trace)) fields.set('derived_from', [...sources, trace])
  if (card !== undefined && card.node.updated !== null && card.node.updated.slice(0, 10) !== input.today)
    fields.set('updated', input.today)
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
  const body =
    type === 'fact'
      ? facts.map(({ text }) => text).join('\n\n')
      : `# ${title}\n\n${facts.map((fact) => factLine(fact, trace)).join('\n')}`
  return newCard({ id, type, title, fields, body })
}

/** A trace with the cards that took its facts; a whole one is marked, and moved to the archive where the manifest says so. */
function markTrace(
  { card, distilledInto }: DistillTrace,
  targets: readonly CardId[],
  whole: boolean,
  { manifest }: DistillInput,
): readonly WriteOp[] {
  const all = sortedUnique([...distilledInto, ...targets])
  const fields = new Map<string, string | readonly string[]>()
  if (whole) fields.set('distilled', 'true')
  if (all.length > distilledInto.length) fields.set('distilled_into', all)
  const text = fields.size === 0 ? card.text : setFields(card.text, fields)
  if (!whole || !manifest.distill.output.archiveTraces || card.node.file.startsWith('.pmem/archive/')) return putCard(card, text)
  const path = archivePath(card.node.file)
  return [
    { op: 'move', path: card.node.file, to: path, expect: card.expect },
    { op: 'put', path, text, expect: 'absent' },
  ]
}

/** Where a trace goes when it is archived. Moved before it is marked: killed between, it is found there and marked. */
const archivePath = (file: string): ProjectPath => pathOf('.pmem/archive/traces', file.slice(file.lastIndexOf('/') + 1))

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
