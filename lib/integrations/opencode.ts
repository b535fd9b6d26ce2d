import { LAUNCHER_PATH } from './hook-command.ts'
import type { Integration } from './piece.ts'
import { SLASH_COMMENT } from './signed-file.ts'
import { agentsBlock, launcherFile, mcpFile, skillFile } from './usual-pieces.ts'

const NAME = 'opencode'

/** A plugin that asks the same hooks: what they say is added to the system prompt of the session and to what a compaction keeps. */
const PLUGIN = `// Gives the project memory of pmem to OpenCode. Without pmem it does nothing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const PmemPlugin = async ({ directory, worktree }) => {
  const root = worktree && worktree !== '/' ? worktree : directory
  const launcher = join(root, '${LAUNCHER_PATH}')
  const sessions = new Map()
  const ask = (event, input) => {
    if (!existsSync(launcher)) return ''
    const payload = JSON.stringify({ cwd: directory, ...input })
    const { status, stdout } = spawnSync('node', [launcher, 'hook', event, '--host', '${NAME}'], {
      cwd: root,
      input: payload,
      encoding: 'utf8',
      timeout: 10000,
    })
    if (status !== 0 || !stdout) return ''
    try {
      return JSON.parse(stdout).context || ''
    } catch {
      return ''
    }
  }
  const said = (session) => {
    if (!sessions.has(session)) sessions.set(session, { start: ask('session-start', { session_id: session, source: 'startup' }), last: '' })
    return sessions.get(session)
  }
  return {
    'chat.message': async ({ sessionID }, { parts }) => {
      const prompt = parts.filter((part) => part.type === 'text').map((part) => part.text).join('\\n')
      said(sessionID).last = ask('user-prompt', { session_id: sessionID, prompt })
    },
    'experimental.chat.system.transform': async ({ sessionID }, output) => {
      if (!sessionID) return
      const { start, last } = said(sessionID)
      for (const text of [start, last]) if (text) output.system.push(text)
    },
    'tool.execute.after': async ({ tool, sessionID, args }, output) => {
      const text = ask('post-tool', { session_id: sessionID, tool_name: tool, tool_input: args || {} })
      if (text && typeof output.output === 'string') output.output += '\\n\\n' + text
    },
    'experimental.session.compacting': async ({ sessionID }, output) => {
      ask('pre-compact', { session_id: sessionID })
      const text = ask('session-start', { session_id: sessionID, source: 'compact' })
      if (text) output.context.push(text)
    },
  }
}
`

export const opencode: Integration = {
  name: NAME,
  title: 'OpenCode',
  signs: ['opencode.json', 'opencode.jsonc', '.opencode'],
  hooks: (['session-start', 'user-prompt', 'post-tool', 'pre-compact'] as const).map((event) => ({
    event,
    name: event,
    command: ['node', LAUNCHER_PATH, 'hook', event, '--host', NAME],
  })),
  pieces: (setting) => [
    mcpFile(setting.exists('opencode.jsonc') ? 'opencode.jsonc' : 'opencode.json', 'mcp', {
      type: 'local',
      command: ['pmem', 'mcp'],
      enabled: true,
    }),
    { kind: 'file', path: '.opencode/plugins/pmem.js', text: PLUGIN, comment: SLASH_COMMENT },
    skillFile('.agents/skills', setting, true),
    launcherFile(),
    agentsBlock(setting),
  ],
  notes: () => [],
}
