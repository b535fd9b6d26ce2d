import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CardId } from '../../lib/model/ids.ts'
import { openProjectAt, type Project } from '../../lib/store/project.ts'
import { logRetrieval, RETRIEVALS_PATH, readRetrievals, settleRetrievals } from '../../lib/store/retrievals.ts'
import { folder, hostIn } from '../folder.ts'
import { random } from '../random.ts'
import { SELF, SELF_TS_ARGS } from '../self.ts'
import { store } from '../store.ts'
import { card, type Json, type World, world } from '../world.ts'

const A = 'module.a' as CardId
const manifest = (logCap: number): Parameters<typeof logRetrieval>[1] => {
  const { manifest: plain } = store({})
  return { ...plain, learning: { ...plain.learning, logCap } }
}
const projectOf = (w: World): Project => openProjectAt(w.host, '/project')
const linesIn = (text: string | undefined): readonly Json[] =>
  (text ?? '')
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

const spec = suite('store/retrievals')
spec('a line holds when, what was asked and what was found, and nothing else', () => {
  const w = world()
  logRetrieval(projectOf(w), manifest(9), { query: '锁 "x"\n', results: [{ id: A, score: 0.5, title: 'no' } as Json] })
  assert.equal(linesIn(w.text(RETRIEVALS_PATH)), [{ t: w.host.now(), query: '锁 "x"\n', results: [{ id: A, score: 0.5 }] }])
})
spec('200 histories: as many lines as allowed stay, the newest, and nothing is lost from the counts', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const w = world()
    const { below } = random(seed)
    const cap = 1 + below(30)
    const settings = manifest(cap)
    const said: string[] = []
    const found = new Map<string, number>()
    for (let number = below(90); number >= 0; number -= 1) {
      const query = 'q'.repeat(1 + below(60))
      const results = Array.from({ length: below(3) }, (_, place) => ({ id: `module.${place}`, score: below(9) / 10 }))
      said.push(query)
      for (const { id } of results) found.set(id, (found.get(id) ?? 0) + 1)
      logRetrieval(projectOf(w), settings, { query, results })
      if (below(20) === 0) settleRetrievals(projectOf(w))
    }
    assert.equal(
      linesIn(w.text(RETRIEVALS_PATH)).map(({ query }) => query),
      said.slice(-cap),
      `history ${seed}`,
    )
    const counts = [...readRetrievals(projectOf(w))].map(([id, { count }]) => [id, count])
    assert.equal(counts.sort(), [...found].sort(), `history ${seed}`)
  }
})
spec('a log that was deleted loses no count that was settled, and a lower limit takes effect at once', () => {
  const w = world()
  const ask = (cap: number): void => logRetrieval(projectOf(w), manifest(cap), { query: 'x', results: [{ id: A, score: 1 }] })
  for (let number = 0; number < 40; number += 1) ask(100)
  assert.is(settleRetrievals(projectOf(w)).get(A)!.count, 40)
  w.edit(RETRIEVALS_PATH, null)
  for (let number = 0; number < 20; number += 1) ask(100)
  ask(5)
  assert.is(linesIn(w.text(RETRIEVALS_PATH)).length, 5)
  assert.is(readRetrievals(projectOf(w)).get(A)!.count, 61)
})
spec('a damaged log and damaged counts are read as far as they can be', () => {
  const w = world({
    [RETRIEVALS_PATH]: `{"t":7,"query":"","results":[{"id":"${A}"},{"id":7},{"id":"../x"}]}\n{"t":\n[]\n{"t":1}\n{"to`,
  })
  w.edit('.pmem/local/retrieval-counts', '{')
  assert.equal([...readRetrievals(projectOf(w))], [[A, { count: 1, last: 7 }]])
  logRetrieval(projectOf(w), manifest(100), { query: 'x', results: [{ id: A, score: 1 }] })
  assert.is(readRetrievals(projectOf(w)).get(A)!.count, 2)
})
spec(
  'whatever write of a full log is killed or torn, the next question leaves whole lines, as many as allowed, and every count',
  () => {
    const ask = (w: World): void => logRetrieval(projectOf(w), manifest(5), { query: 'x y', results: [{ id: A, score: 1 }] })
    for (const fate of ['kill', 'tear'] as const)
      for (let number = 1; number <= 8; number += 1) {
        const w = world()
        for (let before = 0; before < 8; before += 1) ask(w)
        let seen = 0
        w.host.onWrite = () => {
          seen += 1
          return seen === number ? fate : 'go'
        }
        ask(w)
        const next = w.second()
        for (let after = 0; after < 7; after += 1) ask(next)
        const lines = linesIn(next.text(RETRIEVALS_PATH))
        assert.equal([lines.length, new Set(lines.map(({ query }) => query)).size], [5, 1], `${fate} ${number}`)
        const { count } = readRetrievals(projectOf(next)).get(A)!
        assert.ok(count === 15 || count === 16, `${fate} ${number}: ${count}`)
      }
  },
)
spec('PMEM_NO_LOG and the manifest switch it off; a disk that refuses is no error', () => {
  const asked = (w: World): string | undefined => {
    w.run('ask', 'Zeppelin')
    return w.text(RETRIEVALS_PATH)
  }
  const files = card('module.a', 'title: Zeppelin')
  assert.is(linesIn(asked(world(files))).length, 1)
  assert.is(linesIn(asked(world(files, { env: { PMEM_NO_LOG: '0' } }))).length, 1)
  assert.is(asked(world(files, { env: { PMEM_NO_LOG: '1' } })), undefined)
  assert.is(asked(world({ ...files, '.pmem/manifest.yml': 'version: 1\nlearning: { log: false }\n' })), undefined)
  const w = world(files)
  w.run('rebuild')
  w.host.onWrite = () => 'fail'
  const { code, stdout } = w.run('ask', 'Zeppelin')
  assert.equal([code, /module\.a/.test(stdout), w.text(RETRIEVALS_PATH)], [0, true, undefined])
})
spec('a log whose beginning has grown blank is written anew, its lines and counts as before', () => {
  const root = folder({ '.pmem/manifest.yml': '' })
  const project = openProjectAt(hostIn(root), root)
  const settings = manifest(20)
  const wide = 'w'.repeat(3_900)
  let largest = 0
  for (let number = 1; number <= 700; number += 1) {
    logRetrieval(project, settings, { query: `${number} ${wide}`, results: [{ id: A, score: 1 }] })
    largest = Math.max(largest, project.files.stat(RETRIEVALS_PATH)!.size)
  }
  const text = readFileSync(join(root, RETRIEVALS_PATH), 'utf8')
  assert.ok(largest > 1_000_000 && largest < 1_200_000, `${largest}`)
  assert.equal(
    linesIn(text).map(({ query }) => Number(query.split(' ')[0])),
    Array.from({ length: 20 }, (_, place) => 681 + place),
  )
  assert.is(readRetrievals(project).get(A)!.count, 700)
})
spec('an empty line, as two processes leave it that add theirs at once, counts for none', () => {
  const w = world()
  const ask = (query: string): void => logRetrieval(projectOf(w), manifest(4), { query, results: [{ id: A, score: 1 }] })
  for (const query of ['a', 'b', 'c', 'd']) ask(query)
  w.edit(RETRIEVALS_PATH, w.text(RETRIEVALS_PATH)!.replaceAll('\n', '\n\n'))
  for (const query of ['e', 'f']) ask(query)
  assert.equal(
    linesIn(w.text(RETRIEVALS_PATH)).map(({ query }) => query),
    ['c', 'd', 'e', 'f'],
  )
  assert.is(readRetrievals(projectOf(w)).get(A)!.count, 6)
})
spec('processes that ask at the same time tear and lose no line', async () => {
  const root = folder({ '.pmem/manifest.yml': '' })
  const [processes, each, cap] = [4, 250, 600]
  await Promise.all(
    Array.from({ length: processes }, (_, process) => run('retrieval-writer.ts', [root, `${process}`, `${each}`, `${cap}`])),
  )
  const project = openProjectAt(hostIn(root), root)
  const lines = linesIn(readFileSync(join(root, RETRIEVALS_PATH), 'utf8'))
  assert.is(lines.length, cap)
  assert.is(new Set(lines.map(({ query }) => query)).size, cap)
  assert.is(readRetrievals(project).get(A)!.count, processes * each)
})

/** Runs a program beside this file to its end. */
function run(name: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(SELF, [...SELF_TS_ARGS, join(import.meta.dirname, name), ...args], { stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}`))))
  })
}
spec.run()
