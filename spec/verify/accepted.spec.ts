import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Finding } from '../../lib/model/finding.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { acceptedText, judge } from '../../lib/verify/accepted.ts'
import { card, type Json, type World, world } from '../world.ts'

const finding = (code: string, message: string, line = 1): Finding => ({
  code,
  severity: 'error',
  message,
  file: '.pmem/a.md',
  line,
  id: 'module.a' as CardId,
  fix: 'x',
})
const codes = (findings: readonly Finding[]): readonly string[] => findings.map(({ code }) => code)
const told = (w: World): readonly string[] => w.run('verify', '--json').json.findings.map(({ code, id }: Json) => `${code} ${id}`)

const spec = suite('verify/accepted')
spec('the same findings give the same lines, in order and each once, valid by the schema', () => {
  const all = [finding('b', 'two'), finding('a', 'one', 7), finding('a', 'one', 9)]
  const text = acceptedText(all)
  assert.is(
    text,
    '{"code":"a","file":".pmem/a.md","id":"module.a","message":"one"}\n{"code":"b","file":".pmem/a.md","id":"module.a","message":"two"}\n',
  )
  assert.is(acceptedText([...all].reverse()), text)
  const schema = JSON.parse(readFileSync(new URL('../../indexes-schema/accepted.schema.json', import.meta.url), 'utf8'))
  for (const line of text.trim().split('\n')) assert.ok(new Ajv2020().validate(schema, JSON.parse(line)))
  assert.is(acceptedText([]), '')
})
spec('what is accepted stays so when it moves or its size changes, and another finding does not slip in', () => {
  const list = acceptedText([
    finding('oversized', 'module.a has about 1300 tokens; 1200 is the limit'),
    finding('dangling', 'refers to task.v1'),
  ])
  const now = [
    finding('oversized', 'module.a has about 1450 tokens; 1200 is the limit', 3),
    finding('dangling', 'refers to task.v2'),
  ]
  const { findings, accepted } = judge(now, list)
  assert.equal([codes(findings), accepted], [['dangling', 'accepted-gone'], 1])
  assert.match(findings[1]!.message, 'refers to task.v1 [dangling]')
})
spec('a stale index is mended, never accepted, and neither is what is wrong with the list', () => {
  const stale = finding('index-stale', 'x')
  assert.is(acceptedText([stale, finding('accepted-gone', 'x')]), '')
  assert.equal(codes(judge([stale], '{"code":"index-stale","file":".pmem/a.md","id":"module.a","message":"x"}\n').findings), [
    'index-stale',
    'accepted-gone',
  ])
})
spec('a line that names no finding is told with its place, and hides nothing', () => {
  const { findings, accepted } = judge([finding('a', 'x')], '<<<<<<< HEAD\r\n\n[1]\n{"code":1,"message":"x"}\n')
  assert.equal(
    findings.map(({ code, line }) => [code, line]),
    [
      ['a', 1],
      ['accepted-line', 1],
      ['accepted-line', 3],
      ['accepted-line', 4],
    ],
  )
  assert.is(accepted, 0)
})
spec('verify --accept keeps what it finds, is then silent with a number, and tells of what is new and of what is gone', () => {
  const w = world({ ...card('module.a'), ...card('task.t', 'depends_on: module.ghost') })
  w.run('rebuild')
  assert.is(w.run('verify').code, 1)
  const { code, json } = w.run('verify', '--accept', '--json')
  assert.equal(
    [code, json.findings, json.errors, json.warnings, json.accepted, json.written],
    [0, [], 0, 0, 3, ['.pmem/accepted.jsonl']],
  )
  assert.is(w.run('verify').stdout, '2 cards, 0 errors, 0 warnings, 3 accepted\n')
  w.host.onWrite = () => {
    throw new Error('it wrote')
  }
  assert.is(w.run('verify').code, 0)
  w.host.onWrite = () => 'go'
  w.edit('.pmem/modules/b.md', '---\nid: module.b\ntype: module\ndepends_on: module.nowhere\n---\n')
  w.run('rebuild')
  assert.equal(told(w), ['dangling-link module.b', 'never-verified module.b'])
  assert.is(w.run('verify').code, 1)
  w.edit('.pmem/modules/b.md', null)
  w.run('rebuild')
  w.run('verify-card', 'module.a')
  assert.equal(told(w), ['accepted-gone undefined'])
  assert.equal(w.run('verify', '--accept', '--json').json.findings, [])
  assert.is(w.run('verify', '--accept', '--json').json.written.length, 0)
})
spec('the list travels with the cards: no index is made of it, and a repository of another clone has it', () => {
  const w = world(card('module.a'))
  w.run('rebuild')
  const before = w.text('.pmem/indexes/graph.json')
  w.run('verify', '--accept')
  w.run('rebuild')
  assert.is(w.text('.pmem/indexes/graph.json'), before)
  w.edit('.pmem/local', null)
  assert.is(w.run('verify', '--json').json.accepted, 1)
})
spec.run()
