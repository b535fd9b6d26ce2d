import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from '../folder.ts'
import { type Json, world } from '../world.ts'

/** Answers as a hook would, with what it was asked. */
const LAUNCHER = `const input = JSON.parse(require('fs').readFileSync(0, 'utf8'))
if (input.prompt === 'break') process.exit(1)
const event = process.argv[3]
process.stdout.write(input.prompt === 'ok' ? '' : JSON.stringify({ context: [event, input.session_id, input.prompt || input.source || input.tool_name].join(' ') }))
`

const plugin = async (files: Readonly<Record<string, string>>): Promise<Json> => {
  const w = world()
  w.run('integration', 'install', 'opencode')
  const root = folder({ 'pmem.mjs': w.text('.opencode/plugins/pmem.js') as string, ...files })
  const { PmemPlugin } = (await import(pathToFileURL(join(root, 'pmem.mjs')).href)) as Json
  return PmemPlugin({ directory: root, worktree: root })
}
const say = (text: string): readonly [Json, Json] => [{ sessionID: 's' }, { parts: [{ type: 'file' }, { type: 'text', text }] }]

const spec = suite('integrations/opencode')
spec(
  'the plugin asks the hooks and hands over what they say: at the start, for a prompt, after a tool, for a compaction',
  async () => {
    const hooks = await plugin({ '.pmem/integrations/run.cjs': LAUNCHER })
    await hooks['chat.message'](...say('why'))
    const system = { system: ['mine'] }
    await hooks['experimental.chat.system.transform']({ sessionID: 's' }, system)
    assert.equal(system.system, ['mine', 'session-start s startup', 'user-prompt s why'])
    await hooks['chat.message'](...say('ok'))
    const later = { system: [] }
    await hooks['experimental.chat.system.transform']({ sessionID: 's' }, later)
    assert.equal(later.system, ['session-start s startup'])
    const output = { output: 'done' }
    await hooks['tool.execute.after']({ tool: 'edit', sessionID: 's', args: {} }, output)
    assert.is(output.output, 'done\n\npost-tool s edit')
    const context = { context: [] }
    await hooks['experimental.session.compacting']({ sessionID: 's' }, context)
    assert.equal(context.context, ['session-start s compact'])
  },
)
spec('it does nothing where a hook fails or pmem is gone', async () => {
  const hooks = await plugin({ '.pmem/integrations/run.cjs': LAUNCHER.replace("'break'", 'input.prompt') })
  const bare = await plugin({})
  for (const one of [hooks, bare]) {
    await one['chat.message'](...say('break'))
    const output = { output: 'done' }
    if (one === bare) await one['tool.execute.after']({ tool: 'edit', sessionID: 's', args: {} }, output)
    assert.is(output.output, 'done')
  }
  const system = { system: [] }
  await bare['experimental.chat.system.transform']({ sessionID: 's' }, system)
  assert.equal(system.system, [])
})
spec.run()
