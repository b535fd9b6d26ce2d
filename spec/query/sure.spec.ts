import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Channel, Hit } from '../../lib/model/hit.ts'
import { isSure } from '../../lib/query/sure.ts'

const hit = (channel: Channel, detail: string, base = 0.6): Hit => ({ reasons: [{ channel, detail, base }] }) as unknown as Hit
const fts = (prompt: string, words: string): boolean => isSure(prompt, hit('fts', words))

const spec = suite('query/sure')
spec('two telling words in common are an answer, one is chance', () => {
  assert.ok(fts('how long do share links live', 'share links'))
  assert.not(fts('make it faster', 'faster'))
  assert.not(fts('look at the error above and fix it', 'error fix'))
  assert.not(fts('continue with step 2', 'continue 2'))
  assert.ok(fts('心跳和重活在同一个线程', '心跳 线程'))
})
spec('one word that is a name is an answer', () => {
  for (const [prompt, word] of [
    ['why not Electron', 'Electron'],
    ['shared_buffers?', 'shared_buffers'],
    ['what about k6', 'k6'],
    ['is tr-TR fine', 'tr-TR'],
    ['NAS 有多大', 'NAS'],
  ] as const)
    assert.ok(fts(prompt, word), prompt)
  assert.not(fts('Button colours should match', 'Button'))
})
spec('a word and its joined form are one word', () => assert.not(fts('clean up', 'clean-up cleanup')))
spec('what the prompt names is an answer, unless the name is next to nothing of it; an edge alone is none', () => {
  assert.ok(isSure('x', hit('source_file', 'src/a.ts', 0.9)))
  assert.not(isSure('x', hit('alias', 'it', 0.1)))
  assert.not(isSure('x', hit('graph', 'related_to from a')))
})
spec.run()
