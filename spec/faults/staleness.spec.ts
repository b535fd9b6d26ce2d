import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from '../folder.ts'
import { commit, git, repository, runIn, write } from '../repository.ts'
import { card, type Json, world } from '../world.ts'

const CARDS = {
  ...card('module.a', 'title: Alpha\nupdated: 2026-07-03\nsource_files: [src/a.ts, "src/c.ts#open"]'),
  ...card('module.b', 'title: Beta\nupdated: 2026-07-03\nsource_files: [src/b.ts]'),
}
const FILES = {
  ...CARDS,
  'src/a.ts': 'a\n',
  'src/b.ts': 'b\n',
  'src/c.ts': 'function open() {\n  return 1\n}\nfunction close() {}\n',
}
const findings = (root: string): readonly string[] =>
  runIn(root, 'verify', '--json')
    .json.findings.map(({ code, id }: Json) => `${code} ${id}`)
    .filter((line: string) => !line.startsWith('index-missing'))
const factor = (root: string, id: string): number => runIn(root, 'ask', id, '--json').json.matched[0].factors.staleness
function verified(below = ''): string {
  const root = repository(FILES, below)
  for (const id of ['module.a', 'module.b']) assert.is(runIn(join(root, below), 'verify-card', id).code, 0)
  commit(root)
  return root
}

const spec = suite('faults: staleness')
spec('fault 078: a commit to one file makes the cards about it stale, and no other', () => {
  const root = verified()
  assert.equal(findings(root), [])
  write(root, 'src/a.ts', 'changed\n')
  commit(root)
  assert.equal(findings(root), ['source-changed module.a'])
  assert.equal([factor(root, 'module.a'), factor(root, 'module.b')], [0.8, 1])
})
spec('fault 078: verified by hand, the day of the last commit of its own source decides', () => {
  const by = (id: string, day: string, source: string): Record<string, string> =>
    card(id, `last_verified: ${day}\nsource_files: [${source}]`)
  const root = repository({
    ...by('module.a', '2026-01-02', 'src/a.ts'),
    ...by('module.b', '2026-01-02', 'src/b.ts'),
    ...by('module.c', '2026-03-02', 'src'),
    'src/a.ts': 'a\n',
    'src/b.ts': 'b\n',
  })
  const dated = (message: string, date: string): void => {
    git(root, 'add', '-A')
    git(root, '-c', 'core.abbrev=7', 'commit', '-q', '--amend', '--allow-empty', '--reset-author', '-m', message, '--date', date)
  }
  dated('first', '2025-01-01T00:00:00Z')
  const stale = (id: string): readonly string[] => runIn(root, 'show', id, '--json').json.stale_reasons
  process.env['GIT_COMMITTER_DATE'] = '2026-01-01T23:00:00Z'
  git(root, 'commit', '-q', '--amend', '--no-edit')
  assert.equal(['module.a', 'module.b', 'module.c'].map(stale), [[], [], []])
  write(root, 'src/a.ts', 'same day\n')
  process.env['GIT_COMMITTER_DATE'] = '2026-01-02T23:00:00Z'
  commit(root)
  assert.equal(stale('module.a'), [])
  write(root, 'src/a.ts', 'later\n')
  process.env['GIT_COMMITTER_DATE'] = '2026-02-01T01:00:00Z'
  commit(root)
  delete process.env['GIT_COMMITTER_DATE']
  assert.equal(['module.a', 'module.b', 'module.c'].map(stale), [['source changed: src/a.ts (committed 2026-02-01)'], [], []])
  assert.equal(
    findings(root).filter((line) => line.startsWith('source')),
    ['source-changed module.a'],
  )
})
spec('fault 073: clone, checkout, rebase and touch make no card stale; an edit of the symbol it cites does', () => {
  const root = verified()
  const clone = join(folder(), 'clone')
  git(root, 'clone', '-q', root, clone)
  assert.equal([findings(root), findings(clone)], [[], []])
  git(root, 'checkout', '-q', '-b', 'side')
  write(root, 'other.txt', 'x\n')
  commit(root)
  git(root, 'checkout', '-q', 'main')
  write(root, 'more.txt', 'x\n')
  commit(root)
  git(root, 'rebase', '-q', 'main', 'side')
  assert.equal(findings(root), [])
  for (const path of ['src/a.ts', 'src/b.ts', 'src/c.ts']) utimesSync(join(root, path), 1e9, 1e9)
  assert.equal(findings(root), [])
  write(root, 'src/c.ts', `// moved\nfunction close() { return 1 }\n${FILES['src/c.ts'].slice(0, 31)}`)
  assert.equal(findings(root), [])
  write(root, 'src/c.ts', FILES['src/c.ts'].replace('1', '2'))
  assert.equal(findings(root), ['source-changed module.a'])
})
spec('the recorded contents travel with the repository, not with the clone', () => {
  const root = verified()
  const clone = join(folder(), 'clone')
  git(root, 'clone', '-q', root, clone)
  write(clone, 'src/b.ts', 'changed\n')
  commit(clone)
  assert.equal(findings(clone), ['source-changed module.b'])
  rmSync(join(clone, '.pmem/local'), { recursive: true, force: true })
  assert.equal(findings(clone), ['source-changed module.b'])
})
spec('a project in a subfolder of a repository and a worktree have their own state', () => {
  const root = verified('packages/web')
  const web = join(root, 'packages/web')
  write(root, 'packages/api/src/a.ts', 'x\n')
  commit(root)
  assert.equal(findings(web), [])
  write(web, 'src/b.ts', 'x\n')
  assert.equal(
    runIn(web, 'status', '--json').json.affected.map(({ id, source }: Json) => `${id} ${source}`),
    ['module.b src/b.ts'],
  )
  const other = join(folder(), 'w2')
  git(root, 'worktree', 'add', '-q', other, '-b', 'second')
  assert.equal(findings(join(other, 'packages/web')), [])
})
spec('a renamed source is told with its new name', () => {
  const root = repository(FILES)
  runIn(root, 'rebuild')
  git(root, 'mv', 'src/b.ts', 'src/d.ts')
  commit(root)
  const { json } = runIn(root, 'status', '--json')
  assert.equal(json.changes.files, [
    { path: 'src/b.ts', kind: 'deleted' },
    { path: 'src/d.ts', kind: 'added', from: 'src/b.ts' },
  ])
  assert.equal(
    json.affected.map(({ id, source, kind }: Json) => `${id} ${source} ${kind}`),
    ['module.b src/b.ts deleted'],
  )
})
spec('a card that was verified with the contents git still shows as changed is settled', () => {
  const root = verified()
  write(root, 'src/b.ts', 'changed\n')
  const affected = (): readonly string[] => runIn(root, 'status', '--json').json.affected.map(({ id }: Json) => id)
  assert.equal([affected(), findings(root)], [['module.b'], ['source-changed module.b']])
  runIn(root, 'verify-card', 'module.b')
  assert.equal([affected(), findings(root)], [[], []])
  assert.equal(runIn(root, 'status', '--json').json.changes.files, [{ path: 'src/b.ts', kind: 'changed' }])
})
spec('fault 079: a date in the future wins nothing, and verify names it', () => {
  const w = world({
    ...card('module.a', 'title: Zeppelin\nupdated: 2026-07-03\nlast_verified: 2026-07-03'),
    ...card('module.b', 'title: Zeppelin\nupdated: 2099-01-01\nlast_verified: 2026-07-03'),
  })
  const { matched } = w.run('ask', 'zeppelin', '--json').json
  assert.equal(
    matched.map(({ id, score, factors }: Json) => [id, score, factors.recency]),
    [
      ['module.a', matched[0].score, 1],
      ['module.b', matched[0].score, 1],
    ],
  )
  assert.equal(
    w.run('verify', '--json').json.findings.map(({ code, id }: Json) => `${code} ${id}`),
    ['future-date module.b'],
  )
})
spec.run()
