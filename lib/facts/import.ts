import { isRecord, parseJson } from '../text/json.ts'
import { parseFacts } from './batch.ts'
import { claudeMemory } from './import-claude.ts'
import type { ImportContext, ImportFile, ImportItem } from './import-item.ts'
import { decisionRecord, isDecisionRecord } from './import-record.ts'
import { isServerMemory, serverMemory } from './import-server.ts'

export const IMPORT_KINDS = ['claude-memory', 'server-memory', 'decision-records', 'facts'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

export type Imported = { readonly kind: ImportKind; readonly items: readonly ImportItem[] }

/**
 * Reads what another memory wrote. The kind is told by the content unless it is given. Every fact and decision bears an origin
 * that is made of the kind and of its content, by which it is known the next time. Undefined where nothing is recognised.
 */
export function readImport(
  files: readonly ImportFile[],
  given: ImportKind | undefined,
  context: ImportContext,
): Imported | undefined {
  const kind = given ?? kindOf(files)
  if (kind === undefined) return undefined
  return { kind, items: itemsOf(kind, files, context).map((item) => withOrigin(item, kind, context.sha256)) }
}

function kindOf(files: readonly ImportFile[]): ImportKind | undefined {
  const markdown = files.filter(({ path }) => isMarkdown(path))
  if (markdown.some(({ path }) => path === 'MEMORY.md')) return 'claude-memory'
  if (markdown.some(isDecisionRecord)) return 'decision-records'
  const lists = files.filter(({ path }) => !isMarkdown(path))
  if (lists.some(({ text }) => isServerMemory(text))) return 'server-memory'
  if (lists.some(({ text }) => parseFacts(text)?.some((item) => 'fact' in item))) return 'facts'
  return markdown.some(({ text }) => /^---\n[\s\S]{0,4000}?^(?:name|description):/m.test(text)) ? 'claude-memory' : undefined
}

const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path)

function itemsOf(kind: ImportKind, files: readonly ImportFile[], context: ImportContext): readonly ImportItem[] {
  switch (kind) {
    case 'claude-memory':
      return claudeMemory(files.filter(({ path }) => isMarkdown(path)))
    case 'decision-records':
      return files.filter(({ path }) => isMarkdown(path)).map((file) => decisionRecord(file, context))
    case 'server-memory':
      return files.filter(({ text }) => isServerMemory(text)).flatMap(serverMemory)
    case 'facts':
      return files.flatMap(listed)
  }
}

function listed({ path, text }: ImportFile): readonly ImportItem[] {
  const items = parseFacts(text)
  if (items === undefined) return [{ from: path, problem: isRecord(parseJson(text)) ? 'holds no list of facts' : 'is no JSON' }]
  return items.map(({ place, ...item }) => ({ from: `${path} ${place}`, ...item }))
}

function withOrigin(item: ImportItem, kind: ImportKind, sha256: ImportContext['sha256']): ImportItem {
  const origin = (parts: readonly (string | null)[]): string => `${kind}:${sha256(JSON.stringify(parts)).slice(0, ORIGIN_LENGTH)}`
  if ('fact' in item)
    return {
      ...item,
      fact: { ...item.fact, origin: origin([item.fact.title ?? null, item.fact.content, ...item.fact.entities]) },
    }
  if ('decision' in item)
    return { ...item, decision: { ...item.decision, origin: origin([item.decision.title, item.decision.body]) } }
  return item
}
const ORIGIN_LENGTH = 16
