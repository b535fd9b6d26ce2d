import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { noWrite, type World, worldOf } from '../world.ts'

const empty = (files: Readonly<Record<string, string>> = {}): World =>
  worldOf(memoryHost({ files: { 'src/a.ts': '', ...files } }))
const OWN = ['.pmem/manifest.yml', '.pmem/index.md', '.pmem/state.md', '.pmem/next.md', '.pmem/.gitignore']

const spec = suite('commands/init')
spec('writes the manifest, the hot files and .gitignore, and the next command works', () => {
  const w = empty()
  const { code, json } = w.run('init', '--json')
  assert.is(code, 0)
  assert.is(json.created, true)
  for (const path of OWN) assert.ok(json.written.includes(path) && w.text(path) !== undefined, path)
  assert.is(w.text('AGENTS.md'), undefined)
  assert.match(w.text('.pmem/.gitignore') as string, 'indexes/\nlocal/\n')
  assert.is(w.run('verify').code, 0)
  assert.equal(w.run('verify', '--json').json.findings, [])
  assert.is(w.run('recall').code, 0)
})
spec('writes workflows and templates that bear the version and are no cards, in the language of the project', () => {
  const w = empty()
  assert.match(w.run('init', '--language', 'zh-CN').stdout, /^wrote \.pmem\/skills\/ \(5 files\)$/m)
  for (const name of ['recall', 'code-task', 'architecture-task', 'update', 'distill'])
    assert.match(w.text(`.pmem/skills/${name}.md`) as string, /^<!-- pmem \d+\.\d+\.\d+\S*; generated/)
  assert.match(w.text('.pmem/integrations/codex/AGENTS.md') as string, /记忆/)
  assert.match(
    w.text('.pmem/integrations/cursor/rules.example.md') as string,
    /^---\n[\s\S]*alwaysApply: true\n---\n<!-- pmem \d/,
  )
  assert.match(w.text('.pmem/integrations/claude-code/CLAUDE.md') as string, /\n@AGENTS\.md\n/)
  const settings = JSON.parse(w.text('.pmem/integrations/claude-code/settings.example.json') as string)
  assert.match(settings.$comment, /^pmem \d/)
  w.run('integration', 'install', 'claude-code')
  assert.equal(settings.hooks, JSON.parse(w.text('.claude/settings.json') as string).hooks)
  assert.is(w.run('list', '--json').json.total, 0)
})
spec('templates of an older version are replaced by the next install, those that somebody edited stay', () => {
  const w = empty()
  w.run('init')
  const path = '.pmem/integrations/claude-code/settings.example.json'
  const now = w.text(path) as string
  w.edit(path, now.replace(/pmem \d+\.\d+\.\d+[\w.-]*/, 'pmem 0.0.1'))
  w.edit('.pmem/skills/recall.md', 'mine\n')
  w.run('integration', 'install', 'agents-md')
  assert.equal([w.text(path), w.text('.pmem/skills/recall.md')], [now, 'mine\n'])
})
spec('a block that cannot be trusted is left, and the rest is set up', () => {
  const w = empty({ 'AGENTS.md': '<!-- pmem:begin v=1 -->\nx\n' })
  const { code, stderr } = w.run('init', '--yes')
  assert.equal([code, w.text('AGENTS.md')], [0, '<!-- pmem:begin v=1 -->\nx\n'])
  assert.match(stderr, 'AGENTS.md stays as it is')
})
spec('a second init writes nothing and is no failure', () => {
  const w = empty({ 'README.md': '# R\n' })
  w.run('init')
  w.host.onWrite = noWrite
  const { code, json } = w.run('init', '--yes', '--json')
  assert.is(code, 0)
  assert.equal([json.created, json.written], [false, []])
})
spec('without --yes it proposes the Markdown that is there; with --yes it reads it where it lies', () => {
  const files = { 'docs/adr/0001-a.md': '# Use A\n', 'README.md': '# Read\n' }
  const asked = empty(files).run('init', '--json').json
  assert.equal(asked.sources, [])
  assert.equal(
    asked.proposed.map(({ glob }: { glob: string }) => glob),
    ['docs/adr/**/*.md', '*.md'],
  )
  const w = empty(files)
  const taken = w.run('init', '--yes', '--json').json
  assert.ok(taken.cards >= 2)
  assert.is(w.text('docs/adr/0001-a.md'), '# Use A\n')
  assert.is(w.run('ask', 'use a', '--json').json.matched[0].file, 'docs/adr/0001-a.md')
})
spec('--yes adds a block to AGENTS.md and leaves what people wrote byte for byte', () => {
  const mine = '# Mine\r\n\r\nRule one.\r\n'
  const w = empty({ 'AGENTS.md': mine })
  w.run('init', '--yes')
  const text = w.text('AGENTS.md') as string
  assert.ok(text.startsWith(mine))
  assert.match(text, /<!-- pmem:begin v=1 sha256=[0-9a-f]{16} -->\r\n/)
  assert.match(text, 'pmem recall')
})
spec('a block that is there already is not added again', () => {
  const w = empty()
  w.run('init', '--yes')
  const text = w.text('AGENTS.md')
  w.edit('.pmem', null)
  assert.not(w.run('init', '--yes', '--json').json.written.includes('AGENTS.md'))
  assert.is(w.text('AGENTS.md'), text)
})
spec('--dry-run says what it would write and writes nothing', () => {
  const w = empty({ 'README.md': '# R\n' })
  w.host.onWrite = noWrite
  const { code, json } = w.run('init', '--yes', '--dry-run', '--json')
  assert.is(code, 0)
  assert.is(json.dry_run, true)
  assert.ok(json.written.includes('AGENTS.md'))
})
spec('name, domain and language go into the manifest and the texts', () => {
  const w = empty()
  w.run('init', '--name', 'My: "book"', '--domain', 'novel', '--language', 'zh-CN')
  const status = w.run('status', '--json').json
  assert.is(status.project, 'My: "book"')
  assert.is(w.run('list', 'character').code, 1)
  assert.match(w.text('.pmem/index.md') as string, '当前焦点')
  assert.is(empty().run('init', '--domain', 'cooking').code, 64)
})
spec('without a name the folder gives it', () => {
  const w = empty()
  w.run('init')
  assert.is(w.run('status', '--json').json.project, 'project')
})
spec('what people had in .pmem already is kept', () => {
  const w = empty({ '.pmem/next.md': '- [P0] mine\n', '.pmem/modules/a.md': '---\nid: module.a\ntype: module\n---\n' })
  w.run('init')
  assert.is(w.text('.pmem/next.md'), '- [P0] mine\n')
  assert.is(w.run('list', '--json').json.total, 1)
})
spec('init works in a folder of its own below another project', () => {
  const w = empty()
  w.run('init', '--name', 'outer')
  w.edit('sub/a.txt', '')
  w.run('init', '--cwd', 'sub', '--name', 'inner')
  assert.is(w.run('status', '--cwd', 'sub', '--json').json.project, 'inner')
  assert.is(w.run('status', '--json').json.project, 'outer')
})
spec('a disk that refuses is exit 73', () => {
  const w = empty()
  w.host.onWrite = () => 'fail'
  assert.is(w.run('init').code, 73)
})
spec('killed at any write, the next init completes it', () => {
  for (let at = 1; ; at += 1) {
    const w = empty({ 'README.md': '# R\n' })
    const victim = w.second()
    let reached = false
    victim.host.onWrite = ({ number }) => {
      reached ||= number === at
      return number === at ? 'kill' : 'go'
    }
    try {
      victim.run('init', '--yes')
    } catch (error) {
      assert.is((error as Error).name, 'Killed')
    }
    if (!reached) break
    w.wait(1)
    const next = w.second()
    assert.is(next.run('init', '--yes').code, 0, `write ${at}`)
    assert.is(next.run('verify').code, 0, `write ${at}`)
    for (const path of OWN) assert.ok(next.text(path) !== undefined, `write ${at} ${path}`)
  }
})
spec.run()
