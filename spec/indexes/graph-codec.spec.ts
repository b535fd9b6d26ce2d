import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIndexes } from '../../lib/indexes/build.ts'
import { textReader } from '../../lib/indexes/bytes.ts'
import { GRAPH_FORMAT } from '../../lib/indexes/graph.ts'
import { decodeGraph, encodeGraph, openGraph } from '../../lib/indexes/graph-codec.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { card, deck, link, settings } from './deck.ts'
import { graphContract } from './graph-contract.ts'
import { piecesText } from './pieces.ts'

graphContract('indexes/graph-codec: contract of GraphIndex on file', (data) => openGraph(textReader(encodeGraph(data)))!)

const graphOf = (cards = deck(80, 4)) =>
  buildIndexes(cards, [{ file: 'broken.md', hash: settings.sha256('b'), code: 'yaml', line: 2, message: 'bad' }], settings).graph
const text = piecesText(encodeGraph(graphOf()))

const spec = suite('indexes/graph-codec')

spec('gives the documented objects to any JSON parser', () => {
  const data = graphOf()
  const parsed = JSON.parse(text)
  assert.is(parsed.kind, 'pmem.graph_index')
  assert.equal(parsed.nodes, data.nodes)
  assert.is(parsed.nodes.length, parsed.node_count)
  assert.is(parsed.edges.length, parsed.edge_count)
  assert.equal(
    parsed.edges.map(({ from, to, type, confidence }: Record<string, unknown>) => [from, to, type, confidence]),
    data.edges.map(({ from, to, type, confidence }) => [from, to, type, confidence]),
  )
  assert.equal(Object.keys(parsed.edges[0]), ['from', 'to', 'type', 'source', 'confidence', 'evidence'])
  assert.is(parsed.problems[0].file, 'broken.md')
})
spec('decodes to what was encoded', () => assert.equal(decodeGraph(textReader(text)), graphOf()))
spec('writes the line of an edge and gives back file and line', () => {
  const data = graphOf([card('module.a'), card('task.t', { links: [link('depends_on', 'module.a', 7)] })])
  assert.is(JSON.parse(piecesText(encodeGraph(data))).edges[0].evidence, 'line 7')
  assert.is(openGraph(textReader(encodeGraph(data)))!.edgesTo('module.a' as CardId)[0]!.evidence, '.pmem/cards/t.md:7')
})
spec('refuses damaged, truncated, older and foreign files', () => {
  assert.is(openGraph(textReader(text.slice(0, -40))), undefined)
  assert.is(openGraph(textReader(text.replace(`"format":${GRAPH_FORMAT}`, '"format":1'))), undefined)
  assert.is(decodeGraph(textReader(`{"kind":"pmem.graph_index","format":${GRAPH_FORMAT},"nodes":[]}`)), undefined)
  assert.is(decodeGraph(textReader('')), undefined)
})
spec('fault 084: refuses a file with conflict markers', () =>
  assert.is(openGraph(textReader(`<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`)), undefined),
)
spec('scenario H: throws rather than answer from a part edited by hand', () => {
  const { id, title } = graphOf().nodes[40]!
  const edited = text.replace(JSON.stringify(title), JSON.stringify(title.toUpperCase()))
  assert.is.not(edited, text)
  assert.throws(
    () => decodeGraph(textReader(edited)),
    (error: Error) => error.name === 'DamagedIndex',
  )
  assert.throws(
    () => openGraph(textReader(edited))!.node(id),
    (error: Error) => error.name === 'DamagedIndex',
  )
})
spec.run()
