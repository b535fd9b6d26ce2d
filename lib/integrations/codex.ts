import type { Integration } from './piece.ts'
import { agentsBlock, HOOKS_OWNED, type HostEvent, hooksOf, launcherFile, nestedHooks, skillFile } from './usual-pieces.ts'

const NAME = 'codex'
const EDITS = 'apply_patch|Edit|Write'

const EVENTS: readonly HostEvent[] = [
  { event: 'session-start', name: 'SessionStart', seconds: 10 },
  { event: 'user-prompt', name: 'UserPromptSubmit', seconds: 5 },
  { event: 'pre-tool', name: 'PreToolUse', matcher: `${EDITS}|Bash`, seconds: 5 },
  { event: 'post-tool', name: 'PostToolUse', matcher: EDITS, seconds: 5 },
  { event: 'pre-compact', name: 'PreCompact', seconds: 5 },
  { event: 'stop', name: 'Stop', seconds: 5 },
  { event: 'session-end', name: 'SessionEnd', seconds: 2 },
]

export const codex: Integration = {
  name: NAME,
  title: 'Codex',
  signs: ['.codex'],
  hooks: hooksOf(NAME, EVENTS),
  pieces: (setting) => [
    { kind: 'json', path: '.codex/hooks.json', entries: nestedHooks(NAME, EVENTS), owned: HOOKS_OWNED },
    {
      kind: 'block',
      path: '.codex/config.toml',
      body: '[mcp_servers.pmem]\ncommand = "pmem"\nargs = ["mcp"]',
      syntax: 'hash',
      taken: /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*"?pmem"?[ \t]*\]/m,
    },
    skillFile('.agents/skills', setting, true),
    launcherFile(),
    agentsBlock(setting),
  ],
  notes: () => ['Codex runs the hooks of a project only after you have reviewed and trusted them there'],
}
