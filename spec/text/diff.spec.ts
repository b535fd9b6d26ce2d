import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { unifiedDiff } from '../../lib/text/diff.ts'
import { folder } from '../folder.ts'
import { random } from '../random.ts'

const spec = suite('text/diff')
spec('shows what goes and what comes, with three lines around', () => {
  const before = 'a\nb\nc\nd\ne\nf\ng\nh\n'
  assert.is(
    unifiedDiff('x.md', before, before.replace('e', 'E')),
    '--- a/x.md\n+++ b/x.md\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n',
  )
})
spec('a new file, a removed one, no change, a missing final line break', () => {
  assert.is(unifiedDiff('x', undefined, 'a\n'), '--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n')
  assert.is(unifiedDiff('x', 'a\nb\n', undefined), '--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n')
  assert.is(unifiedDiff('x', 'a', 'a'), '')
  assert.is(unifiedDiff('x', 'a', 'a\n'), '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n')
})
spec('changes far apart are hunks of their own, near ones are one', () => {
  const lines = Array.from({ length: 30 }, (_, i) => `l${i}\n`)
  const changed = (...at: readonly number[]): string => lines.map((line, i) => (at.includes(i) ? 'x\n' : line)).join('')
  const hunks = (after: string): number => unifiedDiff('x', lines.join(''), after).split('@@ -').length - 1
  assert.equal([hunks(changed(5, 20)), hunks(changed(5, 11)), hunks(changed(0, 29))], [2, 1, 2])
})
spec('git applies 150 random diffs and gets the other text, CRLF and odd ends included', () => {
  const root = folder()
  execFileSync('git', ['init', '-q'], { cwd: root })
  mkdirSync(`${root}/d`)
  let patch = ''
  const expected = new Map<string, string>()
  for (let seed = 1; seed <= 150; seed += 1) {
    const { below, pick } = random(seed)
    const text = (): string =>
      Array.from({ length: below(30) }, () => pick(['a', 'b', 'c', ' ', '', '\t', 'é', '-x', '+y', '@@'])).join(
        pick(['\n', '\n', '\r\n']),
      ) + pick(['', '\n'])
    const before = text()
    const after = below(3) === 0 ? text() : before.replace(pick(['a', 'b', 'c']), pick(['', 'z', 'z\nz']))
    if (before === '' || after === '' || before === after) continue
    writeFileSync(`${root}/d/${seed}`, before)
    expected.set(`d/${seed}`, after)
    patch += unifiedDiff(`d/${seed}`, before, after)
  }
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: root, input: patch })
  for (const [path, after] of expected) assert.is(readFileSync(`${root}/${path}`, 'utf8'), after, path)
  assert.ok(expected.size > 80)
})
spec('two long texts without a common line end', () => {
  const long = (letter: string): string => Array.from({ length: 5_000 }, (_, i) => `${letter}${i}\n`).join('')
  assert.ok(unifiedDiff('x', long('a'), long('b')).startsWith('--- a/x\n+++ b/x\n@@ -1,5000 +1,5000 @@\n-a0\n'))
})
spec.run()
