import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openBm25 } from '../../lib/indexes/bm25-codec.ts'
import {
  buildIndexes,
  type Changes,
  encodeIndexes,
  type Indexes,
  type StoredIndexes,
  updateIndexes,
} from '../../lib/indexes/build.ts'
import { textReader } from '../../lib/indexes/bytes.ts'
import type { Problem } from '../../lib/indexes/graph.ts'
import { openGraph } from '../../lib/indexes/graph-codec.ts'
import { memoryTextIndex } from '../../lib/indexes/postings.ts'
import type { Card } from '../../lib/model/card.ts'
import type { Edge } from '../../lib/model/graph.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { card, deck, generator, link, mention, randomCard, settings, sha256 } from './deck.ts'
import { piecesText } from './pieces.ts'

const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictTuples: false })
const schema = (name: string) =>
  ajv.compile(JSON.parse(readFileSync(join(import.meta.dirname, '../../indexes-schema', name), 'utf8')))
const isGraph = schema('graph.schema.json')
const isBm25 = schema('bm25.schema.json')

/** The two files, each valid against its schema. */
function files(indexes: Indexes): readonly [graph: string, text: string] {
  const encoded = encodeIndexes(indexes)
  const [graph, text] = [piecesText(encoded.graph), piecesText(encoded.text)]
  assert.ok(isGraph(JSON.parse(graph)), ajv.errorsText(isGraph.errors))
  assert.ok(isBm25(JSON.parse(text)), ajv.errorsText(isBm25.errors))
  return [graph, text]
}
const stored = ([graph, text]: readonly [string, string]): StoredIndexes => ({
  graph: openGraph(textReader(graph))!,
  text: openBm25(textReader(text))!,
})
/** The two files after an update, where `cards` are all that there are now. */
function updated(
  previous: readonly [string, string],
  changes: Omit<Changes, 'files'>,
  problems: readonly Problem[],
  cards: readonly Card[],
): readonly [graph: string, text: string] {
  const files = new Map([...cards, ...problems].map(({ file, hash }) => [file as string, hash]))
  const all = [...files].map(([path, hash]) => ({ path, hash }))
  const { graph, text } = updateIndexes(stored(previous), { ...changes, files: all }, problems, settings)
  return [piecesText(graph), piecesText(text)]
}
const build = (cards: readonly Card[], problems: readonly Problem[] = []) => buildIndexes(cards, problems, settings)
const problem = (file: string): Problem => ({ file, hash: sha256(file), code: 'card-yaml', line: 3, message: 'bad' })

const spec = suite('indexes/build')

spec('gives the same bytes whatever the order of the cards and problems', () => {
  const cards = deck(150, 21)
  const random = generator(2)
  const wanted = files(build(cards, [problem('a.md'), problem('b.md')]))
  for (let round = 0; round < 5; round += 1) {
    const shuffled = cards
      .map((one) => [random(), one] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, one]) => one)
    assert.equal(files(build(shuffled, [problem('b.md'), problem('a.md')])), wanted)
  }
})
spec('writes valid indexes of an empty store', () => assert.is(JSON.parse(files(build([]))[0]).node_count, 0))
spec('incremental equals full, byte for byte, after adding, editing, renaming and deleting cards', () => {
  for (const seed of [1, 2, 3, 4]) {
    const random = generator(seed)
    let cards = deck(40, seed)
    let [previous, problems]: [readonly [string, string], Problem[]] = [files(build(cards)), []]
    for (let step = 0; step < 25; step += 1) {
      const gone: string[] = []
      const changed: Card[] = []
      const at = Math.floor(random() * cards.length)
      const old = cards[at]
      const action = Math.floor(random() * 5)
      if (action === 0 || old === undefined) {
        const added = randomCard(1000 + step, 60, random)
        if (!cards.some(({ id, file }) => id === added.id || file === added.file)) changed.push(added)
      } else if (action === 1) {
        const edited = randomCard(step, 60, random)
        changed.push(card(old.id, { ...edited, file: old.file }))
      } else if (action === 2) changed.push(card(old.id, { ...old, file: `moved/${step}.md` }))
      else if (action === 3) changed.push(card(`renamed.${step}`, { ...old }))
      else problems = [...problems.slice(-2), problem(old.file)]
      if (action >= 2 && old !== undefined) gone.push(old.file)
      cards = [...cards.filter((one) => !gone.includes(one.file) && !changed.some(({ file }) => file === one.file)), ...changed]
      const full = build(cards, problems)
      const written = updated(previous, { cards: changed, gone }, problems, cards)
      assert.equal(written, files(full), `seed ${seed}, step ${step}, action ${action}`)
      previous = written
    }
  }
})
spec('lets a link of an unchanged card find the card it names once that comes', () => {
  const task = card('task.t', { links: [link('depends_on', 'Later')], mentions: [mention('later')] })
  const before = build([task])
  assert.is(before.graph.edges.length, 0)
  const later = card('module.x', { title: 'Later' })
  const [after] = updated(files(before), { cards: [later], gone: [] }, [], [task, later])
  assert.equal(
    JSON.parse(after).edges.map(({ from, to, type }: Edge) => `${from} ${type} ${to}`),
    ['task.t depends_on module.x', 'task.t references module.x'],
  )
})
spec('fault 076: drops a deleted card from nodes, edges, names and terms', () => {
  const cards = [card('module.a', { body: 'unique' }), card('task.t', { links: [link('depends_on', 'module.a')] })]
  const [graph, text] = updated(files(build(cards)), { cards: [], gone: [cards[0]!.file] }, [], cards.slice(1))
  assert.not.ok(JSON.parse(graph).nodes.some(({ id }: Card) => id === 'module.a'))
  assert.equal(JSON.parse(graph).edges, [])
  assert.not.ok(text.includes('unique'))
})
spec('keeps a secret card in the graph and out of the text', () => {
  const { graph, text } = build([
    card('module.s', { secret: true, title: 'hidden', summary: 'hidden', body: 'hidden' }),
    card('module.a', { body: 'open' }),
  ])
  assert.equal(
    graph.nodes.map(({ id, summary }) => [id, summary]),
    [
      ['module.a', ''],
      ['module.s', ''],
    ],
  )
  const index = memoryTextIndex(text)
  assert.is(index.postings('hidden'), undefined)
  assert.is(index.document('module.s' as CardId), -1)
})
spec('changes the source hash with a card, a broken file and the settings', () => {
  const cards = [card('module.a')]
  const hash = (indexes: Indexes): string => indexes.graph.header.source.source_hash
  const hashes = [
    build(cards),
    build([card('module.a', { body: 'x' })]),
    build(cards, [problem('x.md')]),
    buildIndexes(cards, [], { ...settings, inputs: 'other' }),
  ].map(hash)
  assert.is(new Set(hashes).size, 4)
  assert.is(hash(build(cards, [problem('x.md'), { ...problem('x.md'), line: 9 }])), hashes[2])
})
spec('marks both files as belonging together', () => {
  const [graph, text] = files(build(deck(10, 1)))
  assert.is(JSON.parse(graph).source.source_hash, JSON.parse(text).source_hash)
})
spec('refuses two cards of one id', () =>
  assert.throws(() => build([card('module.a'), card('module.a', { file: 'other.md' })]), /two cards have the id module\.a/),
)
spec.run()
