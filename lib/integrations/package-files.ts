import { CLAUDE_EVENTS } from './claude-code.ts'
import { pluginLauncher } from './launcher.ts'
import type { Setting } from './piece.ts'
import { agentSkill } from './skills.ts'
import { nestedHandlers } from './usual-pieces.ts'

/** What the files of the package say of it, as in package.json. */
export type PackageFacts = {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  /** The name in the directory of MCP servers. */
  readonly mcpName: string
}

/** Files of the package for others: a Claude Code plugin, which is a marketplace of its own, and the entry for directories of MCP servers. */
export function packageFiles(
  { name, version, description, license, mcpName }: PackageFacts,
  commands: Setting['commands'],
): readonly { readonly path: string; readonly text: string }[] {
  const [first = ''] = description.split(':')
  const author = { name: `the ${name} authors` }
  const launcher = `\${CLAUDE_PLUGIN_ROOT}/${PLUGIN_LAUNCHER}`
  const hooks = Object.fromEntries(
    nestedHandlers(CLAUDE_EVENTS, (event) => ({
      command: 'node',
      args: [launcher, 'hook', event, '--host', 'claude-code'],
    })).map(({ path, value }) => [path.at(-1), [value]]),
  )
  const json = (path: string, value: unknown) => ({ path, text: `${JSON.stringify(value, null, 2)}\n` })
  return [
    json('plugin/.claude-plugin/plugin.json', { name, version, description, author, license }),
    json('plugin/.claude-plugin/marketplace.json', {
      name,
      owner: author,
      plugins: [{ name, source: './', description, category: 'productivity' }],
    }),
    json('plugin/hooks/hooks.json', { description: first, hooks }),
    json('plugin/.mcp.json', { mcpServers: { [name]: { command: 'node', args: [launcher, 'mcp'] } } }),
    { path: `plugin/${PLUGIN_LAUNCHER}`, text: pluginLauncher() },
    { path: `plugin/skills/${name}/SKILL.md`, text: agentSkill(commands) },
    { path: `skills/${name}/SKILL.md`, text: agentSkill(commands) },
    json('server.json', {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: mcpName,
      title: name,
      // The directory takes 100 characters.
      description: first.slice(0, 100),
      version,
      packages: [
        {
          registryType: 'npm',
          identifier: name,
          version,
          transport: { type: 'stdio' },
          packageArguments: [{ type: 'positional', value: 'mcp' }],
        },
      ],
    }),
  ]
}

const PLUGIN_LAUNCHER = 'run.cjs'
