import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from '../folder.ts'
import { SELF, SELF_ARGS } from '../self.ts'
import { card, type Json, MANIFEST } from '../world.ts'
import { builtProgram } from './built.ts'

const README = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
const section = /^## For hosts of MCP\n([\s\S]*?)^## /m.exec(README)?.[1] ?? ''
const blocks = (language: string): readonly string[] =>
  [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!)

/** The command line of the entry named pmem, wherever the host keeps it. */
const commandIn = (config: Json): readonly string[] => {
  const { command, args = [] } = (config.mcpServers ?? config.servers ?? config.mcp).pmem
  return [command, args].flat()
}
/** The few lines of TOML there are: a table, and values that are JSON too. */
const tomlOf = (text: string): Json =>
  Object.fromEntries([...text.matchAll(/^(\w+) = (.+)$/gm)].map(([, key, value]) => [key, JSON.parse(value!)]))

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'host', version: '1' } },
}

const spec = suite('process: mcp in hosts')
spec('every entry that the README shows for a host starts the server', () => {
  const [program, root] = [builtProgram(), folder({ '.pmem/manifest.yml': MANIFEST, ...card('module.auth', 'title: Authority') })]
  const lines = [
    ...blocks('json').map((text) => commandIn(JSON.parse(text))),
    ...blocks('toml').map((text) => {
      assert.match(text, /^\[mcp_servers\.pmem\]$/m)
      return commandIn({ servers: { pmem: tomlOf(text) } })
    }),
  ]
  assert.is(lines.length, 4)
  for (const line of lines) {
    // What npx would fetch is what has just been built.
    assert.equal(line.slice(0, 3), ['npx', '-y', 'pmem'])
    const { status, stdout } = spawnSync(SELF, [...SELF_ARGS, program, ...line.slice(3)], {
      cwd: root,
      input: `${JSON.stringify(INITIALIZE)}\n`,
      encoding: 'utf8',
    })
    assert.equal([status, JSON.parse(stdout).result.serverInfo.name], [0, 'pmem'])
  }
})
spec.run()
