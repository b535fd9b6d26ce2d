import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { proposeSources } from '../../lib/store/propose.ts'

const propose = (...paths: readonly string[]): readonly string[] =>
  proposeSources(memoryHost({ files: Object.fromEntries(paths.map((path) => [path, ''])) }).files('/project')).map(
    ({ glob, type, files }) => `${glob} ${type} ${files}`,
  )

const spec = suite('store/propose')
spec('decision records first, then the root, then each top folder, every file counted once', () => {
  assert.equal(propose('docs/adr/1.md', 'docs/adr/2.md', 'docs/guide.md', 'README.md', 'packages/a/docs/decisions/x.md'), [
    'docs/adr/**/*.md decision 2',
    'packages/a/docs/decisions/**/*.md decision 1',
    '*.md doc 1',
    'docs/**/*.md doc 1',
  ])
})
spec('the index of a folder of records and the form for new ones are documents, records named after them are decisions', () => {
  const [pages, records] = propose(
    'adr/1-a-template.md',
    'adr/2-index.md',
    'adr/README.md',
    'adr/index.md',
    'adr/adr-template-bare.md',
  )
  assert.match(pages!, /^adr\/\*\*\/\{.*\}\.md doc 3$/)
  assert.is(records, 'adr/**/*.md decision 2')
})
spec('memories of agents and rules of editors are found in their dot folders, other dot folders are not', () => {
  assert.equal(propose('.claude/memory/a.md', '.cursor/rules/b.md', '.cache/c.md', '.git/d.md'), [
    '.claude/memory/**/*.md doc 1',
    '.cursor/rules/**/*.md doc 1',
  ])
})
spec('what others wrote is left out', () => assert.equal(propose('node_modules/x/README.md', 'vendor/a.md', 'dist/b.md'), []))
spec('a folder name with the marks of a pattern still matches', () => assert.equal(propose('a [1] {x}/b.md').length, 1))
spec('a project without Markdown gets no proposal', () => assert.equal(propose('src/a.ts'), []))
spec.run()
