import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { facesOf } from '../../lib/commands/command-face.ts'
import { COMMANDS } from '../../lib/commands/registry.ts'
import { type PackageFacts, packageFiles } from '../../lib/integrations/package-files.ts'
import { folder } from '../folder.ts'
import { type Json, MANIFEST } from '../world.ts'

const FACTS = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as PackageFacts
const FILES = new Map(packageFiles(FACTS, facesOf(COMMANDS)).map(({ path, text }) => [path, text]))
const json = (path: string): Json => JSON.parse(FILES.get(path)!)
const PROGRAM = "process.stdout.write(process.argv.slice(2).join(' ') + ' ' + process.env.PMEM_ROOT)\n"

const spec = suite('integrations/package-files')
spec('name and version are those of the package, in the entry for directories too, which takes 100 characters', () => {
  const { name, version, description, packages } = json('server.json')
  assert.equal([name, version], [FACTS.mcpName, FACTS.version])
  assert.match(name, /^[a-z0-9.-]+\/[a-z0-9._-]+$/)
  assert.ok(description.length > 20 && description.length <= 100)
  assert.equal(packages, [
    {
      registryType: 'npm',
      identifier: FACTS.name,
      version: FACTS.version,
      transport: { type: 'stdio' },
      packageArguments: [{ type: 'positional', value: 'mcp' }],
    },
  ])
  assert.equal(
    [json('plugin/.claude-plugin/plugin.json').name, json('plugin/.claude-plugin/plugin.json').version],
    ['pmem', FACTS.version],
  )
  const [listed] = json('plugin/.claude-plugin/marketplace.json').plugins
  assert.equal([listed.name, listed.source], ['pmem', './'])
})
spec('the skill lies where the name in it says', () => {
  for (const path of ['skills/pmem/SKILL.md', 'plugin/skills/pmem/SKILL.md'])
    assert.match(FILES.get(path) as string, /^---\nname: pmem\n/)
})
spec(
  'hooks and server of the plugin start pmem in a project with a memory, and nothing elsewhere or beside hooks of the project',
  () => {
    const plugin = folder(Object.fromEntries([...FILES].map(([path, text]) => [path.replace(/^plugin\//, ''), text])))
    const root = folder({ '.pmem/manifest.yml': MANIFEST, 'src/a.ts': '', 'node_modules/pmem/dist/bin/pmem.js': PROGRAM })
    const start = ({ command, args }: Json, cwd: string): string => {
      const words = args.map((word: string) => word.replace('${CLAUDE_PLUGIN_ROOT}', plugin))
      const { status, stdout, stderr } = spawnSync(command, words, { cwd, input: '{}', encoding: 'utf8' })
      assert.equal([status, stderr], [0, ''])
      return stdout
    }
    const handlers = Object.values<Json>(json('plugin/hooks/hooks.json').hooks).flatMap(([{ hooks }]) => hooks)
    assert.is(handlers.length, 7)
    const [hook] = handlers
    const { pmem: server } = json('plugin/.mcp.json').mcpServers
    assert.is(start(hook, join(root, 'src')), `hook session-start --host claude-code ${root}`)
    assert.is(start(server, root), `mcp ${root}`)
    assert.is(start(hook, folder()), '')
    const both = folder({
      '.pmem/manifest.yml': MANIFEST,
      '.claude/settings.json': '{ "x": ".pmem/integrations/run.cjs" }',
      'node_modules/pmem/dist/bin/pmem.js': PROGRAM,
    })
    assert.equal([start(hook, both), start(server, both)], ['', `mcp ${both}`])
  },
)
spec.run()
