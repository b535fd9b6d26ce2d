import { claudeCode } from './claude-code.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { git } from './git.ts'
import { opencode } from './opencode.ts'
import type { Integration } from './piece.ts'
import { agentsBlock } from './usual-pieces.ts'
import { windsurf } from './windsurf.ts'

/** The block that init writes too. */
export const agentsMd: Integration = {
  name: 'agents-md',
  title: 'AGENTS.md',
  signs: ['AGENTS.md'],
  hooks: [],
  pieces: (setting) => [agentsBlock(setting)],
  notes: () => [],
}

/** Every agent that pmem knows, in the order it is listed. */
export const INTEGRATIONS: readonly Integration[] = [
  agentsMd,
  claudeCode,
  cursor,
  codex,
  gemini,
  copilot,
  windsurf,
  cline,
  opencode,
  git,
]
