import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { listQuestion } from '../../lib/query/list-question.ts'

const TYPES = DEFAULTS.schema.cardTypes
const ask = (query: string, types: readonly string[] = TYPES): string => {
  const found = listQuestion(query, types)
  if (found === undefined) return 'none'
  const { types: kinds, statuses, priorities, stale, topic } = found
  return [kinds.join('+'), ...statuses, ...priorities, ...(stale ? ['stale'] : []), ...(topic === '' ? [] : [`"${topic}"`])].join(
    ' ',
  )
}

const spec = suite('query/list-question')
spec('a plain order for a kind of card', () => {
  for (const query of [
    'list modules',
    'list all modules',
    'show me all modules',
    'modules',
    'which modules are there',
    'what modules do we have',
    '有哪些模块',
    '列出所有模块',
    '所有的模块',
    '全部组件',
  ]) {
    assert.is(ask(query), 'module', query)
  }
})
spec('with a status, in English and Chinese', () => {
  for (const [query, answer] of [
    ['which decisions are superseded', 'decision superseded'],
    ['哪些决策被取代了', 'decision superseded'],
    ['list completed tasks', 'task done completed'],
    ['which tasks are blocked', 'task blocked'],
    ['what tasks are not yet done', 'task open'],
    ['未完成的任务有哪些', 'task open'],
    ['all open risks', 'risk open'],
    ['list accepted adrs', 'decision accepted'],
  ] as const) {
    assert.is(ask(query), answer, query)
  }
})
// Skipped until it is mended: `yet` is left over as a topic.
spec('yet may stand at the end', () => assert.is(ask('what tasks are not done yet'), 'task open'))
spec('with a priority or staleness', () => {
  assert.is(ask('list high priority tasks'), 'task high')
  assert.is(ask('list p0 tasks'), 'task high')
  assert.is(ask('which modules are stale'), 'module stale')
  assert.is(ask('过期的模块有哪些'), 'module stale')
})
spec('words left over are the topic', () => assert.is(ask('list decisions about redis'), 'decision "redis"'))
spec('a question that only mentions a kind is no list', () => {
  for (const query of [
    'why this decision',
    'how does the module system work',
    'task runner configuration',
    'fact checking',
    'where is the file watcher',
    'redis',
    '',
  ])
    assert.is(ask(query), 'none', query)
})
spec('a word inside another, an id or a path is no kind', () => {
  for (const query of ['list multitasks', 'all decision.use-json', 'list task.a']) assert.is(ask(query), 'none', query)
})
spec('types of the project are known by name and plural', () => {
  assert.is(ask('list recipes', ['recipe']), 'recipe')
  assert.is(ask('list hypotheses', ['category']), 'none')
  assert.is(ask('list categories', ['category']), 'category')
})
spec('a very long text is no list', () => assert.is(ask(`list modules ${'x'.repeat(300)}`), 'none'))
spec.run()
