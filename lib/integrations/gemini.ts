import { agentsText } from './agents-md.ts'
import type { Integration } from './piece.ts'
import {
  agentsBlock,
  HOOKS_OWNED,
  type HostEvent,
  hooksOf,
  launcherFile,
  mcpEntry,
  nestedHooks,
  skillFile,
} from './usual-pieces.ts'

const NAME = 'gemini'
const PROJECT = 'GEMINI_PROJECT_DIR'
const EDITS = 'write_file|replace'

const EVENTS: readonly HostEvent[] = [
  { event: 'session-start', name: 'SessionStart', seconds: 10 },
  { event: 'user-prompt', name: 'BeforeAgent', seconds: 5 },
  { event: 'pre-tool', name: 'BeforeTool', matcher: `${EDITS}|run_shell_command`, seconds: 5 },
  { event: 'post-tool', name: 'AfterTool', matcher: `${EDITS}|run_shell_command`, seconds: 5 },
  { event: 'pre-compact', name: 'PreCompress', seconds: 5 },
  { event: 'stop', name: 'AfterAgent', seconds: 5 },
  { event: 'session-end', name: 'SessionEnd', seconds: 2 },
]

export const gemini: Integration = {
  name: NAME,
  title: 'Gemini CLI',
  signs: ['.gemini', 'GEMINI.md'],
  hooks: hooksOf(NAME, EVENTS, PROJECT),
  pieces: (setting) => [
    {
      kind: 'json',
      path: '.gemini/settings.json',
      // Gemini CLI counts in milliseconds.
      entries: [...nestedHooks(NAME, EVENTS, PROJECT, 1_000), mcpEntry('mcpServers')],
      owned: { ...HOOKS_OWNED, members: [['mcpServers', 'pmem']] },
    },
    agentsBlock(setting),
    { kind: 'block', path: 'GEMINI.md', body: agentsText(setting.language), syntax: 'markdown', needsFile: true },
    skillFile('.agents/skills', setting, true),
    launcherFile(),
  ],
  notes: ({ exists, textOf }) =>
    exists('GEMINI.md') || textOf('.gemini/settings.json')?.includes('AGENTS.md') === true
      ? []
      : [
          'Gemini CLI reads AGENTS.md only where context.fileName in .gemini/settings.json names it: "context": { "fileName": ["AGENTS.md"] }',
        ],
}
