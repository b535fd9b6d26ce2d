import { bodyOf } from '../card/block.ts'
import { contentForHash } from '../card/content.ts'
import { LIST_FIELDS } from '../card/links.ts'
import { parseCard } from '../card/parse.ts'
import { sourcePath } from '../card/paths.ts'
import type { FieldValue } from '../card/scalar.ts'
import { replaceBody, replaceSection } from '../card/section-edit.ts'
import { type FieldChanges, setFields } from '../card/serialize.ts'
import { factTitle, longWarning } from '../facts/new-fact.ts'
import type { Card } from '../model/card.ts'
import { PmemError } from '../model/error.ts'
import type { Outcome } from '../model/outcome.ts'
import { signalsOf } from '../store/signals.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { parseYaml } from '../text/yaml.ts'
import { type CardFile, putCard } from '../update/card-file.ts'
import { listField } from '../update/field-list.ts'
import { changed } from './changed.ts'
import type { Context } from './context.ts'
import { performWrite, writableCard } from './planned-write.ts'
import { resolveCard } from './resolve.ts'
import { refuseSecrets } from './secret-check.ts'

export type EditFlags = {
  readonly set: readonly string[]
  readonly section: readonly string[]
  /** The whole text below the frontmatter; `-` for stdin. */
  readonly content: string | undefined
  readonly allowSecrets: boolean
  readonly ask: boolean
  readonly dryRun: boolean
}

/**
 * Changes fields and sections of one card, nothing else in its file but the dates it already carries. Whoever edits a card has
 * looked at it: the verification is recorded and its flags are settled. Throws CARD_INVALID when the result would be no card.
 */
export function editCard(
  context: Context,
  name: string,
  { set, section, content, allowSecrets, ask, dryRun }: EditFlags,
): Outcome {
  const project = context.project()
  const fields = new Map(set.map(fieldOf))
  const sections = sectionsOf(section, () => context.host.stdin())
  const body = content === '-' ? context.host.stdin() : content
  refuseSecrets('the edit', [...set, ...section, ...sections.map((part) => part.body), body ?? null], allowSecrets)
  if (body !== undefined && (body.trim() === '' || sections.length > 0))
    throw new PmemError('USAGE', body.trim() === '' ? '--content is empty' : '--content and --section exclude each other')
  const done = performWrite(context, { dryRun, ask, allowSecrets }, (store) => {
    const card = writableCard(project, resolveCard(store.graph, name))
    const { id, file } = card.node
    const retold = body === undefined ? card.text : withContent(card, body, fields.has('title'))
    const edited = sections.reduce(
      (text, part) => replaceSection(text, headingNames(part.heading), part.body),
      fields.size === 0 ? retold : setFields(retold, fields),
    )
    if (edited === card.text)
      return { ops: [], events: [], data: { id, file, verified: [], resolved: [], warnings: [], notes: [] } }
    const text = dated(card, edited, fields, isoDate(dayOf(context.now)))
    const parsed = parseCard({
      file,
      bytes: text,
      hash: card.node.hash,
      schema: store.manifest.schema,
      sha256: context.host.sha256,
    })
    if (parsed.card === null)
      throw new PmemError('CARD_INVALID', `the edit would break ${id}: ${parsed.findings[0]?.message ?? 'it is no card'}`, {
        where: { path: file },
        fix: 'Nothing was written; correct the value.',
      })
    if (parsed.card.id !== id)
      throw new PmemError('USAGE', 'the id of a card is changed by `pmem rename`', {
        fix: `Run \`pmem rename ${id} ${parsed.card.id}\`.`,
      })
    const { ledger, reader } = signalsOf(store, context.now, 'few')
    const resolved = ledger.dirty.has(id) ? [id] : []
    const before = parseCard({
      file,
      bytes: card.text,
      hash: card.node.hash,
      schema: store.manifest.schema,
      sha256: context.host.sha256,
    }).findings.map(({ message }) => message)
    return {
      ops: putCard(card, text),
      events: [
        { k: 'verified' as const, c: id, sources: parsed.card.sourceFiles.map((entry) => [entry, reader.hash(entry)] as const) },
        ...resolved.map((one) => ({ k: 'resolved' as const, c: one })),
      ],
      data: {
        id,
        file,
        verified: [id],
        resolved,
        warnings: tooLong(parsed.card, store.manifest.learning.warnOverCharacters),
        notes: parsed.findings.map(({ message }) => message).filter((message) => !before.includes(message)),
      },
    }
  })
  return changed(done, dryRun, { action: 'update', ...done.data })
}

/** The card with another text. A title that was the opening of the old text is that of the new one. */
function withContent(card: CardFile, content: string, titled: boolean): string {
  const { body } = bodyOf(contentForHash(card.text))
  const text = replaceBody(card.text, content)
  const isOpening = card.node.type === 'fact' && !titled && card.node.title === factTitle(body)
  return isOpening ? setFields(text, new Map([['title', factTitle(content)]])) : text
}

/** A fact over the limit, however it grew so long. */
function tooLong({ id, type, body, authoredSummary }: Card, limit: number): readonly string[] {
  const warning = type === 'fact' ? longWarning(body, authoredSummary, limit, id) : undefined
  return warning === undefined ? [] : [warning]
}

/** Days the card carries follow the edit; none is added. */
function dated({ node }: CardFile, text: string, given: FieldChanges, today: string): string {
  const fields = new Map<string, FieldValue>()
  if (node.updated !== null && node.updated.slice(0, 10) !== today && !given.has('updated')) fields.set('updated', today)
  if (node.last_verified !== null && node.last_verified.slice(0, 10) !== today && !given.has('last_verified'))
    fields.set('last_verified', today)
  return fields.size === 0 ? text : setFields(text, fields)
}

/** `field=value`. A list field takes items with commas between, or `[a, b]`; an empty value removes the field. */
function fieldOf(text: string): readonly [string, FieldValue | null] {
  const match = /^([A-Za-z_][A-Za-z0-9_-]{0,60})=([\s\S]*)$/.exec(text)
  if (match === null)
    throw new PmemError('USAGE', `--set: ${JSON.stringify(text)} is not FIELD=VALUE`, { fix: 'Write it as --set status=done.' })
  const [, field = '', value = ''] = match
  if (value.trim() === '') return [field, null]
  if (/[\r\n]/.test(value))
    throw new PmemError('USAGE', `--set: ${field} takes one line`, {
      fix: 'Longer text belongs into a section: --section "Heading=text".',
    })
  if (!LIST_FIELDS.has(field)) return [field, value.trim()]
  const trimmed = value.trim()
  if (/^\[[\s\S]*\]$/.test(trimmed) && !trimmed.startsWith('[[')) {
    const items = listField(`---\nx: ${trimmed}\n---\n`, 'x')
    if (items.length > 0 && parseYaml(`x: ${trimmed}`).problems.length === 0) return [field, items]
  }
  const items = trimmed.split(/\s*,\s*/).filter((item) => item !== '')
  const bad = field === 'source_files' ? items.find((item) => sourcePath(item) === undefined) : undefined
  if (bad !== undefined) throw new PmemError('USAGE', `--set: ${JSON.stringify(bad)} is no path inside the project`)
  return [field, items]
}

function sectionsOf(
  given: readonly string[],
  stdin: () => string,
): readonly { readonly heading: string; readonly body: string }[] {
  let used = false
  return given.map((text) => {
    const at = text.indexOf('=')
    const heading = text
      .slice(0, Math.max(0, at))
      .replace(/^#+\s*/, '')
      .trim()
    if (at < 0 || heading === '' || /[\r\n]/.test(heading))
      throw new PmemError('USAGE', `--section: ${JSON.stringify(text)} is not HEADING=TEXT`, {
        fix: 'Write it as --section "Next Step=text", or "Next Step=-" for stdin.',
      })
    const body = text.slice(at + 1)
    if (body !== '-') return { heading, body }
    if (used) throw new PmemError('USAGE', '--section: stdin can be read once only')
    used = true
    return { heading, body: stdin() }
  })
}

/** Sections that templates write in either language. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['Next Step', '下一步'],
  ['Current State', '当前状态'],
  ['Evidence', '证据'],
  ['One-liner', '一句话'],
  ['Responsibilities', '职责'],
  ['Non-goals', '非目标'],
]

function headingNames(heading: string): readonly string[] {
  const pair = PAIRS.find((names) => names.some((name) => name.toLowerCase() === heading.toLowerCase()))
  return pair === undefined ? [heading] : [heading, ...pair.filter((name) => name.toLowerCase() !== heading.toLowerCase())]
}
