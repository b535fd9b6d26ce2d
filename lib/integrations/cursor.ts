import { hookLine } from './hook-command.ts'
import type { Integration } from './piece.ts'
import { agentsBlock, flatHooks, HOOKS_OWNED, type HostEvent, hooksOf, launcherFile, mcpFile, skillFile } from './usual-pieces.ts'

const NAME = 'cursor'
const PROJECT = 'CURSOR_PROJECT_DIR'

/** A prompt takes no context back there, and an answer before a tool would decide whether it may run: what is to be said comes after it. */
const EVENTS: readonly HostEvent[] = [
  { event: 'session-start', name: 'sessionStart', seconds: 10 },
  { event: 'post-tool', name: 'postToolUse', matcher: 'Write|Edit|Delete|Shell', seconds: 5 },
  { event: 'pre-compact', name: 'preCompact', seconds: 5 },
  { event: 'session-end', name: 'sessionEnd', seconds: 2 },
]

export const cursor: Integration = {
  name: NAME,
  title: 'Cursor',
  signs: ['.cursor', '.cursorrules'],
  hooks: hooksOf(NAME, EVENTS, PROJECT),
  pieces: (setting) => [
    {
      kind: 'json',
      path: '.cursor/hooks.json',
      entries: flatHooks(EVENTS, ({ event, seconds }) => ({ command: hookLine(event, NAME, PROJECT), timeout: seconds })),
      owned: HOOKS_OWNED,
      scaffold: { version: 1 },
    },
    mcpFile('.cursor/mcp.json', 'mcpServers'),
    skillFile('.cursor/skills', setting),
    launcherFile(),
    agentsBlock(setting),
  ],
  notes: () => [],
}
