import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { memoryHost } from '../../lib/host/memory.ts'
import { sha256 } from '../../lib/host/node.ts'
import { addBlock } from '../../lib/text/managed-block.ts'
import { estimateTokens } from '../../lib/text/tokens.ts'
import { type Json, noWrite, type Ran, type World, world } from '../world.ts'

const fileOf = ({ json }: Ran, path: string): Json =>
  json.integrations.flatMap(({ files }: Json) => files).find((file: Json) => file.path === path)
const states = (w: World): Readonly<Record<string, string>> =>
  Object.fromEntries(w.run('integration', 'list', '--json').json.integrations.map(({ name, state }: Json) => [name, state]))
const installed = (name: string, files: Readonly<Record<string, string>> = {}): World => {
  const w = world(files)
  assert.is(w.run('integration', 'install', name).code, 0)
  return w
}

const spec = suite('commands/integration')
spec('list says what is known, what this project uses and what is installed', () => {
  const w = world({ '.cursor/rules/a.mdc': '', 'opencode.json': '{}' })
  const { json, stdout } = { ...w.run('integration', 'list', '--json'), stdout: w.run('integration', 'list').stdout }
  const used = json.integrations.filter(({ detected }: Json) => detected).map(({ name }: Json) => name)
  assert.equal(used, ['cursor', 'opencode'])
  assert.match(stdout, /^cursor +absent +Cursor {2}\(this project uses it\)$/m)
  w.run('integration', 'install', 'cursor')
  assert.is(states(w)['cursor'], 'installed')
})
spec('install without names takes what is detected with --yes, asks on a terminal, and else says what to write', () => {
  const files = { '.codex/config.toml': '', 'GEMINI.md': '# G\n' }
  const silent = world(files).run('integration', 'install')
  assert.is(silent.code, 64)
  assert.match(silent.stderr, 'pmem integration install codex gemini')
  const taken = world(files).run('integration', 'install', '--yes', '--json').json
  assert.equal(
    taken.integrations.map(({ name }: Json) => name),
    ['codex', 'gemini'],
  )
  assert.is(world(files, { terminal: true, stdin: 'y\n' }).run('integration', 'install').code, 0)
  assert.is(world(files, { terminal: true, stdin: 'n\n' }).run('integration', 'install').code, 64)
  assert.match(world().run('integration', 'install', '--yes').stderr, 'no agent was detected')
})
spec('integrations.active of the manifest are taken like detected ones', () => {
  const w = world({ '.pmem/manifest.yml': 'version: 1\nintegrations: { active: [cline] }\n' })
  const { json } = w.run('integration', 'install', '--yes', '--json')
  assert.equal(
    json.integrations.map(({ name }: Json) => name),
    ['cline'],
  )
})
spec('an unknown name is refused with the nearest', () => {
  const { code, stderr } = world().run('integration', 'install', 'cursr')
  assert.is(code, 64)
  assert.match(stderr, 'did you mean cursor?')
  assert.is(world().run('integration', 'remove').code, 64)
})
spec('--dry-run shows the diff and writes nothing', () => {
  const w = world({ '.mcp.json': '{}\n' })
  w.host.onWrite = noWrite
  const { code, stdout } = w.run('integration', 'install', 'claude-code', '--dry-run')
  assert.is(code, 0)
  assert.match(stdout, 'b/.claude/settings.json')
  assert.match(stdout, '"pmem"')
})
spec('malformed JSON is refused with line and snippet, and everything else is installed', () => {
  const broken = '{\n  "mcpServers": {,\n}\n'
  const w = world({ '.mcp.json': broken })
  const ran = w.run('integration', 'install', 'claude-code', '--json')
  assert.is(ran.code, 1)
  const { action, line, reason, snippet } = fileOf(ran, '.mcp.json')
  assert.equal([action, line, reason], ['refused', 2, 'it is not JSON'])
  assert.equal(JSON.parse(snippet), { mcpServers: { pmem: { command: 'pmem', args: ['mcp'] } } })
  assert.is(w.text('.mcp.json'), broken)
  assert.ok(w.text('.claude/settings.json')?.includes('SessionStart'))
  assert.match(
    w.run('integration', 'install', 'claude-code').stdout,
    /refused \.mcp\.json:2: it is not JSON\n {2}Paste this yourself:\n\{/,
  )
  for (const other of ['[]', '"x"', '{ "mcpServers": [] }', '{ "mcpServers": 5 }', ''])
    assert.is(world({ '.mcp.json': other }).run('integration', 'install', 'claude-code').code, 1, other)
})
spec('a file that is no UTF-8 is refused as it is', () => {
  const w = world({ 'AGENTS.md': new Uint8Array([0x23, 0xff, 0x0a]) })
  const ran = w.run('integration', 'install', 'agents-md', '--json')
  assert.equal([ran.code, fileOf(ran, 'AGENTS.md').action], [1, 'refused'])
})
spec('a block that was edited by hand is shown and left; --force replaces it and keeps the old file', () => {
  const w = installed('agents-md', { 'AGENTS.md': '# Mine\n' })
  const edited = w.text('AGENTS.md')!.replace('Before changing', 'Long before changing')
  w.edit('AGENTS.md', edited)
  for (const verb of ['install', 'remove']) {
    const ran = w.run('integration', verb, 'agents-md', '--json')
    const { action, line, reason } = fileOf(ran, 'AGENTS.md')
    assert.equal([ran.code, action, line, w.text('AGENTS.md')], [1, 'refused', 3, edited])
    assert.match(reason, /edited by hand:[\s\S]*\+- Long before changing/)
  }
  assert.is(states(w)['agents-md'], 'drifted')
  assert.is(w.run('integration', 'verify', 'agents-md').code, 1)
  assert.is(w.run('integration', 'install', 'agents-md', '--force').code, 0)
  assert.is(w.text('AGENTS.md.bak'), edited)
  w.edit('AGENTS.md', edited.replace('Long', 'Very long'))
  assert.is(w.run('integration', 'install', 'agents-md', '--force').code, 0)
  assert.equal([w.text('AGENTS.md.bak'), w.text('AGENTS.md.bak2')], [edited, edited.replace('Long', 'Very long')])
  assert.not.match(w.text('AGENTS.md') as string, 'Long before')
  assert.is(states(w)['agents-md'], 'installed')
})
spec('a whole file that was edited by hand, or is not from pmem, is left the same way', () => {
  const w = installed('claude-code')
  const path = '.claude/skills/pmem/SKILL.md'
  w.edit(path, `Mine.\n${w.text(path)}`)
  assert.is(fileOf(w.run('integration', 'install', 'claude-code', '--json'), path).action, 'refused')
  assert.is(w.run('integration', 'remove', 'claude-code').code, 1)
  assert.match(w.text(path) as string, /^Mine\./)
  assert.is(w.run('integration', 'remove', 'claude-code', '--force').code, 0)
  assert.equal([w.text(path), w.text(`${path}.bak`)?.slice(0, 5)], [undefined, 'Mine.'])
  const foreign = '#!/bin/sh\necho mine\n'
  const other = world({ '.clinerules/hooks/TaskStart': foreign })
  const ran = other.run('integration', 'install', 'cline', '--json')
  assert.equal([ran.code, fileOf(ran, '.clinerules/hooks/TaskStart').action], [1, 'refused'])
  assert.is(other.run('integration', 'remove', 'cline').code, 0)
  assert.is(other.text('.clinerules/hooks/TaskStart'), foreign)
})
spec('markers that cannot be trusted are refused with their line: unclosed, doubled, nested, ending nothing', () => {
  const begin = '<!-- pmem:begin v=1 sha256=0000000000000000 -->'
  const end = '<!-- pmem:end -->'
  for (const [text, line] of [
    [`a\n${begin}\nx\n`, 2],
    [`${begin}\nx\n${end}\n${begin}\ny\n${end}\n`, 4],
    [`${begin}\n${begin}\nx\n${end}\n`, 2],
    [`a\nb\n${end}\n`, 3],
  ] as const) {
    const w = world({ 'AGENTS.md': text })
    for (const verb of ['install', 'remove']) {
      const ran = w.run('integration', verb, 'agents-md', '--json')
      assert.equal([ran.code, fileOf(ran, 'AGENTS.md').line, w.text('AGENTS.md')], [1, line, text], text)
    }
  }
})
spec('an older block is replaced where it stands', () => {
  const old = `# Mine\n\n${addBlock('', 'What an older pmem said', sha256)}\nAfter.\n`
  const w = installed('agents-md', { 'AGENTS.md': old })
  const text = w.text('AGENTS.md') as string
  assert.ok(text.startsWith('# Mine\n\n<!-- pmem:begin') && text.endsWith('<!-- pmem:end -->\n\nAfter.\n'))
  assert.not.match(text, 'older pmem')
})
spec('a shared block and skill stay until the last that needs them is removed', () => {
  const w = installed('cursor')
  w.run('integration', 'install', 'codex', 'gemini')
  w.run('integration', 'remove', 'cursor', 'codex')
  assert.match(w.text('AGENTS.md') as string, 'pmem recall')
  assert.ok(w.text('.agents/skills/pmem/SKILL.md') !== undefined && w.text('.pmem/integrations/run.cjs') !== undefined)
  assert.equal(states(w)['gemini'], 'installed')
  w.run('integration', 'remove', 'gemini')
  assert.equal(
    [w.text('AGENTS.md'), w.text('.agents/skills/pmem/SKILL.md'), w.text('.pmem/integrations/run.cjs')],
    [undefined, undefined, undefined],
  )
})
spec('the block that was asked for by its own name stays when an agent goes, and the other way round', () => {
  const w = installed('agents-md')
  const alone = w.text('AGENTS.md')
  w.run('integration', 'install', 'cursor')
  assert.equal([states(w)['agents-md'], states(w)['cursor']], ['installed', 'installed'])
  w.run('integration', 'remove', 'cursor')
  assert.is(w.text('AGENTS.md'), alone)
  w.run('integration', 'install', 'cursor')
  w.run('integration', 'remove', 'agents-md')
  assert.equal([states(w)['agents-md'], states(w)['cursor']], ['absent', 'installed'])
  w.run('integration', 'remove', 'cursor')
  assert.is(w.text('AGENTS.md'), undefined)
})
spec('the skill of an agent names commands as the help does, and takes few tokens', () => {
  const text = installed('codex').text('.agents/skills/pmem/SKILL.md') as string
  assert.match(text, /^---\nname: pmem\ndescription: [^\n]{1,1024}\nlicense: MIT\ncompatibility: [^\n]{1,500}\n---\n/)
  for (const name of ['recall', 'ask <query>', 'check [-]', 'update [id]']) assert.ok(text.includes(`\`pmem ${name}\`: `), name)
  assert.ok(estimateTokens(text) < 1_200, String(estimateTokens(text)))
})
spec('a link is followed inside of the project and refused where it leads out', () => {
  const inner = world({ 'docs/AGENTS.md': '# Docs\n' })
  inner.host.link('/project/AGENTS.md', 'docs/AGENTS.md')
  assert.is(inner.run('integration', 'install', 'agents-md').code, 0)
  assert.match(inner.text('docs/AGENTS.md') as string, '# Docs\n\n<!-- pmem:begin')
  assert.is(inner.run('integration', 'remove', 'agents-md').code, 0)
  assert.is(inner.text('docs/AGENTS.md'), '# Docs\n')
  for (const [link, target] of [
    ['/project/AGENTS.md', '/home/AGENTS.md'],
    ['/project/.claude', '/home'],
  ] as const) {
    const outer = world({ '/home/AGENTS.md': '# Home\n' })
    outer.host.link(link, target)
    const { code, stdout } = outer.run('integration', 'install', 'claude-code')
    assert.equal([code, /a symbolic link that leads out of the project/.test(stdout)], [1, true], link)
    assert.equal([outer.text('/home/AGENTS.md'), outer.text('/home/settings.json')], ['# Home\n', undefined])
  }
})
spec('CLAUDE.md and GEMINI.md that are links to AGENTS.md hold its one block, and nobody is told to add a line', () => {
  for (const [name, link] of [
    ['claude-code', 'CLAUDE.md'],
    ['gemini', 'GEMINI.md'],
  ] as const) {
    const w = world({ 'AGENTS.md': '# A\n' })
    w.host.link(`/project/${link}`, 'AGENTS.md')
    const { stdout } = w.run('integration', 'install', name, ...(name === 'gemini' ? [] : ['--claude-md']))
    assert.not.match(w.run('integration', 'install', name).stdout + stdout, 'note')
    const text = w.text('AGENTS.md') as string
    assert.equal(
      [text.split('pmem:begin').length, text.includes('pmem recall'), text.includes('@AGENTS')],
      [2, true, false],
      link,
    )
    assert.is(w.run('integration', 'verify', name).code, 0)
    w.run('integration', 'remove', name)
    assert.is(w.text('AGENTS.md'), '# A\n')
  }
})
spec('CLAUDE.md is made for one line and only when asked; where it is there, the line is offered', () => {
  const w = installed('claude-code')
  assert.is(w.text('CLAUDE.md'), undefined)
  const there = world({ 'CLAUDE.md': '# C\n' })
  assert.match(there.run('integration', 'install', 'claude-code').stdout, 'add the line @AGENTS.md')
  assert.is(there.text('CLAUDE.md'), '# C\n')
  assert.is(w.run('integration', 'install', 'claude-code', '--claude-md').code, 0)
  assert.match(w.text('CLAUDE.md') as string, /^<!-- pmem:begin [^\n]*-->\n@AGENTS\.md\n<!-- pmem:end -->\n$/)
  const has = world({ 'CLAUDE.md': '# C\n\n@AGENTS.md\n' })
  assert.not.match(has.run('integration', 'install', 'claude-code').stdout, 'add the line')
  has.run('integration', 'install', 'claude-code', '--claude-md')
  assert.is(has.text('CLAUDE.md'), '# C\n\n@AGENTS.md\n')
  w.run('integration', 'remove', 'claude-code')
  assert.is(w.text('CLAUDE.md'), undefined)
})
spec('verify runs every hook with a payload on stdin, and names one that fails, hangs, prints no JSON or complains', () => {
  const calls: { readonly command: string | readonly string[]; readonly input: Json }[] = []
  const answers = [
    { status: 0, stdout: '', stderr: '', milliseconds: 5 },
    { status: 0, stdout: '{}', stderr: '', milliseconds: 5 },
    { status: 0, stdout: 'hello', stderr: '', milliseconds: 5 },
    { status: 1, stdout: '', stderr: '', milliseconds: 5 },
    { status: null, stdout: '', stderr: '', milliseconds: 5 },
    { status: 0, stdout: '', stderr: 'oh\nno', milliseconds: 5 },
    { status: 0, stdout: '', stderr: '', milliseconds: 5 },
  ]
  const w = world(
    {},
    {
      shell(command, { input }) {
        calls.push({ command, input: JSON.parse(input) })
        return answers[calls.length - 1]
      },
    },
  )
  w.run('integration', 'install', 'claude-code')
  const { code, json } = w.run('integration', 'verify', '--json')
  assert.is(code, 1)
  const { hooks } = json.integrations.find(({ name }: Json) => name === 'claude-code')
  assert.equal(
    hooks.map((hook: Json) => [hook.ok, hook.message]),
    [
      [true, null],
      [true, null],
      [false, 'it printed something that is no JSON'],
      [false, 'it ended with 1'],
      [false, 'it did not end in 5 s'],
      [false, 'oh'],
      [true, null],
    ],
  )
  assert.equal(
    calls.map(({ input }) => input.cwd),
    calls.map(() => '/project'),
  )
  const settings = JSON.parse(w.text('.claude/settings.json') as string)
  const first = settings.hooks.SessionStart[0].hooks[0]
  assert.equal(calls[0]?.command, [first.command, ...first.args])
})
spec('verify names what is missing, and install brings it back', () => {
  const w = installed('cursor')
  w.edit('.pmem/integrations/run.cjs', null)
  assert.equal([states(w)['cursor'], w.run('integration', 'verify', 'cursor').code], ['drifted', 1])
  assert.equal(w.run('integration', 'install', 'cursor', '--json').json.written, ['.pmem/integrations/run.cjs'])
  assert.is(w.run('integration', 'verify', 'cursor').code, 0)
})
spec('outside of a project it says so', () => {
  const host = memoryHost()
  assert.is(world({}).run('integration', 'verify', 'cline').code, 1)
  assert.is(host.files('/project').stat('.pmem'), undefined)
})
spec('a write that fails part of the way leaves whole files, and install again completes it', () => {
  const fresh = installed('codex')
  const wanted = [
    '.codex/hooks.json',
    '.codex/config.toml',
    '.agents/skills/pmem/SKILL.md',
    '.pmem/integrations/run.cjs',
    'AGENTS.md',
  ]
  for (let failing = 1; failing < 60; failing += 1) {
    const w = world()
    let writes = 0
    w.host.onWrite = () => (++writes === failing ? 'fail' : 'go')
    w.run('integration', 'install', 'codex')
    const failed = writes >= failing
    w.host.onWrite = () => 'go'
    assert.is(w.run('integration', 'install', 'codex').code, 0)
    for (const path of wanted) assert.is(w.text(path), fresh.text(path), `${path} after write ${failing}`)
    if (!failed) return
  }
  assert.unreachable('it never came to an end')
})
spec.run()
