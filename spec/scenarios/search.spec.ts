import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, idsOf, type Json, world } from '../world.ts'

const spec = suite('scenarios: search')
spec('E3: a card hit by tag and by text stands once, with both reasons, above cards hit by either alone', () => {
  const text = 'Hybrid search joins words and edges.\n'
  const { run } = world({
    ...card('module.both', 'title: A\ntags: [hybrid-search]', text),
    ...card('module.tag', 'title: B\ntags: [hybrid-search]', 'Nothing of the kind.\n'),
    ...card('module.text', 'title: C', text),
    ...card('module.other', 'title: D', 'Locks and clocks.\n'),
  })
  const { matched } = run('ask', 'hybrid search', '--json').json
  const both = matched.filter(({ id }: Json) => id === 'module.both')
  assert.is(both.length, 1)
  const channels = both[0].reasons.map(({ channel }: Json) => channel)
  assert.ok(channels.includes('tag') && channels.includes('fts'), channels.join())
  assert.is(matched[0].id, 'module.both')
})

const DECISIONS = {
  ...card('decision.a', 'title: A\nstatus: accepted', 'Lists.\n'),
  ...card('decision.b', 'title: B\nstatus: superseded', 'Lists.\n'),
  ...card('decision.c', 'title: C\nstatus: accepted\nsupersedes: decision.d', 'Lists.\n'),
  ...card('decision.d', 'title: D\nstatus: accepted', 'Lists.\n'),
  ...card('module.x', 'title: X', 'All decisions are listed here.\n'),
  ...card('module.y', 'title: Y', 'Which modules are there.\n'),
}
const listed = (query: string, ...flags: string[]): Json => world(DECISIONS).run('ask', query, '--json', ...flags).json
spec('E11: a question for a list gives the complete set, with its total', () => {
  for (const [query, expected] of [
    ['which decisions are superseded', ['decision.b', 'decision.d']],
    ['有哪些模块', ['module.x', 'module.y']],
    ['list all decisions', ['decision.a', 'decision.b', 'decision.c', 'decision.d']],
  ] as const) {
    const { matched, total, complete } = listed(query)
    assert.equal(matched.map(({ id }: Json) => id).sort(), [...expected], query)
    assert.is(total, expected.length)
    assert.is(complete, true)
  }
})
spec('fault 071: a list that is cut by a limit says how many there are', () => {
  for (const query of ['list all decisions', '所有决策']) {
    const { matched, total, complete } = listed(query, '--limit', '3')
    assert.equal([matched.length, total, complete], [3, 4, false], query)
  }
})
spec('fault 066: scores fall from rank 1 on, lie within their range, and more matching words rank higher', () => {
  const { run } = world({
    ...card('module.one', 'title: One', 'The uploader.\n'),
    ...card('module.two', 'title: Two', 'The uploader has a retry.\n'),
    ...card('module.three', 'title: Three', 'The uploader has a retry with backoff.\n'),
  })
  const { matched } = run('ask', 'uploader retry backoff', '--json').json
  assert.equal(
    matched.map(({ id }: Json) => id),
    ['module.three', 'module.two', 'module.one'],
  )
  matched.forEach(({ score }: Json, place: number) => {
    assert.ok(score > 0 && score <= 1.5, String(score))
    if (place > 0) assert.ok(score < matched[place - 1].score)
  })
})
spec('fault 067: an index of another version or tokenizer is built anew, never searched for nothing', () => {
  const project = world(DECISIONS)
  project.run('rebuild')
  for (const [from, to] of [
    ['"format":1', '"format":9'],
    [/"inputs":"[0-9a-f]{8}/, '"inputs":"00000000'],
  ] as const) {
    const path = '.pmem/indexes/bm25.json'
    project.edit(path, project.text(path)!.replace(from, to))
    const answer = project.run('ask', 'decision.a', '--json')
    assert.is(answer.code, 0)
    assert.is(idsOf(answer)[0], 'decision.a')
  }
})
spec('names no judged set of the benches anywhere in lib', () => {
  const names = ['agentmem', 'dendron', 'cosqa', 'cran', 'locomo', 'xquad', 'cmrc', 'astro-', 'jaquad']
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  assert.ok(files.length > 100)
  const hits = files.filter((file) => {
    const words = readFileSync(`lib/${file}`, 'utf8').toLowerCase()
    return names.some((name) => new RegExp(`(?<![a-z])${name}`).test(words))
  })
  assert.equal(hits, [])
})
spec.run()
