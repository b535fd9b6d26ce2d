import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, type World, world } from '../world.ts'

const STORE = card('module.store', 'title: Store\nsummary: Keeps whole files under a lock')
const CASES = 'cases:\n  - question: whole files under a lock\n    expected: module.store\n    forbidden: [module.auth]\n'
const project = (files: Readonly<Record<string, string>> = {}): World =>
  world({
    ...STORE,
    ...card('module.auth', 'title: Auth\nsummary: Sessions and tokens'),
    ...card('risk.torn', 'title: Torn writes\nsummary: Half a file'),
    '.pmem/evals/team.yml': CASES,
    ...files,
  })

const spec = suite('commands/eval')
spec('exits 0 where every question finds its card, and is the same in text and JSON', () => {
  const w = project()
  const { code, json } = w.run('eval', '--json')
  assert.is(code, 0)
  assert.equal([json.recall, json.mrr, json.dropped, json.accepted], [1, 1, 0, null])
  assert.equal([json.cases[0].found[0], json.cases[0].unstable], ['module.store', []])
  assert.match(w.run('eval').stdout, '1 question: recall 100%, MRR 1; none worse')
})
spec("a card edit that breaks somebody's question exits 1 and says whose", () => {
  const w = project()
  assert.is(w.run('eval', '--accept').code, 0)
  w.edit('.pmem/modules/store.md', cardText('module.store', 'title: Store\nsummary: Keeps things'))
  const { code, stdout } = w.run('eval')
  assert.is(code, 1)
  assert.match(
    stdout,
    'worse: whole files under a lock (.pmem/evals/team.yml:2)\n  recall 0, was 1; reciprocal rank 0, was 1\n  missing module.store\n',
  )
})
spec('what is accepted no longer fails, until it gets worse', () => {
  const w = project({
    '.pmem/evals/team.yml': 'cases:\n  - question: whole files under a lock\n    expected: [module.store, module.gone]\n',
  })
  assert.is(w.run('eval').code, 1)
  assert.equal(w.run('eval', '--accept', '--json').json.written, ['.pmem/evals/accepted.jsonl'])
  assert.is(w.run('eval').code, 0)
  assert.equal(w.run('eval', '--accept', '--json').json.written, [])
  w.edit('.pmem/modules/store.md', null)
  assert.is(w.run('eval').code, 1)
})
spec('a file of questions that cannot be read exits 1 with its line', () => {
  const { code, stdout } = project({ '.pmem/evals/team.yml': 'cases:\n  - expected: module.store\n' }).run('eval')
  assert.is(code, 1)
  assert.match(stdout, '.pmem/evals/team.yml:2 cases[0].question')
})
spec('drafts cases from feedback and from the log, once', () => {
  const w = project()
  for (const question of ['sessions', 'sessions', 'torn file']) w.run('ask', question)
  w.run('feedback', 'risk.torn', 'helpful', '--query', 'what breaks a file')
  const dry = w.run('eval', '--draft', '--dry-run', '--json').json
  assert.equal(dry.written, [])
  assert.equal(
    dry.drafted.map(({ question, expected }: { question: string; expected: string[] }) => [question, expected]),
    [
      ['what breaks a file', ['risk.torn']],
      ['sessions', ['module.auth']],
    ],
  )
  assert.equal(w.run('eval', '--draft', '--json').json.written, ['.pmem/evals/drafted.yml'])
  const again = w.run('eval', '--draft', '--json').json
  assert.equal([again.cases.length, again.drafted.length, again.written.length], [3, 0, 0])
})
spec('without --accept or --draft nothing but derived files is written', () => {
  const w = project()
  w.run('rebuild')
  w.host.onWrite = ({ path }) => {
    assert.match(path, /\/\.pmem\/local\//)
    return 'go'
  }
  assert.is(w.run('eval').code, 0)
})
spec.run()
