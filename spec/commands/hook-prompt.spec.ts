import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { estimateTokens } from '../../lib/text/tokens.ts'
import { hook, PAYLOAD, said, settled } from '../hooked.ts'
import { type Json, type World, world } from '../world.ts'

const OWN = join(import.meta.dirname, '../../bench/quality/own')
function ownSet(): World {
  const files: Record<string, string> = {}
  const walk = (folder: string): void => {
    for (const name of readdirSync(join(OWN, folder))) {
      const path = `${folder}/${name}`
      if (name === 'indexes' || name === 'local') continue
      if (statSync(join(OWN, path)).isDirectory()) walk(path)
      else files[path] = readFileSync(join(OWN, path), 'utf8')
    }
  }
  walk('.pmem')
  const w = world(files, { now: Date.parse(JSON.parse(readFileSync(join(OWN, 'meta.json'), 'utf8')).now) })
  w.run('rebuild')
  return w
}

const spec = suite('commands/hook-prompt')
spec(
  'a prompt that asks for nothing says nothing: operations, thanks, chat, and every off-topic and absent question of the own set',
  () => {
    const w = ownSet()
    const questions: readonly Json[] = readFileSync(join(OWN, 'questions.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const quiet = questions.filter(({ kind }) => kind === 'offtopic' || kind === 'absent').map(({ text }) => text)
    assert.ok(quiet.length > 60)
    for (const prompt of ['ok continue', 'run the tests', '谢谢', ...quiet])
      assert.is(hook(w, 'user-prompt', { prompt }).stdout, '', prompt)
  },
)
spec('a prompt that is about the memory is answered, in English and Chinese, within 400 tokens', () => {
  const w = ownSet()
  const questions: readonly Json[] = readFileSync(join(OWN, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const asked = questions.filter(({ kind }, index) => kind === 'fuzzy' && index % 4 === 0)
  const answers = asked.map(({ text }) => said(hook(w, 'user-prompt', { prompt: text })))
  assert.ok(answers.filter((answer) => answer !== '').length >= asked.length * 0.95)
  for (const answer of answers) assert.ok(estimateTokens(answer) <= 400)
})
spec('words about the work at hand that some card also uses are no question', () => {
  const w = ownSet()
  for (const prompt of [
    'make it faster',
    'look at the error above and fix it',
    'please review my changes',
    'update the readme',
    'why does the build fail',
    '解释一下这段代码',
    '/compact',
    '!ls src',
  ])
    assert.is(hook(w, 'user-prompt', { prompt }).stdout, '', prompt)
})
spec('a prompt without a question does not even open the store', () => {
  const w = settled()
  w.edit('.pmem/indexes/graph.json', 'damaged')
  assert.equal([hook(w, 'user-prompt', { prompt: 'run the tests' }).stderr, w.text('.pmem/indexes/graph.json')], ['', 'damaged'])
})
spec('what is answered and what is not is in the log of questions, PMEM_NO_LOG keeps it out', () => {
  const w = settled()
  hook(w, 'user-prompt', { prompt: 'how does the store hold its lock' })
  hook(w, 'user-prompt', { prompt: 'weather in Hamburg tomorrow' })
  const lines = String(w.text('.pmem/local/retrievals.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(
    lines.map(({ query, results }) => [query, results[0]?.id ?? null]),
    [
      ['how does the store hold its lock', 'module.store'],
      ['weather in Hamburg tomorrow', null],
    ],
  )
  w.second({ stdin: JSON.stringify({ ...PAYLOAD, prompt: 'how does the store hold its lock' }), env: { PMEM_NO_LOG: '1' } }).run(
    'hook',
    'user-prompt',
  )
  assert.is(String(w.text('.pmem/local/retrievals.jsonl')).trim().split('\n').length, 2)
})
spec.run()
