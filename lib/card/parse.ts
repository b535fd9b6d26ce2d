import type { Card, Link } from '../model/card.ts'
import type { Finding } from '../model/finding.ts'
import type { CardId, ProjectPath, Sha256 } from '../model/ids.ts'
import { cardId } from '../model/ids.ts'
import type { Schema, Source } from '../model/manifest.ts'
import type { YamlMap } from '../text/yaml-node.ts'
import { maskCode } from './code-mask.ts'
import { conflictLine } from './conflict.ts'
import { contentForHash, decodeUtf8 } from './content.ts'
import { documentEntities, htmlTitle, recordAliases, recordFacts, titleOfPath } from './document.ts'
import type { Fields } from './fields.ts'
import { clip, fieldsOf } from './fields.ts'
import { freshnessOf } from './freshness.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { guardsOf } from './guards.ts'
import { linksOf } from './links.ts'
import { mentions } from './mentions.ts'
import { documentId } from './path-id.ts'
import { sourcePath } from './paths.ts'
import { plainText } from './plain.ts'
import { readFrontmatter } from './read-frontmatter.ts'
import type { Report } from './report.ts'
import { reportOn } from './report.ts'
import type { Section } from './sections.ts'
import { sections } from './sections.ts'
import { isKnownStatus, priorityWord, statusWord } from './status.ts'
import { summaryOf } from './summary.ts'

export type CardInput = {
  readonly file: ProjectPath
  readonly bytes: Uint8Array | string
  /** SHA-256 of `contentForHash` of the text. */
  readonly hash: Sha256
  readonly schema: Schema
  /** Set for a document outside `.pmem`: read as it lies, with an id derived from its path. */
  readonly source?: Source | undefined
  readonly sha256: (text: string) => Sha256
}

export type ParsedCard = { readonly card: Card | null; readonly findings: readonly Finding[] }

/**
 * Reads one Markdown file. `card` is null where it cannot be one; the findings then say why, with the line.
 *
 * A card of the store that is broken is an error. A document outside is never worse than a warning: with a frontmatter
 * that cannot be read it is taken by its text alone. The result depends on the input only. Never throws.
 */
export function parseCard(input: CardInput): ParsedCard {
  const { file, source } = input
  const report = reportOn(file, source === undefined ? 'error' : 'warning')
  const decoded = typeof input.bytes === 'string' ? ({ ok: true, text: input.bytes } as const) : decodeUtf8(input.bytes)
  if (!decoded.ok) {
    report.error('card-not-utf8', decoded.reason, decoded, 'Save the file as UTF-8.')
    return { card: null, findings: report.findings }
  }
  const text = contentForHash(decoded.text)
  const split = splitFrontmatter(text)
  const conflict = conflictLine(text, split.bodyLine)
  if (conflict !== undefined) {
    report.error(
      'card-unresolved-merge',
      'unresolved merge: conflict markers are left in the file',
      { line: conflict },
      'Settle the merge and remove the markers.',
    )
    if (source === undefined) return { card: null, findings: report.findings }
  }
  // What a merge left in the fields is no YAML: that is said once.
  const { map, body, bodyLine } = readFrontmatter(
    text,
    split,
    conflict === undefined ? report : reportOn(file),
    source !== undefined,
  )
  const parts = { input, map: map ?? EMPTY, body, bodyLine }
  const card = source !== undefined ? documentCard(parts, source) : map === null ? null : storeCard(parts, report)
  return { card, findings: report.findings }
}

const EMPTY: YamlMap = { kind: 'map', pairs: [], line: 1, column: 1 }

type Parts = { readonly input: CardInput; readonly map: YamlMap; readonly body: string; readonly bodyLine: number }

function storeCard(parts: Parts, report: Report): Card | null {
  const { input, map } = parts
  const fields = fieldsOf(map, report)
  const id = storeId(fields, map, report)
  const type = storeType(fields, map, input.schema, report)
  if (id === null || type === null) return null
  const common = commonCard(parts, fields, type, report)
  const { all } = common
  const status = fields.text('status')
  if (status !== null && !isKnownStatus(statusWord(status))) {
    report.warn(
      'card-unknown-status',
      `the status "${clip(status)}" is none of pmem's; it changes no rank`,
      fields.pair('status') ?? map,
    )
  }
  const title = fields.text('title') ?? firstHeading(all) ?? id
  return {
    ...common.card,
    id,
    title,
    status: status === null ? null : statusWord(status),
    tags: tagsOf(fields, false),
    aliases: unique(fields.items('aliases', 'alias').map(({ text }) => text)),
    entities: unique(fields.items('entities').map(({ text }) => text)),
    ...summaryOf(fields.text('summary'), all),
    links: linksOf(fields, input.file, report),
    created: fields.date('created'),
    updated: fields.date('updated'),
    guards: guardsOf(fields.pair('guards'), title, report),
    external: false,
  }
}

/** What pmem itself wrote into a file of others is no knowledge of theirs. Lines stay where they are. */
const withoutOwnBlock = (body: string): string =>
  body.includes('<!-- pmem:begin')
    ? body.replace(/<!-- pmem:begin(?:(?!<!-- pmem:end -->)[\s\S])*<!-- pmem:end -->/, (block) => block.replace(/[^\n]/g, ''))
    : body

function documentCard({ input, map, bodyLine, ...written }: Parts, source: Source): Card {
  const body = withoutOwnBlock(written.body)
  const parts = { input, map, body, bodyLine }
  // A document of others uses fields its own way: only what cannot be read at all is worth a finding.
  const quiet = reportOn(input.file)
  const fields = fieldsOf(map, quiet, true)
  const common = commonCard(parts, fields, source.type, quiet)
  const { all } = common
  const authored = fields.text('summary', 'description', 'desc', 'excerpt')
  const record = recordFacts(fields.pair('status'), all, input.file)
  const own = [fields.text('id'), fields.text('title') === null ? null : fields.text('name')].filter((text) => text !== null)
  const heading = firstHeading(all) ?? htmlTitle(body)
  const title = fields.text('title', 'name') ?? (heading === '' ? titleOfPath(input.file) : heading)
  const aliases = [
    ...fields.items('aliases', 'alias').map(({ text }) => text),
    ...own,
    ...(source.type === 'decision' ? recordAliases(input.file) : []),
  ]
  return {
    ...common.card,
    id: documentId(input.file, input.sha256),
    title,
    status: record.status ?? plainStatus(fields.text('status')),
    tags: tagsOf(fields, true),
    aliases: unique(aliases).filter((alias) => alias !== title),
    entities: unique(documentEntities(fields)),
    ...summaryOf(authored?.includes('](') || authored?.includes('[[') ? plainText(authored) : authored, all),
    links: uniqueLinks([...linksOf(fields, input.file, quiet, true), ...record.links]),
    created: fields.date('created', 'created_at'),
    updated: fields.date('updated', 'last_updated', 'last_modified', 'lastmod', 'modified', 'date') ?? record.date,
    guards: [],
    external: true,
  }
}

type Differing =
  | 'id'
  | 'title'
  | 'status'
  | 'tags'
  | 'aliases'
  | 'entities'
  | 'summary'
  | 'authoredSummary'
  | 'links'
  | 'created'
  | 'updated'
  | 'guards'
  | 'external'

/** What is read alike in cards of the store and documents outside. */
function commonCard(
  { input, body, bodyLine }: Parts,
  fields: Fields,
  type: string,
  report: Report,
): { readonly card: Omit<Card, Differing>; readonly all: readonly Section[] } {
  const masked = maskCode(body)
  const all = sections(body, bodyLine, masked)
  const priority = fields.text('priority')
  const priorityValue = priority === null ? undefined : priorityWord(priority)
  if (priority !== null && priorityValue === undefined) {
    report.warn(
      'card-bad-value',
      `the priority "${clip(priority)}" is none of high, medium, low, P0, P1, P2, P3`,
      fields.pair('priority') ?? { line: 1 },
    )
  }
  const card = {
    type,
    priority: priorityValue ?? null,
    category:
      fields.pair('category')?.value.kind === 'scalar' ? fields.text('category') : (fields.items('category').at(0)?.text ?? null),
    mentions: mentions(masked, bodyLine, input.schema.cardTypes),
    sourceFiles: sourceFilesOf(fields, report),
    lastVerified: fields.date('last_verified'),
    freshness: freshnessOf(fields.pair('freshness'), report),
    confidence: fields.unit('confidence'),
    trust: fields.unit('trust'),
    secret: isSecret(fields, report),
    distilled: type === 'trace' ? fields.text('distilled')?.toLowerCase() === 'true' : null,
    distilledInto: unique(fields.items('distilled_into').map(({ text }) => text.replace(/^\[\[|\]\]$/g, ''))),
    file: input.file,
    body,
    bodyLine,
    hash: input.hash,
  }
  return { card, all }
}

function storeId(fields: Fields, map: YamlMap, report: Report): CardId | null {
  const pair = fields.pair('id')
  // The text itself, not the line made of it: a control character must not turn into a blank.
  const text = fields.text('id') !== null && pair?.value.kind === 'scalar' ? pair.value.text.trim() : null
  if (text === null) {
    report.error(
      'card-no-id',
      'no id: the frontmatter names none',
      fields.pair('id') ?? map,
      'Add a line such as `id: module.name`.',
    )
    return null
  }
  const id = cardId(text)
  if (id === undefined)
    report.error(
      'card-bad-id',
      `"${clip(text)}" cannot be an id: one line without control characters or path parts, at most 200 characters`,
      fields.pair('id') ?? map,
    )
  return id ?? null
}

function storeType(fields: Fields, map: YamlMap, schema: Schema, report: Report): string | null {
  const text = fields.text('type')
  if (text === null) {
    report.error(
      'card-no-type',
      'no type: the frontmatter names none',
      fields.pair('type') ?? map,
      `Add a line such as \`type: ${schema.defaultType}\`.`,
    )
    return null
  }
  if (schema.cardTypes.includes(text)) return text
  report.error(
    'card-unknown-type',
    `the type "${clip(text)}" is unknown; known are ${schema.cardTypes.join(', ')}`,
    fields.pair('type') ?? map,
    'Correct the type, or add it to schema.card_types in .pmem/manifest.yml.',
  )
  return null
}

/** Any level but an open one keeps a card back: a misspelt `secret` must not leak. */
function isSecret(fields: Fields, report: Report): boolean {
  const level = fields.text('sensitivity')?.toLowerCase() ?? null
  if (level === null || OPEN_LEVELS.has(level)) return false
  if (level !== 'secret')
    report.warn(
      'card-bad-value',
      `the sensitivity "${clip(level)}" is unknown and treated as secret`,
      fields.pair('sensitivity') ?? { line: 1 },
      'Write `secret`, or `internal`, or remove the line.',
    )
  return true
}

const OPEN_LEVELS: ReadonlySet<string> = new Set(['public', 'internal', 'normal', 'none', 'low', 'false'])

function sourceFilesOf(fields: Fields, report: Report): readonly string[] {
  const paths: string[] = []
  for (const { text, line, column } of fields.items('source_files')) {
    const path = sourcePath(text)
    if (path !== undefined) paths.push(path)
    else
      report.warn(
        'card-bad-source',
        `source_files: "${clip(text)}" is no path inside the project; it is left out`,
        { line, column },
        'Write it relative to the project root.',
      )
  }
  return unique(paths)
}

/** Tags without `#`; one text may hold several with commas (documents: blanks too) between. */
function tagsOf(fields: Fields, blanksDivide: boolean): readonly string[] {
  const pair = fields.pair('tags', 'tag')
  const items = fields.items('tags', 'tag').map(({ text }) => text)
  const texts =
    pair?.value.kind === 'scalar'
      ? items.flatMap((text) => (text.includes(',') ? text.split(',') : blanksDivide ? text.split(' ') : [text]))
      : items
  return unique(texts.map((text) => text.trim().replace(/^#(?=\S)/, '')).filter((text) => text !== ''))
}

const firstHeading = (all: readonly Section[]): string | undefined =>
  all.find(({ level, heading }) => level === 1 && heading !== '')?.heading

const plainStatus = (text: string | null): string | null =>
  text === null || text.length > 30 || /[{}|<>[\]]/.test(text) ? null : statusWord(text)

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

function uniqueLinks(links: readonly Link[]): readonly Link[] {
  const seen = new Set<string>()
  return links.filter(({ type, target, inverse }) => {
    const key = `${type} ${inverse} ${target}`
    return !seen.has(key) && seen.add(key)
  })
}
