import { bodyOf } from '../card/block.ts'
import { contentForHash, decodeUtf8 } from '../card/content.ts'
import { factsList } from '../commands/facts-list.ts'
import { receipt } from '../commands/receipt.ts'
import { outgoing } from '../guard/injection.ts'
import { PmemError } from '../model/error.ts'
import type { GraphNode } from '../model/graph.ts'
import { DATA_NOTE, fenced } from '../render/frame.ts'
import { clip, safe } from '../render/terminal.ts'
import type { Project } from '../store/project.ts'
import { receiptIds } from '../store/receipts.ts'
import { byText, sortedUnique } from '../text/order.ts'
import { estimateTokens, packingBudget } from '../text/tokens.ts'
import { parseUri, resourceUri } from './card-uri.ts'
import { cutToFit } from './cut.ts'
import { cardOf, type Memory } from './memory.ts'
import { DEFAULT_BUDGET } from './reply.ts'
import { callOf } from './tool.ts'

export type Annotations = {
  readonly audience: readonly ('user' | 'assistant')[]
  readonly priority: number
  readonly lastModified?: string
}
export type Resource = {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  readonly annotations: Annotations
}
export type ResourceTemplate = Omit<Resource, 'uri'> & { readonly uriTemplate: string }
export type ResourceText = {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
  readonly _meta?: Readonly<Record<string, unknown>>
}

const MARKDOWN = 'text/markdown'
const annotated = (priority: number, lastModified?: string | null): Annotations => ({
  audience: ['assistant'],
  priority,
  ...(lastModified === undefined || lastModified === null ? {} : { lastModified }),
})

/** What can be read without knowing an id: the index, and the categories of facts. */
export function listResources(memory: Memory): readonly Resource[] {
  const facts = factNodes(memory)
  return [
    {
      uri: resourceUri('index', '').replace(/\/$/, ''),
      name: 'index',
      title: 'Project index',
      description: 'What the project is, where it stands and what to read first',
      mimeType: MARKDOWN,
      annotations: annotated(1, modifiedAt(memory.project(), INDEX_PATH)),
    },
    ...categoriesIn(facts).map((category) => ({
      uri: resourceUri('facts', category),
      name: `facts/${category}`,
      title: `Facts: ${category}`,
      description: `Facts of the category ${category}`,
      mimeType: MARKDOWN,
      annotations: annotated(0.5, newest(facts.filter((node) => node.category === category))),
    })),
  ]
}

export const RESOURCE_TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'pmem://card/{id}',
    name: 'card',
    title: 'A card',
    description: 'The text of a card, by its id',
    mimeType: MARKDOWN,
    annotations: annotated(0.8),
  },
  {
    uriTemplate: 'pmem://facts/{category}',
    name: 'facts',
    title: 'Facts of a category',
    description: 'The facts of a category, in full',
    mimeType: MARKDOWN,
    annotations: annotated(0.5),
  },
  {
    uriTemplate: 'pmem://receipt/{id}',
    name: 'receipt',
    title: 'A receipt',
    description: 'What an earlier answer was made of',
    mimeType: 'application/json',
    annotations: annotated(0.2),
  },
]

/** The text behind an address, at most the default budget of a reply. Throws NOT_FOUND for one that leads nowhere. */
export function readResource(memory: Memory, uri: string): ResourceText {
  const parsed = parseUri(uri)
  if (parsed?.kind === 'index' && parsed.name === '') return indexText(memory, uri)
  if (parsed !== undefined && parsed.name !== '') {
    if (parsed.kind === 'card') return cardText(memory, uri, parsed.name)
    if (parsed.kind === 'facts') return factsText(memory, uri, parsed.name)
    if (parsed.kind === 'receipt') return receiptText(memory, uri, parsed.name)
  }
  throw new PmemError('NOT_FOUND', `there is no resource ${JSON.stringify(uri.slice(0, 200))}`, {
    fix: 'List the resources and templates.',
  })
}

const MOST_COMPLETIONS = 100

/** Values for a part of a template that begin with, or else hold, what was typed. */
export function completeTemplate(
  memory: Memory,
  uri: string,
  argument: string,
  typed: string,
): { readonly values: readonly string[]; readonly total: number; readonly hasMore: boolean } {
  const all =
    uri === 'pmem://card/{id}' && argument === 'id'
      ? cardIds(memory)
      : uri === 'pmem://facts/{category}' && argument === 'category'
        ? categoriesIn(factNodes(memory))
        : uri === 'pmem://receipt/{id}' && argument === 'id'
          ? receiptIds(memory.project())
          : []
  const wanted = typed.toLowerCase()
  const rank = (name: string): number => (name.toLowerCase().startsWith(wanted) ? 0 : 1)
  const found = all.filter((name) => name.toLowerCase().includes(wanted)).sort((a, b) => rank(a) - rank(b) || byText(a, b))
  return { values: found.slice(0, MOST_COMPLETIONS), total: found.length, hasMore: found.length > MOST_COMPLETIONS }
}

const cardIds = (memory: Memory): string[] =>
  [...memory.store().graph.nodes()].filter((node) => node.secret !== true).map(({ id }) => id)
const factNodes = (memory: Memory): readonly GraphNode[] =>
  [...memory.store().graph.nodes()].filter((node) => node.type === 'fact' && node.secret !== true)
const categoriesIn = (facts: readonly GraphNode[]): string[] =>
  sortedUnique(facts.flatMap(({ category }) => (category === undefined || category === null ? [] : [category])))

const newest = (nodes: readonly GraphNode[]): string | null =>
  nodes
    .map(dateOf)
    .filter((date) => date !== null)
    .sort(byText)
    .at(-1) ?? null
/** A day as the moment it begins, so that it is a date-time as the protocol wants it. */
const dateOf = ({ updated, created }: GraphNode): string | null => {
  const date = updated ?? created ?? null
  return date === null ? null : /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00Z` : date
}

const INDEX_PATH = '.pmem/index.md'

function modifiedAt({ files }: Project, path: string): string | null {
  const stat = files.stat(path)
  return stat === undefined ? null : new Date(stat.modified).toISOString()
}

function fileText({ files }: Project, path: string): string | undefined {
  const bytes = files.read(path)
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
  return decoded?.ok === true ? outgoing(contentForHash(decoded.text)) : undefined
}

function indexText(memory: Memory, uri: string): ResourceText {
  const project = memory.project()
  const text = fileText(project, INDEX_PATH)
  if (text === undefined) throw new PmemError('NOT_FOUND', `there is no ${INDEX_PATH}`, { fix: 'Call pmem_recall instead.' })
  return markdown(uri, `${INDEX_PATH}. ${DATA_NOTE}`, text, INDEX_PATH, modifiedAt(project, INDEX_PATH))
}

function cardText(memory: Memory, uri: string, name: string): ResourceText {
  const node = cardOf(memory, name)
  if (node.secret === true)
    throw new PmemError('NOT_FOUND', `${node.id} is secret and never leaves its file`, { fix: `Open ${node.file}.` })
  const text = fileText(memory.project(), node.file)
  if (text === undefined) throw new PmemError('NOT_FOUND', `${node.id} cannot be read`, { fix: `Open ${node.file}.` })
  const status = node.status === null ? '' : `, ${node.status}`
  const head = `Card ${node.id} (${node.type}${status}), ${node.file}. ${DATA_NOTE}`
  return markdown(uri, head, bodyOf(text).body, node.file, dateOf(node), node.title)
}

/** A head line that says what follows, and the text in a fence that it cannot close, cut to what a reply may have. */
function markdown(uri: string, head: string, text: string, file: string, lastModified: string | null, title = ''): ResourceText {
  const whole = `${title === '' ? '' : `# ${title}\n\n`}${safe(text).trim()}`
  const show = (points: number): string => {
    const part = clip(whole, points)
    return `${head}\n\n${fenced(part)}${part === whole ? '' : `\nCut at ${DEFAULT_BUDGET} tokens; the rest stands in ${file}.\n`}`
  }
  const length = Math.max(1, [...whole].length)
  let low = 0
  // Halving what is too much: the whole first, since nearly every card fits.
  for (let high = length, points = length; ; points = (low + high) >> 1) {
    if (estimateTokens(show(points)) <= packingBudget(DEFAULT_BUDGET)) low = points
    else high = points
    if (low === length || high - low <= 64) break
  }
  return { uri, mimeType: MARKDOWN, text: show(low), ...(lastModified === null ? {} : { _meta: { lastModified } }) }
}

function factsText(memory: Memory, uri: string, category: string): ResourceText {
  const outcome = memory.run(callOf(factsList, [], { category }))
  if (outcome.kind !== 'fact_list' || outcome.data.total === 0)
    throw new PmemError('NOT_FOUND', `no fact has the category ${JSON.stringify(category.slice(0, 100))}`, {
      fix: 'Call fact_store with action list.',
    })
  const facts = outcome.data.facts.map(({ id, content, summary, trust }) => ({ id, trust, summary, content }))
  const show = (data: Readonly<Record<string, unknown>>, shown: number, total: number): string =>
    `Facts of the category ${safe(category)}, ${shown} of ${total}. ${DATA_NOTE}\n\n${(data['facts'] as typeof facts).map((fact) => `${fact.id} (trust ${fact.trust})\n${fenced([fact.summary, fact.content].filter((part) => part !== null && part !== '').join('\n\n'))}`).join('\n')}`
  const cut = cutToFit({ facts }, packingBudget(DEFAULT_BUDGET), ({ data, shown, total }) =>
    estimateTokens(show(data, shown, total)),
  )
  const last = newest(factNodes(memory).filter((node) => node.category === category))
  return {
    uri,
    mimeType: MARKDOWN,
    text: show(cut.data, cut.shown, cut.total),
    ...(last === null ? {} : { _meta: { lastModified: last } }),
  }
}

function receiptText(memory: Memory, uri: string, id: string): ResourceText {
  const outcome = memory.run(callOf(receipt, [id]))
  const data = outcome.kind === 'receipt' ? (outcome.data as unknown as Readonly<Record<string, unknown>>) : {}
  const cut = cutToFit(data, packingBudget(DEFAULT_BUDGET), (each) => estimateTokens(JSON.stringify(each.data)))
  return { uri, mimeType: 'application/json', text: JSON.stringify(cut.data) }
}
