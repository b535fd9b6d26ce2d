import { isRecord, parseJson } from '../text/json.ts'
import { oneLine } from './batch.ts'
import type { ImportFile, ImportItem } from './import-item.ts'

/** A row of the memory server for the Model Context Protocol, with its place. */
type Row = { readonly place: string; readonly row: Readonly<Record<string, unknown>> }

/** True for its file: lines of JSON, or one object, with entities or relations. */
export const isServerMemory = (text: string): boolean => rowsOf(text).some(({ row }) => kindOf(row) !== undefined)

/** An observation becomes a fact about its entity, a relation a sentence about both. */
export function serverMemory({ path, text }: ImportFile): readonly ImportItem[] {
  return rowsOf(text).flatMap(({ place, row }): readonly ImportItem[] => {
    const from = `${path} ${place}`
    const kind = kindOf(row)
    if (kind === 'entity') return observations(row, from)
    if (kind === 'relation') return [relation(row, from)]
    return [{ from, problem: 'is neither an entity nor a relation' }]
  })
}

function kindOf(row: Readonly<Record<string, unknown>>): 'entity' | 'relation' | undefined {
  if (typeof row['name'] === 'string' && Array.isArray(row['observations'])) return 'entity'
  if (typeof row['from'] === 'string' && typeof row['to'] === 'string' && typeof row['relationType'] === 'string')
    return 'relation'
  return undefined
}

function rowsOf(text: string): readonly Row[] {
  const whole = parseJson(text)
  if (isRecord(whole) && (Array.isArray(whole['entities']) || Array.isArray(whole['relations'])))
    return (['entities', 'relations'] as const).flatMap((list) =>
      (Array.isArray(whole[list]) ? whole[list] : []).map((row, index) => ({
        place: `${list} ${index + 1}`,
        row: isRecord(row) ? row : {},
      })),
    )
  return text.split('\n').flatMap((line, index) => {
    const row = line.trim() === '' ? undefined : parseJson(line)
    return line.trim() === '' ? [] : [{ place: `line ${index + 1}`, row: isRecord(row) ? row : {} }]
  })
}

function observations(row: Readonly<Record<string, unknown>>, from: string): readonly ImportItem[] {
  const name = oneLine(row['name'] as string)
  if (name === null) return [{ from, problem: 'has no name' }]
  const category = typeof row['entityType'] === 'string' ? oneLine(row['entityType']) : null
  return (row['observations'] as readonly unknown[]).map((value, index): ImportItem => {
    const said = typeof value === 'string' ? value.trim() : ''
    const place = `${from} observation ${index + 1}`
    if (said === '') return { from: place, problem: 'is no text' }
    const content = said.toLowerCase().includes(name.toLowerCase()) ? said : `${name}: ${said}`
    return { from: place, fact: { content, summary: null, category, tags: [], entities: [name], supersedes: [] } }
  })
}

function relation(row: Readonly<Record<string, unknown>>, from: string): ImportItem {
  const [one, type, other] = (['from', 'relationType', 'to'] as const).map((name) => oneLine(row[name] as string))
  if (one == null || type == null || other == null) return { from, problem: 'has an empty name' }
  const content = `${one} ${type.replaceAll('_', ' ')} ${other}`
  return { from, fact: { content, summary: null, category: 'relation', tags: [], entities: [one, other], supersedes: [] } }
}
