import { hookLine } from './hook-command.ts'
import type { Integration, Piece } from './piece.ts'
import { HASH_COMMENT } from './signed-file.ts'
import { agentsBlock, type HostEvent, hooksOf, launcherFile, skillFile } from './usual-pieces.ts'

const NAME = 'cline'

const EVENTS: readonly HostEvent[] = [
  { event: 'session-start', name: 'TaskStart', seconds: 10 },
  { event: 'session-start', name: 'TaskResume', seconds: 10 },
  { event: 'user-prompt', name: 'UserPromptSubmit', seconds: 5 },
  { event: 'pre-tool', name: 'PreToolUse', seconds: 5 },
  { event: 'post-tool', name: 'PostToolUse', seconds: 5 },
  { event: 'pre-compact', name: 'PreCompact', seconds: 5 },
  { event: 'session-end', name: 'TaskComplete', seconds: 2 },
]

/** Cline runs one file an event, named after it: a script, and its twin on Windows. */
const scripts = ({ event, name }: HostEvent): readonly Piece[] => [
  {
    kind: 'file',
    path: `.clinerules/hooks/${name}`,
    text: `#!/bin/sh\ncommand -v node >/dev/null 2>&1 || exit 0\n${hookLine(event, NAME)}\n`,
    comment: HASH_COMMENT,
    mode: 0o755,
  },
  {
    kind: 'file',
    path: `.clinerules/hooks/${name}.ps1`,
    text: `if (-not (Get-Command node -ErrorAction SilentlyContinue)) { exit 0 }\n$input | ${hookLine(event, NAME)}\n`,
    comment: HASH_COMMENT,
  },
]

export const cline: Integration = {
  name: NAME,
  title: 'Cline',
  signs: ['.clinerules'],
  hooks: hooksOf(NAME, EVENTS),
  pieces: (setting) => [
    ...EVENTS.flatMap(scripts),
    skillFile('.agents/skills', setting, true),
    launcherFile(),
    agentsBlock(setting),
  ],
  notes: () => [
    'Cline keeps MCP servers in its own settings, not in the project: add "pmem": { "command": "pmem", "args": ["mcp"] } to mcpServers there',
  ],
}
