import { hookLine } from './hook-command.ts'
import type { Integration } from './piece.ts'
import {
  agentsBlock,
  flatHooks,
  HOOKS_OWNED,
  type HostEvent,
  hooksOf,
  launcherFile,
  mcpFile,
  nestedHooks,
  skillFile,
} from './usual-pieces.ts'

const NAME = 'windsurf'

/** Devin's local agent. Cascade below takes no context back: it only tells of what was written. */
const EVENTS: readonly HostEvent[] = [
  { event: 'session-start', name: 'SessionStart', seconds: 10 },
  { event: 'user-prompt', name: 'UserPromptSubmit', seconds: 5 },
  { event: 'pre-tool', name: 'PreToolUse', seconds: 5 },
  { event: 'post-tool', name: 'PostToolUse', seconds: 5 },
  { event: 'stop', name: 'Stop', seconds: 5 },
  { event: 'session-end', name: 'SessionEnd', seconds: 2 },
]
const CASCADE: readonly HostEvent[] = [{ event: 'post-tool', name: 'post_write_code', seconds: 5 }]

export const windsurf: Integration = {
  name: NAME,
  title: 'Windsurf and Devin',
  signs: ['.windsurf', '.windsurfrules', '.devin'],
  hooks: hooksOf(NAME, [...EVENTS, ...CASCADE]),
  pieces: (setting) => [
    { kind: 'json', path: '.devin/hooks.v1.json', entries: nestedHooks(NAME, EVENTS), owned: HOOKS_OWNED },
    {
      kind: 'json',
      path: '.windsurf/hooks.json',
      entries: flatHooks(CASCADE, ({ event }) => ({ command: hookLine(event, NAME), show_output: false })),
      owned: HOOKS_OWNED,
    },
    mcpFile('.devin/mcp_config.json', 'mcpServers'),
    skillFile('.agents/skills', setting, true),
    launcherFile(),
    agentsBlock(setting),
  ],
  notes: () => [],
}
