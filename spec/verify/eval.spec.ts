import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { EvalCase } from '../../lib/model/eval.ts'
import { acceptedEvalText, dropsOf, readAcceptedEval, scoreCase, variantsOf } from '../../lib/verify/eval.ts'
import { evalCasesText, readEvalCases } from '../../lib/verify/eval-cases.ts'
import { draftCases } from '../../lib/verify/eval-draft.ts'

const FILE = '.pmem/evals/a.yml'
const asked = (question: string, expected: readonly string[], forbidden: readonly string[] = []): EvalCase => ({
  question,
  expected,
  forbidden,
  type: null,
  limit: 3,
  file: FILE,
  line: 2,
})
const always =
  (...ids: readonly string[]) =>
  (): readonly string[] =>
    ids

const spec = suite('verify/eval')
spec('reads questions with their lines, one card or a list', () => {
  const { cases, findings } = readEvalCases(
    'cases:\n  - question: who holds the lock\n    expected: module.store\n  - question: why 锁\n    expected: [a.b, c.d]\n    forbidden: [e.f]\n    type: module\n    limit: 2\n',
    FILE,
  )
  assert.equal(findings, [])
  assert.equal(cases, [
    { question: 'who holds the lock', expected: ['module.store'], forbidden: [], type: null, limit: 5, file: FILE, line: 2 },
    { question: 'why 锁', expected: ['a.b', 'c.d'], forbidden: ['e.f'], type: 'module', limit: 2, file: FILE, line: 4 },
  ])
})
spec('says with the line what is wrong, and leaves only that case out', () => {
  const { cases, findings } = readEvalCases(
    'cases:\n  - expected: a.b\n  - question: x\n  - question: y\n    expected: a.b\n    limit: 0\n',
    FILE,
  )
  assert.equal(
    cases.map(({ question }) => question),
    ['y'],
  )
  assert.equal(
    findings.map(({ line, severity, code }) => [line, severity, code]),
    [
      [2, 'error', 'eval-bad-value'],
      [3, 'error', 'eval-bad-value'],
      [6, 'error', 'eval-bad-value'],
    ],
  )
  assert.is(readEvalCases('cases: [\n', FILE).findings[0]?.code, 'eval-bad-yaml')
  assert.is(readEvalCases('- x\n', FILE).findings.length > 0, true)
  assert.equal(readEvalCases('', FILE), { cases: [], findings: [] })
})
spec('a written case reads as itself', () => {
  const given = { question: 'a: "b" # 锁', expected: ['x.y'], forbidden: ['z: 1'], type: 'task', limit: 7 }
  const { cases, findings } = readEvalCases(evalCasesText('head', [given]), FILE)
  assert.equal(findings, [])
  assert.equal(cases, [{ ...given, file: FILE, line: 3 }])
})
spec('recall counts the expected cards, the reciprocal rank the first of them', () => {
  const answer = always('x', 'a', 'b')
  const score = scoreCase(asked('q', ['a', 'c'], ['x']), answer, answer)
  assert.equal([score.recall, score.reciprocal_rank, score.forbidden_found], [0.5, 0.5, ['x']])
  assert.equal(scoreCase(asked('q', ['c']), answer, answer).reciprocal_rank, 0)
  assert.equal(scoreCase(asked('q', [], ['c']), answer, answer).recall, 1)
})
spec('asks again in other case, order and number, but leaves names of code alone', () => {
  assert.equal(variantsOf('who holds the lock'), [
    { kind: 'case', text: 'WHO HOLDS THE LOCK' },
    { kind: 'word_order', text: 'lock who holds the' },
    { kind: 'plural', text: 'who hold the lock' },
  ])
  assert.equal(variantsOf('loadCart'), [])
  assert.equal(variantsOf('缓存更新策略'), [])
})
spec('a variant that finds fewer is unstable, and so is a rank one that a stranger moves', () => {
  const answer = (question: string): readonly string[] => (question === question.toLowerCase() ? ['a'] : ['b'])
  assert.equal(scoreCase(asked('open door', ['a']), answer, answer).unstable, ['case'])
  assert.equal(scoreCase(asked('q', ['a']), always('a'), always('s', 'a')).unstable, ['unrelated_card'])
})
spec('a drop is what is worse than accepted; a new question must be perfect', () => {
  const score = { recall: 0.5, reciprocal_rank: 0.5, forbidden_found: ['x'], unstable: ['plural'] as const }
  const accepted = { question: 'q', type: null, ...score }
  assert.equal(dropsOf(score, accepted), [])
  assert.equal(dropsOf({ ...score, recall: 0.25, reciprocal_rank: 0.2 }, accepted), [
    'recall 0.25, was 0.5',
    'reciprocal rank 0.2, was 0.5',
  ])
  assert.equal(dropsOf(score, undefined), ['recall 0.5, was 1', 'finds x', 'answers worse: plural'])
  const result = { ...accepted, limit: 3, found: [], missing: [], file: FILE, line: 1, drops: [] }
  assert.equal(readAcceptedEval(acceptedEvalText([result])), [accepted])
  assert.is(readAcceptedEval('{}\n'), undefined)
  assert.is(readAcceptedEval(undefined), undefined)
})
spec('drafts what people said first, then what is asked again and again; the last word counts', () => {
  const judged = [
    { query: 'lock', id: 'a.a', helpful: true },
    { query: 'lock', id: 'b.b', helpful: true },
    { query: 'lock', id: 'b.b', helpful: false },
    { query: 'known', id: 'a.a', helpful: true },
    { query: 'gone', id: 'c.c', helpful: true },
  ]
  const log = ['often', 'lock', 'often', 'lock', 'once', 'nothing', 'nothing'].map((query) => ({
    query,
    results: query === 'nothing' ? [] : [{ id: 'b.b' }],
  }))
  const drafts = draftCases(judged, log, new Set(['known']), (id) => id !== 'c.c')
  assert.equal(
    drafts.map(({ question, expected, forbidden }) => [question, expected, forbidden]),
    [
      ['lock', ['a.a'], ['b.b']],
      ['often', ['b.b'], []],
    ],
  )
})
spec.run()
