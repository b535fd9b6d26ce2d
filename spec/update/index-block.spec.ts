import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256 } from '../../lib/host/node.ts'
import { estimateTokens } from '../../lib/text/tokens.ts'
import { withIndexBlock } from '../../lib/update/index-block.ts'
import { store } from '../store.ts'
import { card, MANIFEST, world } from '../world.ts'

const INDEX = '# sample\n\n## Project\n\n- Name: sample\n\n## Current Focus\n\nThe lock.\n'
const indexed = (files: Readonly<Record<string, string>>, text = INDEX): string => {
  const { graph, manifest } = store(files)
  return withIndexBlock(text, graph, manifest, sha256)
}
const many = (count: number): Record<string, string> =>
  Object.assign(
    {},
    ...['module', 'decision', 'risk'].flatMap((type) =>
      Array.from({ length: count }, (_, index) =>
        card(
          `${type}.card-number-${index}`,
          `summary: ${'A summary of some length that says what the card is about. '.repeat(2)}`,
        ),
      ),
    ),
  )

const spec = suite('update/index-block')
spec('names what to read first, decisions that stand, risks and how to call pmem; not what is over or secret', () => {
  const text = indexed({
    ...card('module.store', 'summary: Files as cards'),
    ...card('decision.json', 'status: accepted'),
    ...card('decision.sqlite', 'status: superseded'),
    ...card('decision.idea', 'status: draft'),
    ...card('risk.clock', 'title: Clocks jump'),
    ...card('module.key', 'sensitivity: secret'),
  })
  assert.ok(text.startsWith(INDEX))
  for (const part of [
    '## Read First\n\n- [[module.store]]: Files as cards\n',
    '- [[decision.json]]: ',
    '- [[risk.clock]]: Clocks jump',
    'pmem update --confirm',
  ])
    assert.ok(text.includes(part), part)
  for (const part of ['sqlite', 'decision.idea', 'module.key']) assert.not(text.includes(part), part)
})
spec('index.md holds 300 to 800 estimated tokens, whatever the size of the store', () => {
  for (const count of [0, 1, 3, 10, 40]) {
    const tokens = estimateTokens(indexed(many(count)))
    assert.ok(tokens >= 300 && tokens <= 800, `${count}: ${tokens}`)
  }
  const zh = estimateTokens(
    indexed({ ...many(20), '.pmem/manifest.yml': 'version: 1\nproject: { name: 样例, language: zh-CN }\n' }),
  )
  assert.ok(zh >= 300 && zh <= 800, String(zh))
})
spec('a list that is kept by hand is left to people, an empty section is not', () => {
  const files = { ...card('module.store'), ...card('decision.json') }
  const own = `${INDEX}\n## Read First\n\n- [[module.store]]: mine\n\n## Stable Decisions\n\n<!-- none yet -->\n`
  const block = indexed(files, own).slice(own.length)
  assert.not(block.includes('## Read First'))
  assert.match(block, '## Stable Decisions')
})
spec('the same cards give the same bytes, and an unchanged block is not written again', () => {
  const w = world({ ...many(3), '.pmem/index.md': INDEX })
  assert.ok(w.run('rebuild', '--json').json.written.includes('.pmem/index.md'))
  const text = w.text('.pmem/index.md')
  assert.not(w.run('rebuild', '--json').json.written.includes('.pmem/index.md'))
  assert.is(w.text('.pmem/index.md'), text)
  assert.is(indexed(many(3), text), text)
})
spec('what a person wrote into the block is kept below it', () => {
  const w = world({ ...card('module.store'), '.pmem/index.md': INDEX })
  w.run('rebuild')
  w.edit('.pmem/index.md', (w.text('.pmem/index.md') as string).replace('## Calling pmem', 'My own line.\n\n## Calling pmem'))
  w.edit('.pmem/modules/b.md', '---\nid: module.b\ntype: module\n---\n')
  w.run('rebuild')
  assert.ok((w.text('.pmem/index.md') as string).endsWith('<!-- pmem:end -->\n\nMy own line.\n'))
})
spec('a rebuild makes no index.md where there is none', () => {
  const w = world({ '.pmem/manifest.yml': MANIFEST, ...card('module.store') })
  w.run('rebuild')
  assert.is(w.text('.pmem/index.md'), undefined)
})
spec.run()
