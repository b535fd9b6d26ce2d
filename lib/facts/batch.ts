import type { FactInput } from '../model/fact.ts'
import { isRecord, parseJson } from '../text/json.ts'

/** A fact of a list with its place, or what is wrong with it. */
export type BatchItem = { readonly place: string } & ({ readonly fact: FactInput } | { readonly problem: string })

/**
 * The facts of a JSON list or of lines of JSON: texts, or objects with `content` (also `text`, `fact`, `memory`), `summary`,
 * `category`, `tags`, `entities`, `supersedes`. A list may lie in `facts` or `memories` of an object. Undefined where the text is
 * neither. Never throws.
 */
export function parseFacts(text: string): readonly BatchItem[] | undefined {
  const whole = parseJson(text)
  if (Array.isArray(whole)) return whole.map((value, index) => itemOf(value, `item ${index + 1}`))
  if (isRecord(whole)) {
    const list = whole['facts'] ?? whole['memories']
    if (Array.isArray(list)) return list.map((value, index) => itemOf(value, `item ${index + 1}`))
  }
  const items: BatchItem[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const value = parseJson(line)
    const place = `line ${index + 1}`
    items.push(value === undefined ? { place, problem: 'is no JSON' } : itemOf(value, place))
  }
  return items.length === 0 || items.every((item) => 'problem' in item && item.problem === 'is no JSON') ? undefined : items
}

const CONTENT = ['content', 'text', 'fact', 'memory'] as const

function itemOf(value: unknown, place: string): BatchItem {
  if (typeof value === 'string') return contentOf(value, {}, place)
  if (!isRecord(value)) return { place, problem: 'is neither a text nor an object' }
  const key = CONTENT.find((name) => typeof value[name] === 'string')
  if (key === undefined) return { place, problem: 'has no content' }
  return contentOf(value[key] as string, value, place)
}

function contentOf(content: string, value: Readonly<Record<string, unknown>>, place: string): BatchItem {
  if (content.trim() === '') return { place, problem: 'has an empty content' }
  const fields = ['summary', 'category'].filter((name) => value[name] !== undefined && value[name] !== null)
  const lists = ['tags', 'entities', 'supersedes'].filter((name) => value[name] !== undefined && value[name] !== null)
  const bad = fields.find((name) => typeof value[name] !== 'string') ?? lists.find((name) => textsOf(value[name]) === undefined)
  if (bad !== undefined) return { place, problem: `has a ${bad} that is ${lists.includes(bad) ? 'no list of texts' : 'no text'}` }
  const text = (name: string): string | null => oneLine(value[name] as string | undefined)
  const list = (name: string): readonly string[] => textsOf(value[name]) ?? []
  return {
    place,
    fact: {
      content: content.trim(),
      summary: text('summary'),
      category: text('category'),
      tags: list('tags'),
      entities: list('entities'),
      supersedes: list('supersedes'),
    },
  }
}

/** A list of texts, or texts with commas between; undefined where it is neither. Blank ones are nothing. */
function textsOf(value: unknown): readonly string[] | undefined {
  const items = typeof value === 'string' ? value.split(/[,\uff0c\u3001]/) : Array.isArray(value) ? value : []
  if (value !== undefined && value !== null && typeof value !== 'string' && !Array.isArray(value)) return undefined
  if (!items.every((item) => typeof item === 'string')) return undefined
  return [...new Set(items.flatMap((item) => oneLine(item) ?? []))]
}

/** On one line, trimmed; null where nothing is left. */
export const oneLine = (text: string | null | undefined): string | null =>
  (text ?? '').replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim() || null
