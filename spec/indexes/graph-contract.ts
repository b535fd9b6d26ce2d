import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIndexes } from '../../lib/indexes/build.ts'
import type { GraphData, GraphFile } from '../../lib/indexes/graph.ts'
import { kindBit, nameTable } from '../../lib/indexes/names.ts'
import { NO_REFERENCES } from '../../lib/indexes/references.ts'
import { EDGE_TYPES } from '../../lib/model/card.ts'
import { type Edge, NAME_KINDS, type NameHit } from '../../lib/model/graph.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { foldName } from '../../lib/text/fold.ts'
import { byText } from '../../lib/text/order.ts'
import { card, deck, link, mention, settings } from './deck.ts'

/** What every implementation of GraphIndex does: the same suite runs against each. */
export function graphContract(name: string, open: (data: GraphData) => GraphFile): void {
  const spec = suite(name)
  const stores = [1, 2, 3].map((seed) => buildIndexes(deck(seed * 60, seed), [], settings).graph)
  const empty = buildIndexes([], [], settings).graph

  spec('gives every node by its id and none for another text', () => {
    for (const data of stores) {
      const graph = open(data)
      for (const node of data.nodes) assert.equal(graph.node(node.id), node)
      for (const id of ['', 'nothing', '"', 'module', '\ud83d']) assert.is(graph.node(id as CardId), undefined)
    }
  })
  spec('gives all nodes by id in code-unit order', () => {
    for (const data of [...stores, empty]) {
      const found = [...open(data).nodes()]
      assert.equal(found, [...data.nodes])
      assert.equal(
        found.map(({ id }) => id),
        found.map(({ id }) => id).sort(byText),
      )
    }
  })
  spec('gives the edges of a card both ways, sorted by type, then by the other end', () => {
    for (const data of stores) {
      const graph = open(data)
      for (const { id } of data.nodes) {
        assert.equal(
          [...graph.edgesFrom(id)],
          sorted(
            data.edges.filter(({ from }) => from === id),
            ({ to }) => to,
          ),
        )
        assert.equal(
          [...graph.edgesTo(id)],
          sorted(
            data.edges.filter(({ to }) => to === id),
            ({ from }) => from,
          ),
        )
      }
      for (const { id } of data.nodes) {
        const all = graph.edgesTo(id)
        for (const type of EDGE_TYPES)
          assert.equal(
            [...graph.edgesTo(id, type)],
            all.filter((edge) => edge.type === type),
          )
      }
      assert.equal([...graph.edgesFrom('nothing' as CardId)], [])
      assert.equal([...graph.edgesTo('nothing' as CardId)], [])
    }
  })
  spec('knows what every name stands for', () => {
    for (const data of stores) {
      const graph = open(data)
      const table = nameTable(data.nodes)
      for (const name of [...table.keys(), 'nothing', '', '"', 'no such', 'x.md', 'a/b.md']) {
        assert.equal([...graph.names(name)], expectedHits(data, table.get(name) ?? []), JSON.stringify(name))
      }
    }
  })
  spec('knows a card by what a person may call it', () => {
    const auth = card('decision.token-budget', {
      title: 'Token Budget',
      aliases: ['Spending'],
      tags: ['hybrid-search'],
      sourceFiles: ['src/db.ts#open'],
      file: '.pmem/decisions/token-budget.md',
    })
    const graph = open(buildIndexes([auth, card('module.readme', { file: 'docs/README.md' })], [], settings).graph)
    const kinds = (name: string): string[] => graph.names(foldName(name)).map(({ kind }) => kind)
    assert.equal(kinds('decision.token-budget'), ['id'])
    assert.equal(kinds('token-budget'), ['slug', 'basename'])
    assert.equal(kinds('Token Budget'), ['title'])
    assert.equal(kinds('Token-Budget.md'), ['basename'])
    assert.equal(kinds('.pmem/decisions/token-budget.md'), ['file'])
    assert.equal(kinds('decisions/token-budget.md'), [])
    assert.equal(kinds('spending'), ['alias'])
    assert.equal(kinds('hybrid-search'), ['tag'])
    assert.equal(kinds('hybrid'), ['tag_token'])
    assert.equal(kinds('src/db.ts'), ['source'])
    assert.equal(kinds('db.ts'), ['basename'])
    assert.equal(kinds('src'), ['folder'])
    assert.equal(kinds('budget'), ['id_part'])
    assert.equal(kinds('docs/readme.md'), ['file'])
  })
  spec('gives the references of a card as its file has them', () => {
    for (const data of stores) {
      const graph = open(data)
      for (const { id } of data.nodes) assert.equal(graph.references(id), data.references.get(id) ?? NO_REFERENCES)
      assert.equal(graph.references('nothing' as CardId), NO_REFERENCES)
    }
    const cards = [card('module.a'), card('task.t', { links: [link('depends_on', 'ghost', 3)], mentions: [mention('module.a')] })]
    const { links, mentions } = open(buildIndexes(cards, [], settings).graph).references('task.t' as CardId)
    assert.equal(links, cards[1]!.links)
    assert.equal(mentions, cards[1]!.mentions)
  })
  spec('answers the same twice', () => {
    const [data] = stores
    const graph = open(data!)
    const id = data!.nodes[7]!.id
    assert.equal(graph.edgesTo(id), graph.edgesTo(id))
    assert.equal(graph.names('common'), graph.names('common'))
    assert.equal(graph.node(id), graph.node(id))
  })
  spec('carries the header', () => {
    assert.is(open(stores[0]!).header.node_count, 60)
    assert.equal(open(empty).header, empty.header)
  })
  spec.run()
}

const sorted = (edges: readonly Edge[], end: (edge: Edge) => string): Edge[] =>
  [...edges].sort((a, b) => byText(a.type, b.type) || byText(end(a), end(b)))

function expectedHits(data: GraphData, entry: readonly number[]): NameHit[] {
  const hits: NameHit[] = []
  for (const kind of NAME_KINDS) {
    for (let i = 0; i < entry.length; i += 2)
      if ((entry[i]! & kindBit(kind)) !== 0) hits.push({ kind, id: data.nodes[entry[i + 1]!]!.id })
  }
  return hits
}
