import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readDiff } from '../../lib/guard/diff.ts'

const shown = (text: string): readonly string[] => readDiff(text).map(({ path, added }) => `${path}: ${added.join('|')}`)
const hunk = (path: string, ...lines: readonly string[]): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1,${lines.length} @@\n-old\n${lines.map((line) => `+${line}\n`).join('')}`

const spec = suite('guard/diff')
spec('gives each file with the lines it adds', () =>
  assert.equal(shown(hunk('a.ts', 'one', 'two') + hunk('b c.ts', 'three')), ['a.ts: one|two', 'b c.ts: three']),
)
spec('added text that looks like a header stays text', () =>
  assert.equal(shown(hunk('a.md', '++ b/x', '@@ -1 +1 @@', 'diff --git a/y b/y')), [
    'a.md: ++ b/x|@@ -1 +1 @@|diff --git a/y b/y',
  ]),
)
spec('CRLF and a file without a final newline are read', () =>
  assert.equal(shown(`${hunk('a', 'x')}\\ No newline at end of file\n`.replaceAll('\n', '\r\n')), ['a: x']),
)
spec('what is deleted is left out, what is renamed counts under its new name', () => {
  assert.equal(shown('diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n'), [])
  assert.equal(shown('diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n'), ['y: '])
  const changed = 'diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n'
  assert.equal(shown(changed), ['y: b'])
})
spec('new files without lines and binary ones have their names', () => {
  assert.equal(shown('diff --git a/a b.txt b/a b.txt\nnew file mode 100644\nindex 0000000..e69de29\n'), ['a b.txt: '])
  assert.equal(shown('diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n'), ['x.png: '])
  assert.equal(shown('diff --git a/x.png b/x.png\ndeleted file mode 100644\nBinary files a/x.png and /dev/null differ\n'), [])
})
spec('names in quotes, other prefixes and none', () => {
  assert.equal(shown('--- "a/caf\\303\\251.ts"\n+++ "b/caf\\303\\251.ts"\n@@ -0,0 +1 @@\n+x\n'), ['café.ts: x'])
  assert.equal(shown('--- i/x\n+++ w/x\n@@ -0,0 +1 @@\n+x\n'), ['x: x'])
  assert.equal(shown('--- src/x.ts\t2026-01-01\n+++ src/x.ts\t2026-01-02\n@@ -0,0 +1 @@\n+x\n'), ['src/x.ts: x'])
  assert.equal(shown('no diff at all\n+++\n'), [])
})
spec.run()
