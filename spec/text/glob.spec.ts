import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isIgnored } from '../../lib/text/glob.ts'

const spec = suite('text/glob: isIgnored')
const ignored = (path: string, ...patterns: readonly string[]): boolean => isIgnored(path, patterns)
spec('a pattern without a slash counts at every depth, for a file and for a folder', () => {
  assert.equal(
    [ignored('yarn.lock', '*.lock'), ignored('a/b/yarn.lock', '*.lock'), ignored('a/b/x.ts', 'b'), ignored('a/b/x.ts', 'b/')],
    [true, true, true, true],
  )
  assert.equal([ignored('a/lock', '*.lock'), ignored('ab/x.ts', 'b')], [false, false])
})
spec('a pattern with a slash counts from the root', () => {
  assert.equal(
    [
      ignored('dist/a/b.js', 'dist/**'),
      ignored('dist/b.js', '/dist'),
      ignored('docs/gen/x.md', 'docs/gen'),
      ignored('docs/x.md', 'docs/*.md'),
    ],
    [true, true, true, true],
  )
  assert.equal([ignored('pkg/dist/b.js', 'dist/**'), ignored('distant/b.js', 'dist/**'), ignored('x', '')], [false, false, false])
})
spec.run()
