import { hookWords } from './hook-command.ts'
import type { Integration, Piece, Setting } from './piece.ts'
import { agentsBlock, HOOKS_OWNED, type HostEvent, launcherFile, mcpFile, nestedExecHooks, skillFile } from './usual-pieces.ts'

const NAME = 'claude-code'
const PROJECT = 'CLAUDE_PROJECT_DIR'
const EDITS = 'Edit|Write|MultiEdit|NotebookEdit'

export const CLAUDE_EVENTS: readonly HostEvent[] = [
  { event: 'session-start', name: 'SessionStart', matcher: 'startup|resume|clear|compact', seconds: 10 },
  { event: 'user-prompt', name: 'UserPromptSubmit', seconds: 5 },
  { event: 'pre-tool', name: 'PreToolUse', matcher: `${EDITS}|Bash`, seconds: 5 },
  { event: 'post-tool', name: 'PostToolUse', matcher: EDITS, seconds: 5 },
  { event: 'pre-compact', name: 'PreCompact', seconds: 5 },
  { event: 'stop', name: 'Stop', seconds: 5 },
  { event: 'session-end', name: 'SessionEnd', seconds: 2 },
]

export const claudeHooks = nestedExecHooks(NAME, CLAUDE_EVENTS, PROJECT)

export const claudeCode: Integration = {
  name: NAME,
  title: 'Claude Code',
  signs: ['.claude', 'CLAUDE.md', '.mcp.json'],
  hooks: CLAUDE_EVENTS.map(({ event, name }) => ({ event, name, command: hookWords(event, NAME, PROJECT) })),
  pieces: (setting) => [
    { kind: 'json', path: '.claude/settings.json', entries: claudeHooks, owned: HOOKS_OWNED },
    mcpFile('.mcp.json', 'mcpServers'),
    skillFile('.claude/skills', setting),
    launcherFile(),
    agentsBlock(setting),
    ...claudeMd(setting),
  ],
  notes: ({ textOf, options }) => {
    const text = textOf('CLAUDE.md')
    const isTold = text === undefined || READS_AGENTS.test(text) || text === textOf('AGENTS.md')
    return isTold || options.claudeMd
      ? []
      : ['CLAUDE.md is there, so AGENTS.md is not read by itself: add the line @AGENTS.md to it, or run this with --claude-md']
  },
}

const READS_AGENTS = /^@(?:\.\/)?AGENTS\.md[ \t]*$/m

/** One line that reads AGENTS.md: only when asked for, since a CLAUDE.md switches AGENTS.md off. */
const claudeMd = ({ options }: Setting): readonly Piece[] => [
  {
    kind: 'block',
    path: 'CLAUDE.md',
    body: '@AGENTS.md',
    syntax: 'markdown',
    taken: READS_AGENTS,
    ...(options.claudeMd ? {} : { optional: true as const }),
  },
]
