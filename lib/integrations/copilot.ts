import { hookLine } from './hook-command.ts'
import type { Integration } from './piece.ts'
import { agentsBlock, flatHooks, HOOKS_OWNED, type HostEvent, hooksOf, launcherFile, mcpFile, skillFile } from './usual-pieces.ts'

const NAME = 'copilot'

const EVENTS: readonly HostEvent[] = [
  { event: 'session-start', name: 'sessionStart', seconds: 10 },
  { event: 'user-prompt', name: 'userPromptSubmitted', seconds: 5 },
  { event: 'pre-tool', name: 'preToolUse', seconds: 5 },
  { event: 'post-tool', name: 'postToolUse', seconds: 5 },
  { event: 'pre-compact', name: 'preCompact', seconds: 5 },
  { event: 'session-end', name: 'sessionEnd', seconds: 2 },
]

export const copilot: Integration = {
  name: NAME,
  title: 'GitHub Copilot',
  signs: ['.github/copilot-instructions.md', '.github/hooks', '.github/instructions', '.vscode/mcp.json'],
  hooks: hooksOf(NAME, EVENTS),
  pieces: (setting) => [
    {
      kind: 'json',
      path: '.github/hooks/pmem.json',
      entries: flatHooks(EVENTS, ({ event, seconds }) => ({
        type: 'command',
        bash: hookLine(event, NAME),
        powershell: hookLine(event, NAME),
        timeoutSec: seconds,
      })),
      owned: HOOKS_OWNED,
      scaffold: { version: 1 },
    },
    mcpFile('.vscode/mcp.json', 'servers', { type: 'stdio', command: 'pmem', args: ['mcp'] }),
    skillFile('.github/skills', setting),
    launcherFile(),
    agentsBlock(setting),
  ],
  notes: () => [],
}
