import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseCard } from '../../../lib/card/parse.ts'
import { searchFacts } from '../../../lib/commands/fact-search.ts'
import { factCard } from '../../../lib/facts/new-fact.ts'
import { NO_FACT_STATE } from '../../../lib/facts/rank.ts'
import { buildIndexes } from '../../../lib/indexes/build.ts'
import { memoryGraph } from '../../../lib/indexes/graph.ts'
import { memoryTextIndex } from '../../../lib/indexes/postings.ts'
import { DEFAULTS } from '../../../lib/manifest/defaults.ts'
import type { Card } from '../../../lib/model/card.ts'
import { pathOf, type Sha256 } from '../../../lib/model/ids.ts'
import type { OpenStore } from '../../../lib/store/open.ts'
import { tokenize } from '../../../lib/text/tokenize.ts'
import { distractors } from './distractors.ts'

export type Miss = { readonly query: string; readonly expect: string; readonly first: string | null; readonly place: number }
export type Judgement = {
  readonly distractors: number
  readonly hits: number
  readonly asked: number
  readonly misses: readonly Miss[]
}

const SEED = 20_261_130
const lines = (file: string): readonly Record<string, string>[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)

/** Asks every query of the set through the real fact search, among so many other facts, and counts those whose fact comes first. */
export function judgeFacts(others: number): Judgement {
  const bodies = new Map<string, string>()
  const cards = [
    ...lines('facts.jsonl').map(({ id = '', content = '', category = '' }) => cardOf(id, content, category)),
    ...distractors(others, SEED).map((content, number) => cardOf(`d${number}`, content, null)),
  ]
  for (const card of cards) bodies.set(card.id, card.body.trim())
  const { graph, text } = buildIndexes(cards, [], { pmemVersion: '0', glob: [], inputs: '', tokenize, sha256 })
  const store = { graph: memoryGraph(graph), text: memoryTextIndex(text), manifest: DEFAULTS, state: {} } as unknown as OpenStore
  const one = { name: 'project', store, state: NO_FACT_STATE, textOf: ({ id }: { id: string }) => bodies.get(id) ?? '' } as const
  const judged = lines('queries.jsonl').map(({ query = '', expect = '' }): Miss => {
    const { results } = searchFacts([one], query, { limit: 10, minTrust: 0.3, category: undefined })
    const ids = results.map(({ id }) => id.slice('fact.'.length))
    return { query, expect, first: ids[0] ?? null, place: ids.indexOf(expect) + 1 }
  })
  const misses = judged.filter(({ place }) => place !== 1)
  return { distractors: others, hits: judged.length - misses.length, asked: judged.length, misses }
}

function cardOf(name: string, content: string, category: string | null): Card {
  const id = `fact.${name}`
  const fact = { content, category, summary: null, tags: [], entities: [], supersedes: [] }
  const bytes = factCard(id, fact, [], '2026-07-03')
  const { card } = parseCard({
    file: pathOf(`.pmem/facts/${name}.md`),
    bytes,
    hash: sha256(bytes),
    schema: DEFAULTS.schema,
    sha256,
  })
  if (card === null) throw new Error(`no card: ${content}`)
  return card
}

const sha256 = (text: string): Sha256 => createHash('sha256').update(text).digest('hex') as Sha256
