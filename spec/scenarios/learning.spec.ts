import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openProject } from '../../lib/node.ts'
import { commit, git, repository, runIn } from '../repository.ts'
import { card, DAY_MS, type Json, type World, world } from '../world.ts'

const LOG = '.pmem/local/retrievals.jsonl'
const linesOf = (w: World): readonly Json[] =>
  (w.text(LOG) ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
/** Lines of a log in which a question found these cards so often. */
const logged = (t: number, times: number, ...ids: readonly string[]): string =>
  `${JSON.stringify({ t, query: 'q', results: ids.map((id) => ({ id, score: 1 })) })}\n`.repeat(times)
const trustOf = (w: World, id: string): Json => w.run('trust', id, '--json').json
const NOW = Date.UTC(2026, 6, 3, 12)
const daysAgo = (days: number): number => NOW - days * DAY_MS
/** Every file of the store with its bytes, what is derived and the log aside. */
const storeOf = (w: World, folder = '.pmem'): readonly string[] =>
  (w.host.files('/project').list(folder) ?? []).flatMap(({ name, kind }) => {
    const path = `${folder}/${name}`
    if (path === '.pmem/local' || path === '.pmem/indexes') return []
    return kind === 'folder' ? storeOf(w, path) : [`${path} ${w.host.sha256(w.text(path) as string)}`]
  })

const FILES: Readonly<Record<string, string>> = {
  ...card('module.a', 'title: Zeppelin\nupdated: 2026-07-01', 'It floats.\n'),
  ...card('module.b', 'title: Airship\nupdated: 2026-07-01', 'A zeppelin, by another name.\n'),
  ...card('fact.c', 'title: Hangar\nupdated: 2026-07-01', 'The zeppelin has a hangar.\n'),
  ...card('fact.d', 'updated: 2026-07-01\ntrust: 1.0', 'Port 5432.\n'),
}

const spec = suite('scenarios: learning')
spec('A9: 3,921 and 3,095 characters without a summary score a thirteenth and a tenth', () => {
  const w = world({
    ...card('fact.x', '', `${'x'.repeat(3_921)}\n`),
    ...card('fact.y', '', `\n${'字'.repeat(3_095)}\n`),
    ...card('fact.z', 'summary: Short', 'z'.repeat(3_000)),
    ...card('fact.long', `summary: ${'s'.repeat(600)}`, 'Text.'),
    ...card('fact.even', '', 'e'.repeat(300)),
  })
  assert.equal(w.run('learn', '--json').json.long_facts, [
    { id: 'fact.long', content_length: 5, penalty: 0.5, has_summary: true },
    { id: 'fact.x', content_length: 3_921, penalty: 0.077, has_summary: false },
    { id: 'fact.y', content_length: 3_095, penalty: 0.097, has_summary: false },
  ])
})
spec('A12: a question that finds three cards is one line, and sets when each was last found', () => {
  const w = world(FILES)
  const { matched } = w.run('ask', 'zeppelin', '--json').json
  assert.is(matched.length, 3)
  const [line, ...rest] = linesOf(w)
  assert.equal(rest, [])
  assert.equal(line, { t: NOW, query: 'zeppelin', results: matched.map(({ id, score }: Json) => ({ id, score })) })
  for (const { id } of matched) assert.is(trustOf(w, id).last_retrieved_at, line.t)
  assert.is(trustOf(w, 'fact.d').last_retrieved_at, null)
})
spec('A13: a question that finds nothing is one line without results', () => {
  const w = world(FILES)
  assert.is(w.run('ask', 'qqqq zzzz').code, 1)
  assert.equal(linesOf(w), [{ t: NOW, query: 'qqqq zzzz', results: [] }])
})
spec('A14: the 5,001st question pushes out the oldest line; 5,000 are left and its counts are kept', () => {
  const w = world(FILES)
  w.edit(LOG, logged(daysAgo(9), 1, 'fact.d') + logged(daysAgo(8), 4_999, 'module.b'))
  w.run('ask', 'Zeppelin')
  const lines = linesOf(w)
  assert.equal([lines.length, lines[0].results[0].id, lines.at(-1).query], [5_000, 'module.b', 'Zeppelin'])
  assert.equal([trustOf(w, 'fact.d').reads, trustOf(w, 'fact.d').last_retrieved_at], [1, daysAgo(9)])
  w.run('ask', 'Zeppelin')
  assert.is(linesOf(w).length, 5_000)
  assert.is(trustOf(w, 'module.b').reads, 5_001)
})
spec('B8: learning ten times, after restarts, with the clock an hour back: as after the first', () => {
  const w = world(FILES)
  w.edit(LOG, logged(daysAgo(61), 40, 'module.a'))
  const first = w.run('learn', '--json').json
  assert.equal([first.demoted, first.aged, first.promoted, first.unchanged], [1, 1, 0, 3])
  assert.equal(first.changes, [{ id: 'module.a', rules: ['demote', 'age'], from: 0.5, to: 0.428 }])
  const before = storeOf(w)
  for (let number = 0; number < 13; number += 1) {
    w.host.setNow(NOW - (number % 2) * 3_600_000)
    const { promoted, demoted, aged } = (number < 10 ? w : w.second()).run('learn', '--json').json
    assert.equal([promoted, demoted, aged], [0, 0, 0])
  }
  assert.equal(storeOf(w), before)
  assert.is(trustOf(w, 'module.a').trust, 0.428)
})
spec('B1, B2: reads and helpful marks move trust by way of the command line', () => {
  const w = world(FILES)
  w.edit(LOG, logged(daysAgo(1), 100, 'fact.d') + logged(daysAgo(1), 50, 'module.b'))
  for (let number = 0; number < 2; number += 1) w.run('feedback', 'fact.d', 'helpful')
  for (let number = 0; number < 20; number += 1) w.run('feedback', 'module.b', 'helpful')
  for (let number = 0; number < 5; number += 1) w.run('feedback', 'module.b', 'unhelpful')
  const { demoted, promoted, changes } = w.run('learn', '--json').json
  assert.equal([demoted, promoted], [1, 1])
  assert.equal(
    changes.map(({ id, from, to }: Json) => [id, from, to]),
    [
      ['fact.d', 1, 0.9],
      ['module.b', 0.5, 0.55],
    ],
  )
})
spec('B9: an audit changes no byte and says what there is', () => {
  const w = world({
    ...FILES,
    ...card('fact.long', '', 'x'.repeat(501)),
    ...card('fact.summed', 'summary: Short', 'x'.repeat(501)),
    ...card('fact.even', '', `${'x'.repeat(500)}\n`),
  })
  w.edit(LOG, logged(daysAgo(61), 40, 'module.a'))
  w.run('feedback', 'module.a', 'helpful')
  w.run('learn')
  w.edit(LOG, (w.text(LOG) as string) + logged(daysAgo(90), 60, 'module.b'))
  w.host.onWrite = ({ path }) => {
    throw new Error(`it wrote ${path}`)
  }
  const { json } = w.run('audit', '--json')
  assert.equal(
    [json.total_facts, json.long_without_summary, json.low_helpful_rate, json.aging_candidates],
    [
      5,
      [{ id: 'fact.long', content_length: 501 }],
      [
        { id: 'module.a', rate: 0.025, retrieval_count: 40 },
        { id: 'module.b', rate: 0, retrieval_count: 60 },
      ],
      [
        { id: 'module.a', last_retrieved_at: daysAgo(61) },
        { id: 'module.b', last_retrieved_at: daysAgo(90) },
      ],
    ],
  )
  assert.is(json.quality.length, 7)
  for (const { score, deductions } of json.quality)
    assert.is(score, Math.max(0, 100 - deductions.reduce((sum: number, { points }: Json) => sum + points, 0)))
})
spec('B10: feedback moves trust, and never out of 0 to 1', () => {
  const w = world({
    ...card('fact.a'),
    ...card('fact.b'),
    ...card('fact.low', 'trust: 0.02'),
    ...card('fact.high', 'trust: 0.99'),
  })
  const after = (id: string, verdict: string): readonly number[] => {
    const { old_trust: before, new_trust: now } = w.run('feedback', id, verdict, '--json').json
    assert.is(trustOf(w, id).trust, now)
    return [before, now]
  }
  assert.equal(
    [after('fact.a', 'helpful'), after('fact.b', 'unhelpful'), after('fact.low', 'unhelpful'), after('fact.high', 'helpful')],
    [
      [0.5, 0.55],
      [0.5, 0.4],
      [0.02, 0],
      [0.99, 1],
    ],
  )
})
for (const argv of [
  ['feedback', 'module.ghost', 'helpful'],
  ['mark-dirty', 'module.ghost'],
  ['forget', 'module.ghost', '--reason', 'x'],
  ['taught', 'module.ghost', '--remove-all'],
])
  spec(`B11, fault 167: ${argv.join(' ')}: refused, exit 1, no record, twice over`, () => {
    const w = world(FILES)
    w.run('list')
    const before = storeOf(w)
    for (let time = 0; time < 2; time += 1) {
      const { code, json } = w.run(...argv, '--json')
      assert.equal([code, json.error.code], [1, 'NOT_FOUND'])
    }
    assert.equal(storeOf(w), before)
    assert.not(before.some((line) => line.startsWith('.pmem/ledger')))
  })
spec('B13: two branches of one clone with feedback each merge without conflict, either way round, to the same trust', () => {
  const trusts = ['a', 'b'].map((into) => {
    const root = repository({ ...card('module.a', 'title: A'), ...card('module.b', 'title: B') })
    const mark = (id: string, verdict: string): void => {
      assert.is(runIn(root, 'feedback', id, verdict, '--query', `what is ${id}`).code, 0)
      commit(root)
    }
    mark('module.a', 'helpful')
    git(root, 'checkout', '-q', '-b', 'a')
    mark('module.a', 'helpful')
    git(root, 'checkout', '-q', '-b', 'b', 'main')
    mark('module.a', 'unhelpful')
    mark('module.b', 'helpful')
    git(root, 'checkout', '-q', 'a')
    mark('module.b', 'unhelpful')
    if (into === 'b') git(root, 'checkout', '-q', 'b')
    git(root, 'merge', '-q', '--no-edit', into === 'b' ? 'a' : 'b')
    const steps = (id: string): unknown => {
      const { trust, steps: told } = runIn(root, 'trust', id, '--json').json
      return [trust, told.length]
    }
    const cached = [steps('module.a'), steps('module.b')]
    rmSync(join(root, '.pmem/local'), { recursive: true })
    assert.equal([steps('module.a'), steps('module.b')], cached)
    return cached
  })
  assert.equal(trusts[0], trusts[1])
  assert.equal(trusts[0], [
    [0.5, 3],
    [0.45, 2],
  ])
})
spec('two branches that both compact the ledger, or one of them, merge without conflict to the same trust', () => {
  for (const both of [true, false]) {
    const root = repository({ ...card('module.a', 'title: A') })
    const mark = (verdict: string): void => void runIn(root, 'feedback', 'module.a', verdict)
    mark('helpful')
    commit(root)
    git(root, 'checkout', '-q', '-b', 'a')
    mark('helpful')
    if (both) assert.is(runIn(root, 'ledger', 'compact').code, 0)
    commit(root)
    git(root, 'checkout', '-q', 'main')
    mark('unhelpful')
    assert.is(runIn(root, 'ledger', 'compact').code, 0)
    mark('helpful')
    commit(root)
    git(root, 'merge', '-q', '--no-edit', 'a')
    const { trust, steps } = runIn(root, 'trust', 'module.a', '--json').json
    assert.equal([trust, steps.length], [0.55, 4], `${both}`)
    assert.equal(runIn(root, 'verify', '--json').json.errors, 0)
    runIn(root, 'ledger', 'compact')
    assert.is(runIn(root, 'trust', 'module.a', '--json').json.trust, 0.55)
  }
})
spec('100 searches leave trust, cards and ledger as they were', () => {
  const w = world(FILES)
  w.run('feedback', 'module.a', 'helpful', '--query', 'who floats')
  const before = storeOf(w)
  const trusts = (): readonly unknown[] => ['module.a', 'module.b', 'fact.c', 'fact.d'].map((id) => trustOf(w, id).trust)
  const known = trusts()
  for (let number = 0; number < 100; number += 1)
    w.run('ask', ['zeppelin', 'who floats', 'port 5432', 'nothing of the kind', 'which modules are there'][number % 5] as string)
  assert.equal([storeOf(w), trusts(), linesOf(w).length], [before, known, 100])
})
spec('fault 164: command line and library log once each, in the same shape, and no other reading command does', () => {
  const root = repository(FILES)
  const log = (): readonly Json[] =>
    readFileSync(join(root, LOG), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  runIn(root, 'ask', 'zeppelin')
  const memory = openProject(root)
  memory.ask('zeppelin')
  assert.equal(
    log().map(({ query, results }) => ({ query, results })),
    [log()[0], log()[0]].map(({ query, results }) => ({ query, results })),
  )
  assert.ok(log()[0].results.length === 3 && Object.keys(log()[0]).join() === 't,query,results')
  memory.recall()
  memory.list()
  memory.related('module.a')
  memory.trace('module.a')
  for (const argv of [['recall'], ['context', 'zeppelin'], ['list'], ['show', 'module.a'], ['next']]) runIn(root, ...argv)
  assert.is(log().length, 2)
  assert.is(runIn(root, 'trust', 'module.a', '--json').json.last_retrieved_at, log()[1].t)
  assert.equal(
    readdirSync(join(root, '.pmem/local')).filter((name) => name.startsWith('retrieval')),
    ['retrievals.jsonl'],
  )
})
spec('fault 164: a store that may not be written is asked all the same, and says nothing of a log', () => {
  const w = world(FILES)
  w.run('list')
  w.host.onWrite = () => 'fail'
  const { code, stdout, stderr } = w.run('ask', 'zeppelin', '--no-refresh')
  assert.equal([code, stderr, w.text(LOG)], [0, '', undefined])
  assert.match(stdout, 'module.a')
})
spec('trust weighs in ask as a bounded factor: by a quarter at most, up or down', () => {
  const w = world(FILES)
  const factor = (): number =>
    w.run('ask', 'zeppelin', '--json').json.matched.find(({ id }: Json) => id === 'module.b').factors.trust
  assert.is(factor(), 1)
  w.run('feedback', 'module.b', 'unhelpful')
  assert.is(factor(), 0.95)
  for (let number = 0; number < 30; number += 1) w.run('feedback', 'module.b', 'unhelpful')
  assert.is(factor(), 0.75)
  for (let number = 0; number < 40; number += 1) w.run('feedback', 'module.b', 'helpful')
  assert.is(factor(), 1.25)
})
spec('a renamed card keeps its trust, its words and its counts', () => {
  const w = world(FILES)
  w.edit(LOG, logged(daysAgo(2), 7, 'module.a'))
  w.run('feedback', 'module.a', 'helpful', '--query', 'who floats')
  w.run('learn')
  w.run('rename', 'module.a', 'module.balloon')
  const { trust, reads, taught, steps } = trustOf(w, 'module.balloon')
  assert.equal([trust, reads, taught[0].query, steps.at(-1).what], [0.55, 7, 'who floats', 'renamed from module.a'])
  assert.equal([trustOf(w, 'module.b').trust, w.run('learn', '--json').json.reads], [0.5, []])
})
spec('nothing is deleted by learning, and no card is written', () => {
  const w = world(FILES)
  w.edit(LOG, logged(daysAgo(300), 90, 'module.a', 'module.b', 'fact.c', 'fact.d'))
  const cards = storeOf(w).filter((line) => !line.startsWith('.pmem/ledger'))
  for (let number = 0; number < 20; number += 1) {
    w.run('learn')
    w.wait(61)
  }
  assert.equal(
    storeOf(w).filter((line) => !line.startsWith('.pmem/ledger')),
    cards,
  )
  assert.is(trustOf(w, 'module.a').steps.filter(({ what }: Json) => what.startsWith('learned: age')).length, 19)
})
spec.run()
