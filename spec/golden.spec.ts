import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { globFiles } from '../lib/host/glob.ts'
import { nodeHost } from '../lib/host/node.ts'
import { encodeIndexes } from '../lib/indexes/build.ts'
import { completeSchema } from '../lib/manifest/defaults.ts'
import { PRESETS } from '../lib/manifest/presets.ts'
import { EDGE_TYPES } from '../lib/model/card.ts'
import { EDGE_SOURCES, type Edge, type GraphNode } from '../lib/model/graph.ts'
import { openProjectAt } from '../lib/store/project.ts'
import { rebuildStore } from '../lib/store/refresh.ts'
import { sortedUnique } from '../lib/text/order.ts'
import {
  builtIndexes,
  committedPath,
  GOLDEN,
  type Golden,
  goldenHost,
  INDEX_FILES,
  type IndexFile,
  projectFiles,
  projectFolder,
  runGolden,
} from './golden/projects.ts'
import { piecesText } from './indexes/pieces.ts'

type Graph = { readonly kind: string; readonly nodes: readonly GraphNode[]; readonly edges: readonly Edge[] }
const made = new Map<Golden, Readonly<Record<IndexFile, string>>>()

/** What `pmem rebuild` gives now, built once a project. */
function indexesOf(name: Golden): Readonly<Record<IndexFile, string>> {
  const known = made.get(name) ?? builtIndexes(name)
  made.set(name, known)
  return known
}
const graphOf = (name: Golden): Graph => JSON.parse(indexesOf(name)['graph.json']) as Graph

/** Says where two texts part instead of printing both. */
function sameText(actual: string, expected: string, what: string): void {
  let at = 0
  while (at < actual.length && actual[at] === expected[at]) at += 1
  const near = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))
  assert.ok(actual === expected, `${what} differs at character ${at}: ${near(actual)} where ${near(expected)} stands`)
}

const committed = (name: Golden, file: IndexFile): string => readFileSync(committedPath(name, file), 'utf8')
const REFRESH = 'if the change is wanted, run `npm run golden` and look at the diff'

/** A question of each project, and the card that must come first. */
const QUESTIONS: Readonly<Record<Golden, readonly (readonly [query: string, first: string])[]>> = {
  software: [
    ['为什么不用数据库', 'decision.store-flat'],
    ['api/forecast.py:1', 'module.forecast'],
    ['how far off was the datum of Brack Quay', 'fact.datum-offset'],
  ],
  novel: [
    ['为什么用第三人称', 'decision.third-person'],
    ['chapter.03', 'chapter.03'],
    ['灯多久转一圈', 'fact.lamp-period'],
  ],
  research: [
    ['why pairs', 'decision.paired-design'],
    ['hedgerow-corridors-2019', 'doc.papers--2019-hedgerow-corridors'],
    ['do traps see amber light worse', 'finding.trap-bias'],
  ],
}
/** A retired card of each project, and the head of its line. */
const RETIRED: Readonly<Record<Golden, readonly [retired: string, head: string]>> = {
  software: ['decision.store-csv', 'decision.store-flat'],
  novel: ['decision.first-person', 'decision.third-person'],
  research: ['decision.single-lamps', 'decision.paired-design'],
}
const PROJECT_NAMES: Readonly<Record<Golden, string>> = { software: 'Tidepost', novel: '雾港来信', research: 'Lamplight moths' }
/** What stands in next.md. */
const NEXT: Readonly<Record<Golden, RegExp>> = {
  software: /Print the week sheet/,
  novel: /重写灯塔一场/,
  research: /Run the blind trap test/,
}

const spec = suite('golden')
for (const name of GOLDEN) {
  for (const file of INDEX_FILES) {
    spec(`${name}: ${file} is the committed one, byte for byte`, () =>
      sameText(indexesOf(name)[file], committed(name, file), `${name}.${file} (${REFRESH})`),
    )
  }
  spec(`${name}: files met in another order give the same bytes`, () => {
    const reversed = Object.fromEntries(Object.entries(projectFiles(name)).reverse())
    const built = builtIndexes(name, goldenHost(name, reversed))
    for (const file of INDEX_FILES) sameText(built[file], indexesOf(name)[file], `${name}.${file}`)
  })
  spec(`${name}: the real file system gives the same bytes as memory`, () => {
    const host = nodeHost({
      glob: globFiles,
      git: () => undefined,
      gitBlobs: () => undefined,
    })
    const { built } = rebuildStore(openProjectAt(host, projectFolder(name)), { write: { kind: 'never' } })
    const { graph, text } = encodeIndexes(built)
    sameText(piecesText(graph), indexesOf(name)['graph.json'], `${name}.graph.json`)
    sameText(piecesText(text), indexesOf(name)['bm25.json'], `${name}.bm25.json`)
  })
  spec(`${name}: holds a card of every type of its preset`, () => {
    const types = sortedUnique(graphOf(name).nodes.map(({ type }) => type))
    assert.equal(types, sortedUnique(PRESETS[name].cardTypes))
  })
  spec(`${name}: a card lies in the folder of its type, a document outside`, () => {
    const { typeDirs } = completeSchema(PRESETS[name])
    for (const { type, file, external } of graphOf(name).nodes) {
      const folder = `.pmem/${typeDirs[type]}/`
      assert.is(file.startsWith(folder), external !== true, `${type} in ${file}`)
    }
  })
  spec(`${name}: verify finds no error`, () => {
    const { host } = runGolden(name, ['rebuild'])
    const { exit, data } = runGolden(name, ['verify'], host)
    const { errors, findings } = data as { readonly errors: number; readonly findings: readonly unknown[] }
    assert.is(errors, 0, JSON.stringify(findings))
    assert.is(exit, 0)
  })
  for (const [query, first] of QUESTIONS[name]) {
    spec(`${name}: ${query} is answered by ${first}`, () => {
      const { exit, data } = runGolden(name, ['ask', query])
      const { matched } = data as { readonly matched: readonly { readonly id: string; readonly file: string }[] }
      assert.is(matched[0]?.id, first, `got ${matched.map(({ id }) => id).join(', ')}`)
      assert.is(exit, 0)
    })
  }
  spec(`${name}: a retired card that is named comes first, its head second`, () => {
    const [retired, head] = RETIRED[name]
    const { matched } = runGolden(name, ['ask', retired]).data as {
      readonly matched: readonly { readonly id: string; readonly superseded_by?: string }[]
    }
    assert.is(matched[0]?.superseded_by, head)
    assert.equal(
      matched.slice(0, 2).map(({ id }) => id),
      [retired, head],
    )
  })
  spec(`${name}: recall names the project and its next step`, () => {
    const host = goldenHost(name)
    const { data } = runGolden(name, ['recall'], host)
    const text = JSON.stringify(data)
    assert.match(text, NEXT[name])
    assert.match(text, /"stage":/)
    assert.is((data as { readonly project: { readonly name: string } }).project.name, PROJECT_NAMES[name])
  })
}
spec('the three together hold every edge type and every kind of evidence', () => {
  const edges = GOLDEN.flatMap((name) => graphOf(name).edges)
  assert.equal(sortedUnique(edges.map(({ type }) => type)), sortedUnique(EDGE_TYPES))
  assert.equal(sortedUnique(edges.map(({ source }) => source)), sortedUnique(EDGE_SOURCES))
})
spec('a line of three decisions has one head', () => {
  const { history } = runGolden('software', ['trace', 'decision.store-sqlite']).data as {
    readonly history: readonly { readonly id: string }[]
  }
  assert.equal(
    history.map(({ id }) => id),
    ['decision.store-flat', 'decision.store-sqlite', 'decision.store-csv'],
  )
})
spec('CRLF, a byte-order mark and unknown fields change no hash but their own', () => {
  const plain = (text: string): string => text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const files = projectFiles('software')
  const paths = ['.pmem/modules/http-api.md', '.pmem/files/datum-table.md']
  const changed = paths.map((path) => [path, plain(new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[path]))] as const)
  for (const [path, text] of changed) assert.is.not(new TextEncoder().encode(text).length, files[path]?.length, path)
  const built = builtIndexes(
    'software',
    goldenHost('software', {
      ...files,
      ...Object.fromEntries(changed.map(([path, text]) => [path, new TextEncoder().encode(text)])),
    }),
  )
  for (const file of INDEX_FILES) sameText(built[file], committed('software', file), file)
})
spec('of a secret card nothing but its name is in an index', () => {
  const { 'graph.json': graph, 'bm25.json': text } = indexesOf('software')
  assert.match(graph, /resource\.feed-access/)
  assert.not.match(graph + text, /access words|whom to ask/)
  assert.not.match(text, /resource\.feed-access/)
})
spec.run()
