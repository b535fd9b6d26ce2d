import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { globFiles } from '../../lib/host/glob.ts'
import { memoryHost } from '../../lib/host/memory.ts'
import { folder } from '../folder.ts'

const spec = suite('host/glob')
spec('gives POSIX paths in code-unit order whatever the patterns', () => {
  const root = folder({ 'b/2.md': '', 'b/10.md': '', 'a.md': '', 'B.md': '' })
  assert.equal(globFiles(root, ['b/*.md', '*.md', '**/*.md'], []), ['B.md', 'a.md', 'b/10.md', 'b/2.md'])
})
spec('sorts what a file system gives in its own order', () => {
  const { files } = memoryHost({ files: { 'c.md': '', 'a.md': '', 'b.md': '' } })
  assert.equal(files('/project').glob(['*.md'], []), ['a.md', 'b.md', 'c.md'])
})
spec('gives nothing for no patterns or a folder that is not there', () => {
  assert.equal(globFiles(folder(), [], []), [])
  assert.equal(globFiles(`${folder()}/no`, ['**/*.md'], []), [])
})
spec.run()
