import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { WriteOp } from '../../lib/model/plan.ts'
import { applyPlan } from '../../lib/store/apply.ts'
import { changesOf, firstRecordOp, settleChangesOp } from '../../lib/store/changes.ts'
import { withLock } from '../../lib/store/lock.ts'
import { openProjectAt, type Project } from '../../lib/store/project.ts'
import { loadManifest } from '../../lib/store/refresh.ts'
import { folder, hostIn } from '../folder.ts'
import { commit, git, repository, write } from '../repository.ts'
import { card, MANIFEST } from '../world.ts'

const open = (root: string): Project => openProjectAt(hostIn(root), root)
function told(root: string, since?: string): readonly string[] | undefined {
  const project = open(root)
  return changesOf(project, loadManifest(project).manifest, since)?.files.map(
    ({ path, kind, from }) => `${kind} ${path}${from === undefined ? '' : ` from ${from}`}`,
  )
}
function perform(root: string, op: WriteOp | undefined): void {
  const { host, files } = open(root)
  if (op !== undefined)
    withLock(host, files, { path: '.pmem/.lock', timeoutMs: 1_000 }, (lock) => applyPlan(host, files, { ops: [op] }, lock))
}
const settle = (root: string): void => perform(root, settleChangesOp(open(root)))
const FILES = {
  ...card('module.a'),
  'src/a.ts': 'const a = 1\nconst b = 2\nconst c = 3\n',
  'src/b.ts': 'b\n',
  'docs/存 储.md': 'x\n',
}

const spec = suite('store/changes')
spec('the work tree: edited, added, deleted, renamed, staged or not, in any script', () => {
  const root = repository(FILES)
  assert.equal(told(root), [])
  write(root, 'src/a.ts', 'other\n')
  write(root, 'src/new dir/n.ts', 'n\n')
  write(root, 'docs/存 储.md', 'y\n')
  rmSync(join(root, 'src/b.ts'))
  assert.equal(told(root), ['changed docs/存 储.md', 'changed src/a.ts', 'deleted src/b.ts', 'added src/new dir/n.ts'])
  git(root, 'add', '-A')
  assert.equal(told(root), ['changed docs/存 储.md', 'changed src/a.ts', 'deleted src/b.ts', 'added src/new dir/n.ts'])
  git(root, 'reset', '-q', '--hard')
  rmSync(join(root, 'src/new dir'), { recursive: true, force: true })
  git(root, 'mv', 'src/a.ts', 'src/moved.ts')
  assert.equal(told(root), ['deleted src/a.ts', 'added src/moved.ts from src/a.ts'])
})
spec('the store itself and what the manifest ignores are left out', () => {
  const root = repository(FILES)
  for (const path of ['.pmem/modules/new.md', 'yarn.lock', 'sub/npm.log', 'dist/x.js', 'node_modules/x/i.js'])
    write(root, path, 'x')
  write(
    root,
    '.pmem/manifest.yml',
    `${MANIFEST}auto_update: { ignore_patterns: ["*.lock", "*.log", "dist/**", "node_modules/**"] }\n`,
  )
  write(root, 'src/b.ts', 'c\n')
  assert.equal(told(root), ['changed src/b.ts'])
})
spec('commits since the last record count, others do not, and reading records nothing', () => {
  const root = repository(FILES)
  write(root, 'src/b.ts', 'c\n')
  commit(root)
  assert.equal(told(root), [], 'no record: only what is not committed')
  perform(root, firstRecordOp(open(root)))
  assert.is(firstRecordOp(open(root)), undefined)
  write(root, 'src/a.ts', 'later\n')
  commit(root)
  renameSync(join(root, 'src/b.ts'), join(root, 'src/c.ts'))
  commit(root)
  for (let reads = 0; reads < 2; reads += 1)
    assert.equal(told(root), ['changed src/a.ts', 'deleted src/b.ts', 'added src/c.ts from src/b.ts'])
  settle(root)
  assert.equal(told(root), [])
})
spec('what was settled before it was committed stays settled, and a revert of it is a change', () => {
  const root = repository(FILES)
  write(root, 'src/a.ts', 'settled\n')
  write(root, 'src/n.ts', 'new\n')
  settle(root)
  assert.equal(told(root), [])
  commit(root)
  assert.equal(told(root), [])
  write(root, 'src/a.ts', 'again\n')
  assert.equal(told(root), ['changed src/a.ts'])
  settle(root)
  git(root, 'checkout', '-q', '--', 'src/a.ts')
  assert.equal(told(root), ['changed src/a.ts'])
})
spec('--since counts from a commit, a moment, or from before the first commit', () => {
  const root = repository(FILES)
  const first = git(root, 'rev-parse', 'HEAD').trim()
  write(root, 'src/b.ts', 'c\n')
  commit(root)
  settle(root)
  assert.equal(told(root, first), ['changed src/b.ts'])
  assert.equal(told(root, 'HEAD~1'), ['changed src/b.ts'])
  assert.equal(told(root, '2099-01-01T00:00:00Z'), [])
  assert.equal(told(root, '1999-01-01T00:00:00Z'), ['added docs/存 储.md', 'added src/a.ts', 'added src/b.ts'])
  assert.is(told(root, 'no-such-branch'), undefined)
  assert.is(told(root, '--output=x'), undefined)
})
spec('a project in a subfolder sees its own files, from its own root', () => {
  const root = repository(FILES, 'packages/web app')
  write(root, 'packages/web app/src/a.ts', 'x\n')
  write(root, 'packages/api/src/a.ts', 'x\n')
  const project = join(root, 'packages/web app')
  assert.equal(told(project), ['changed src/a.ts'])
  perform(project, firstRecordOp(open(project)))
  commit(root)
  assert.equal(told(project), ['changed src/a.ts'])
  settle(project)
  assert.equal(told(project), [])
})
spec('each worktree has a record of its own', () => {
  const main = repository(FILES)
  perform(main, firstRecordOp(open(main)))
  const other = join(folder(), 'w2')
  git(main, 'worktree', 'add', '-q', other, '-b', 'second')
  perform(other, firstRecordOp(open(other)))
  write(other, 'src/b.ts', 'c\n')
  commit(other)
  assert.equal([told(main), told(other)], [[], ['changed src/b.ts']])
})
spec('a submodule whose commit moved is one changed path', () => {
  const inner = repository({ 'x.ts': '1\n' })
  const root = repository(FILES)
  git(root, 'submodule', '--quiet', 'add', inner, 'vendor/inner')
  commit(root)
  perform(root, firstRecordOp(open(root)))
  write(join(root, 'vendor/inner'), 'x.ts', '2\n')
  commit(join(root, 'vendor/inner'))
  assert.equal(told(root), ['changed vendor/inner'])
})
spec('a merge conflict is a change of its file', () => {
  const root = repository(FILES)
  git(root, 'checkout', '-q', '-b', 'other')
  write(root, 'src/b.ts', 'theirs\n')
  commit(root)
  git(root, 'checkout', '-q', 'main')
  write(root, 'src/b.ts', 'ours\n')
  commit(root)
  assert.throws(() => git(root, 'merge', 'other'))
  assert.equal(told(root), ['changed src/b.ts'])
})
spec('before the first commit all that lies there is the beginning', () => {
  const root = folder({ ...FILES, '.pmem/manifest.yml': MANIFEST })
  git(root, 'init', '-q', '-b', 'main')
  perform(root, firstRecordOp(open(root)))
  assert.equal(told(root), [])
  write(root, 'src/b.ts', 'c\n')
  assert.equal(told(root), ['added src/b.ts'])
  commit(root)
  assert.equal(told(root), ['added src/b.ts'])
})
spec('without git nothing is known by git', () => {
  const root = folder({ ...FILES, '.pmem/manifest.yml': MANIFEST })
  const project = open(root)
  assert.equal(changesOf(project, loadManifest(project).manifest), { by: 'none', since: null, files: [] })
  assert.is(firstRecordOp(project), undefined)
})
spec('a record that is damaged or names a commit that is gone counts from what is not committed', () => {
  const root = repository(FILES)
  for (const text of [
    '{',
    '{"kind":"pmem.changes","head":7,"files":[]}',
    `{"kind":"pmem.changes","head":"${'0'.repeat(40)}","files":[]}`,
  ]) {
    write(root, '.pmem/local/changes.json', text)
    assert.equal(told(root), [])
  }
})
spec.run()
