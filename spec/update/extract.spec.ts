import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { extractFacts, factKey, saysTheSame } from '../../lib/update/extract.ts'

const facts = (body: string): readonly string[] => extractFacts(body).map(({ kind, text }) => `${kind}: ${text}`)

const spec = suite('update/extract')
spec('takes every item of a section that is kept for facts', () => {
  const body =
    '# T\n\n## Learned\n\n- MiniSearch ties fall to insertion order.\n- Rename is atomic,\n  fsync is not.\n\n## Risks\n\nClocks jump. Disks lie about it.\n\n## Evidence\n\n- lib/a.ts must not count\n'
  assert.equal(facts(body), [
    'learned: MiniSearch ties fall to insertion order.',
    'learned: Rename is atomic, fsync is not.',
    'risk: Clocks jump.',
    'risk: Disks lie about it.',
  ])
})
spec('takes sentences that state a decision, constraint, risk, interface or next step', () => {
  assert.equal(
    facts(
      '## What Happened\n\nLooked at three stores. We decided to keep JSON files. Reads must never write. The rename could lose data on NFS.\n\n- The new endpoint is /v2/login.\n- Next: measure the start-up time.\n- Had lunch together.\n',
    ),
    [
      'decision: We decided to keep JSON files.',
      'constraint: Reads must never write.',
      'risk: The rename could lose data on NFS.',
      'interface: The new endpoint is /v2/login.',
      'next: Next: measure the start-up time.',
    ],
  )
})
spec('reads Chinese alike', () => {
  assert.equal(
    facts(
      '## 经过\n\n看了三个方案。我们决定采用 JSON 索引。读取不得写入文件。重命名可能会丢失数据。新接口返回令牌。下一步测量启动时间。\n\n## 结论\n\n- 缓存命中率为九成\n',
    ),
    [
      'decision: 我们决定采用 JSON 索引。',
      'constraint: 读取不得写入文件。',
      'risk: 重命名可能会丢失数据。',
      'interface: 新接口返回令牌。',
      'next: 下一步测量启动时间。',
      'learned: 缓存命中率为九成',
    ],
  )
})
spec('code, comments, tables, quotes and questions state nothing', () => {
  assert.equal(
    facts(
      '## Learned\n\n```\n- must not\n```\n\n<!-- - we decided -->\n\n| must | never |\n\n> We decided this.\n\n- Must it be so?\n',
    ),
    [],
  )
})
spec('a fact is taken once, with its line', () => {
  const found = extractFacts('# T\n\n## Decision\n\n- Use JSON files.\n- use json files\n')
  assert.equal(found, [{ kind: 'decision', text: 'Use JSON files.', line: 5 }])
})
spec('says that two texts are one only where numbers, negations and names agree', () => {
  assert.ok(saysTheSame('Use JSON files for the indexes.', 'use JSON files for the indexes'))
  assert.ok(
    saysTheSame('The lock is broken only when its holder is dead already', 'The lock is broken only when its holder is dead'),
  )
  assert.not(saysTheSame('The timeout of the lock is 5 seconds', 'The timeout of the lock is 8 seconds'))
  assert.not(saysTheSame('The lock is broken when its old holder is dead', 'The lock is not broken when its old holder is dead'))
  assert.not(saysTheSame('缓存必须写入磁盘', '缓存不必须写入磁盘'))
  assert.is(factKey('- Use **JSON** ([[trace.a]])'), 'use json')
})
spec('hostile input costs linear time', () => {
  for (const text of [
    `## Learned\n\n${'- '.repeat(20_000)}x`,
    `${'a. '.repeat(30_000)}`,
    '('.repeat(30_000),
    'decided '.repeat(20_000),
  ])
    assert.ok(extractFacts(text).length < 5)
})
spec.run()
