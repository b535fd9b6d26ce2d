import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { asPath } from '../../lib/query/intent.ts'
import { card, idsOf, type World, world } from '../world.ts'

const sample = (): World =>
  world({
    '.pmem/manifest.yml': "version: 1\nsources:\n  - { glob: 'docs/**/*.md', type: doc }\n",
    ...card('module.db', "title: Database\nsource_files: ['src\\core\\db.ts', '.\\src\\core\\pool.ts']", 'Text.\n'),
    'docs/deep/a.md': '# A\n\n[db](../../.pmem/modules/db.md)\n',
    'src/core/db.ts': '',
    'src/core/pool.ts': '',
  })

const spec = suite('faults: paths')
spec('fault 121: the indexes hold forward slashes only, relative to the root', () => {
  const w = sample()
  w.run('rebuild')
  for (const path of ['.pmem/indexes/graph.json', '.pmem/indexes/bm25.json']) {
    const text = w.text(path) as string
    assert.not(text.includes('\\\\'), path)
    assert.not(text.includes('/project'), path)
  }
})
spec('fault 121: a question with either separator finds the card', () => {
  const w = sample()
  for (const query of [
    'src/core/db.ts',
    'src\\core\\db.ts',
    'src\\\\core\\\\db.ts',
    'C:\\project\\src\\core\\db.ts',
    '.\\src\\core\\pool.ts',
    '.pmem\\modules\\db.md',
  ]) {
    assert.is(idsOf(w.run('ask', query, '--json'))[0], 'module.db', query)
  }
})
spec('fault 121: a path of Windows is read as the path of the project it means', () => {
  assert.is(asPath('src\\core\\db.ts'), 'src/core/db.ts')
  assert.is(asPath('.\\src\\db.ts:12:3'), 'src/db.ts')
  assert.is(asPath('D:\\p\\src\\db.ts'), '/p/src/db.ts')
})
spec('fault 121: what a command prints has forward slashes', () => {
  for (const argv of [
    ['ask', 'db'],
    ['list', '--format', 'paths'],
    ['show', 'module.db'],
    ['verify'],
    ['related', 'module.db'],
  ]) {
    assert.not(
      sample()
        .run(...argv)
        .stdout.includes('\\'),
      argv.join(' '),
    )
  }
})
spec.run()
