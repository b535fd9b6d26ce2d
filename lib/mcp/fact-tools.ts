import { audit } from '../commands/audit.ts'
import { factsContradict } from '../commands/facts-contradict.ts'
import { factsList } from '../commands/facts-list.ts'
import { factsRelated } from '../commands/facts-related.ts'
import { factsSearch } from '../commands/facts-search.ts'
import { feedback } from '../commands/feedback.ts'
import { forget } from '../commands/forget.ts'
import { learn } from '../commands/learn.ts'
import { probe, reason } from '../commands/probe.ts'
import { remember } from '../commands/remember.ts'
import { update } from '../commands/update.ts'
import { startOf } from '../ledger/trust.ts'
import { PmemError } from '../model/error.ts'
import type { GraphNode } from '../model/graph.ts'
import type { Argument } from './argument.ts'
import { BUDGET, type Call, callOf, type Lookup, outputOf, schemaOf, type Tool, type WriteLevel } from './tool.ts'

type Given = Readonly<Record<string, unknown>>
type Action = {
  readonly name: string
  readonly level: WriteLevel
  readonly needs: readonly string[]
  readonly takes: readonly string[]
  readonly callOf: (given: Given, lookup: Lookup) => Call
}

const text = (given: Given, name: string): string => (given[name] as string | undefined) ?? ''
const list = (given: Given, name: string): readonly string[] => (given[name] as readonly string[] | undefined) ?? []
/** Everything that `entity` and `entities` name. */
const entities = (given: Given): readonly string[] => [
  ...(given['entity'] === undefined ? [] : [text(given, 'entity')]),
  ...list(given, 'entities'),
]
/** Facts listed where nobody says how many; what the budget leaves out is counted. */
const MOST_LISTED = 200

const ACTIONS: readonly Action[] = [
  {
    name: 'add',
    level: 'append',
    needs: ['content'],
    takes: ['content', 'summary', 'category', 'tags', 'entity', 'entities'],
    callOf: (given) =>
      callOf(remember, [text(given, 'content')], {
        ...only(given, 'summary', 'category'),
        tag: list(given, 'tags'),
        entity: entities(given),
      }),
  },
  {
    name: 'search',
    level: 'off',
    needs: ['query'],
    takes: ['query', 'category', 'min_trust', 'limit'],
    callOf: (given) => callOf(factsSearch, [text(given, 'query')], only(given, 'category', 'min_trust', 'limit')),
  },
  {
    name: 'probe',
    level: 'off',
    needs: ['entity'],
    takes: ['entity', 'limit'],
    callOf: (given) => callOf(probe, [text(given, 'entity')], only(given, 'limit')),
  },
  {
    name: 'related',
    level: 'off',
    needs: [],
    takes: ['entity', 'fact_id', 'limit'],
    callOf(given, lookup) {
      const id = given['fact_id']
      if ((id === undefined) === (given['entity'] === undefined)) throw usage('related needs entity or fact_id, one of the two')
      return callOf(factsRelated, [id === undefined ? text(given, 'entity') : lookup.card(id as string).id], only(given, 'limit'))
    },
  },
  {
    name: 'reason',
    level: 'off',
    needs: [],
    takes: ['entity', 'entities', 'limit'],
    callOf: (given) => callOf(reason, entities(given), only(given, 'limit')),
  },
  {
    name: 'contradict',
    level: 'off',
    needs: [],
    takes: ['entity'],
    callOf: (given) => callOf(factsContradict, [text(given, 'entity')]),
  },
  {
    name: 'update',
    level: 'full',
    needs: ['fact_id'],
    takes: ['fact_id', 'content', 'summary', 'category', 'tags', 'entity', 'entities', 'trust_delta'],
    callOf: (given, lookup) => updateCall(given, fact(lookup, text(given, 'fact_id'))),
  },
  {
    name: 'remove',
    level: 'full',
    needs: ['fact_id'],
    takes: ['fact_id'],
    callOf: (given, lookup) =>
      callOf(forget, [fact(lookup, text(given, 'fact_id')).id], { reason: 'removed through fact_store' }),
  },
  {
    name: 'list',
    level: 'off',
    needs: [],
    takes: ['category', 'tags', 'limit'],
    callOf: (given) =>
      callOf(factsList, [], { ...only(given, 'category'), tag: list(given, 'tags'), limit: given['limit'] ?? MOST_LISTED }),
  },
  { name: 'learn', level: 'append', needs: [], takes: [], callOf: () => callOf(learn, []) },
  { name: 'audit', level: 'off', needs: [], takes: [], callOf: () => callOf(audit, []) },
]

const ORDER: readonly WriteLevel[] = ['off', 'append', 'full']
const STRING: Argument = { type: 'string' }
const STRINGS: Argument = { type: 'array', items: { type: 'string' } }

/** Facts behind one tool with actions, those of its level: scenario G. */
export function factStore(level: WriteLevel): Tool {
  const allowed = ACTIONS.filter((action) => ORDER.indexOf(action.level) <= ORDER.indexOf(level))
  const names = allowed.map(({ name }) => name)
  const used = new Set(allowed.flatMap(({ takes }) => takes))
  const properties: Readonly<Record<string, Argument>> = {
    action: { type: 'string', enum: names },
    content: STRING,
    summary: STRING,
    query: STRING,
    entity: STRING,
    entities: STRINGS,
    fact_id: STRING,
    category: STRING,
    tags: STRINGS,
    trust_delta: { type: 'number', minimum: -1, maximum: 1 },
    min_trust: { type: 'number', minimum: 0, maximum: 1 },
    limit: { type: 'integer', minimum: 1 },
  }
  const shown = Object.entries(properties).filter(([name]) => name === 'action' || used.has(name))
  return {
    name: 'fact_store',
    title: 'Facts',
    description: `One-thought facts. ${allowed.map(told).join('; ')}.`,
    inputSchema: schemaOf({ ...Object.fromEntries(shown), budget: BUDGET }, ['action']),
    outputSchema: outputOf({}),
    annotations: {
      readOnlyHint: level === 'off',
      ...(level === 'off' ? {} : { destructiveHint: level === 'full' }),
      openWorldHint: false,
    },
    callOf(given, lookup) {
      const action = allowed.find(({ name }) => name === given['action'])!
      checkParts(action, given)
      return action.callOf(given, lookup)
    },
  }
}

/** `search(query, category, min_trust, limit)`. */
const told = ({ name, takes }: Action): string => (takes.length === 0 ? name : `${name}(${takes.join(', ')})`)

export const factFeedback: Tool = {
  name: 'fact_feedback',
  title: 'Rate a fact',
  description: 'Say whether a fact or card helped: its trust moves. With query it answers to that from now on.',
  inputSchema: schemaOf(
    { action: { type: 'string', enum: ['helpful', 'unhelpful'] }, fact_id: STRING, query: STRING, budget: BUDGET },
    ['action', 'fact_id'],
  ),
  outputSchema: outputOf({ old_trust: 'number', new_trust: 'number' }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  callOf: (given) => callOf(feedback, [text(given, 'fact_id'), text(given, 'action')], only(given, 'query')),
}

/** What an action would ignore is an error instead. */
function checkParts({ name, needs, takes }: Action, given: Given): void {
  const missing = needs.find((part) => text(given, part).trim() === '')
  if (missing !== undefined) throw usage(`${name} needs ${missing}`, `It takes ${takes.join(', ')}.`)
  const stray = Object.keys(given).find((part) => part !== 'action' && part !== 'budget' && !takes.includes(part))
  if (stray !== undefined)
    throw usage(`${name} takes no ${stray}`, takes.length === 0 ? 'It takes nothing.' : `It takes ${takes.join(', ')}.`)
}

const usage = (message: string, fix = 'Correct the arguments and call again.'): PmemError =>
  new PmemError('USAGE', `fact_store: ${message}`, { fix })

/** The arguments of these names that were given. */
const only = (given: Given, ...names: readonly string[]): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)))

function fact(lookup: Lookup, name: string): GraphNode {
  const node = lookup.card(name)
  if (node.type !== 'fact')
    throw usage(`${node.id} is a ${node.type}, not a fact`, 'Edit other cards as files, then call pmem_update with a summary.')
  return node
}

/** An edit of the fields that are given; the rest, such as a category, stays. */
function updateCall(given: Given, node: GraphNode): Call {
  const oneLine = (name: string): string => text(given, name).replace(/\s+/g, ' ').trim()
  const listed = (items: readonly string[]): string => (items.length === 0 ? '' : JSON.stringify(items))
  const delta = given['trust_delta'] as number | undefined
  const trust = delta === undefined ? 0 : Math.min(1000, Math.max(0, startOf(node.trust) + Math.round(delta * 1000)))
  const set = [
    ...['summary', 'category'].filter((name) => given[name] !== undefined).map((name) => `${name}=${oneLine(name)}`),
    ...(given['tags'] === undefined ? [] : [`tags=${listed(list(given, 'tags'))}`]),
    ...(given['entities'] === undefined && given['entity'] === undefined ? [] : [`entities=${listed(entities(given))}`]),
    ...(delta === undefined ? [] : [`trust=${trust / 1000}`]),
  ]
  if (set.length === 0 && given['content'] === undefined)
    throw usage('update needs something to change', 'Give content, summary, category, tags, entities or trust_delta.')
  return callOf(update, [node.id], { set, force: true, ...only(given, 'content') })
}
