import type { Link } from '../model/card.ts'
import type { YamlNode, YamlPair } from '../text/yaml-node.ts'
import type { Fields } from './fields.ts'
import { isoText, oneLine } from './fields.ts'
import { targetsOf } from './links.ts'
import { plainText } from './plain.ts'
import type { Section } from './sections.ts'
import { STATUS_SECTION, sectionNamed } from './sections.ts'
import { recordStatus } from './status.ts'

/** What a decision record says about itself outside the usual fields. */
export type RecordFacts = {
  readonly status: string | null
  readonly date: string | null
  readonly links: readonly Link[]
}

/**
 * Status, date and successor of a decision record: MADR's frontmatter (`status: superseded by [ADR-0005](0005-x.md)`) or
 * Nygard's text (`Date: 2020-01-01`, a `## Status` section). Absent parts are null and [].
 */
export function recordFacts(field: YamlPair | undefined, all: readonly Section[], file: string): RecordFacts {
  const lines: { readonly text: string; readonly line: number; readonly isStatus: boolean }[] = []
  if (field?.value.kind === 'scalar') lines.push({ text: oneLine(field.value.text), line: field.value.line, isStatus: true })
  let date: string | null = null
  const section = sectionNamed(all, STATUS_SECTION)
  for (const { level, text, textLine } of all) {
    if (level > 1) break
    for (const [index, raw] of text.split('\n').slice(0, 40).entries()) {
      const stated = STATED.exec(raw)
      if (stated === null) continue
      const value = (stated[2] as string).trim()
      if ((stated[1] as string).toLowerCase() === 'date') date ??= isoText(value) ?? null
      else lines.push({ text: value, line: textLine + index, isStatus: true })
    }
  }
  const inSection = section?.text.split('\n').slice(0, 40) ?? []
  for (const [index, raw] of inSection.entries()) {
    const text = raw.replace(/^\s*[-*>]+\s*/, '').trim()
    if (text !== '') lines.push({ text, line: (section?.textLine ?? 1) + index, isStatus: false })
  }
  const status = lines.map(({ text }) => statusOf(text)).find((word) => word !== null) ?? null
  const links = lines.flatMap(({ text, line }) => successionLinks(text, line, file))
  return { status: links.some(({ inverse }) => inverse) ? 'superseded' : status, date, links }
}

const STATED = /^\s*(?:[-*]\s+)?(?:\*\*|__)?(date|status)(?:\*\*|__)?\s*:(?:\*\*|__)?\s*(\S.*)$/i
const SUCCESSION = /\bsuper[sc]eded?\s+(by)\s+(.+)$|\bsuper[sc]edes\s+(.+)$/i

// A template lists every status there is.
const statusOf = (text: string): string | null => (/[{}|]/.test(text) ? null : recordStatus(text))

function successionLinks(text: string, line: number, file: string): readonly Link[] {
  const match = /[{}|]/.test(text) ? null : SUCCESSION.exec(text)
  if (match === null) return []
  const rest = (match[2] ?? match[3]) as string
  const named = /!?\[\[[^[\]]{1,400}\]\]|\[[^[\]]{0,400}\]\([^()]{1,600}\)/.exec(rest)?.[0]
  const record = /\bADR[- ]?(\d{1,6})\b/i.exec(rest)
  const targets =
    named !== undefined
      ? targetsOf(named, file)
      : record !== null
        ? [`ADR-${record[1]}`]
        : targetsOf(rest.split(/\s/, 1)[0] as string, file, true)
  return targets.map((target) => ({ type: 'supersedes' as const, target, inverse: match[1] !== undefined, line }))
}

/** `ADR-0005` and `ADR-5` for a file named `0005-use-dashes.md` or `adr-0005.md`: how records name each other. */
export function recordAliases(file: string): readonly string[] {
  const number = /(?:^|\/)(?:adr[-_]?)?(\d{2,6})(?:[-_.][^/]*)?\.[a-z]+$/i.exec(file)?.[1]
  if (number === undefined) return []
  const short = number.replace(/^0+(?=\d)/, '')
  return short === number ? [`ADR-${number}`] : [`ADR-${number}`, `ADR-${short}`]
}

/** What a document says it is about: `keywords:`, the keywords of VuePress `head:` lists, who decided. Placeholders are left out. */
export function documentEntities(fields: Fields): readonly string[] {
  const texts = [...fields.items('entities'), ...fields.items('deciders', 'decision-makers')].map(({ text }) => text)
  const keywords = fields.items('keywords').map(({ text }) => text)
  const head = fields.pair('head')
  if (head !== undefined) keywords.push(...headKeywords(head.value))
  return [...texts, ...keywords]
    .flatMap((text) => text.split(/\s*[,\uff0c\u3001;\uff1b]\s*/))
    .filter((text) => text !== '' && !/[{}<>]/.test(text))
}

function headKeywords(node: YamlNode): readonly string[] {
  if (node.kind === 'list') return node.items.flatMap(headKeywords)
  if (node.kind !== 'map') return []
  const text = (key: string): string => {
    const value = node.pairs.find((pair) => pair.key === key)?.value
    return value?.kind === 'scalar' ? oneLine(value.text) : ''
  }
  return text('name').toLowerCase() === 'keywords' ? [text('content')] : []
}

/** A title out of a path: `docs/adr/0005-use-dashes.md` gives `0005 use dashes`; an index or readme is called after its folder. */
export function titleOfPath(file: string): string {
  const parts = file.split('/')
  const stem = (parts.at(-1) as string).replace(/\.[A-Za-z]+$/, '')
  const isIndex = /^(?:index|readme|_index)$/i.test(stem)
  const name = isIndex && parts.length > 1 ? (parts.at(-2) as string) : stem
  const words = oneLine(name.replace(/[-_]+/g, ' '))
  return words === '' ? stem : words
}

/** The title of a page whose only heading is HTML, or ''. */
export function htmlTitle(body: string): string {
  return plainText(/<h1[^<>]{0,200}>([^<]{1,200})<\/h1>/i.exec(body.slice(0, 3_000))?.[1] ?? '')
}
