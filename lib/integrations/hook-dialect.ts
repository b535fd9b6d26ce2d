import type { HookEvent } from './hook-command.ts'

/** Whose hooks pmem speaks; `devin` is what became of Windsurf. */
export const HOOK_HOSTS = [
  'claude-code',
  'codex',
  'cursor',
  'gemini',
  'copilot',
  'windsurf',
  'devin',
  'cline',
  'opencode',
  'git',
] as const
export type HookHost = (typeof HOOK_HOSTS)[number]
export type Payload = Readonly<Record<string, unknown>>

/** A text as a host takes it back for an event that it calls `name`. */
type Answer = (text: string, name: string) => Payload

/** How one host speaks. */
export type Dialect = {
  /** What it calls the events that it has; an event may have several names. */
  readonly events: Readonly<Partial<Record<HookEvent, readonly string[]>>>
  /** Where its payload holds what pmem reads: keys joined by dots, of several the first that is there. '' is the payload itself. */
  readonly fields: Readonly<Record<Field, readonly string[]>>
  /** How the agent is told something. An event that is not here takes nothing: what pmem knows then is kept for one that does. */
  readonly tells: Readonly<Partial<Record<HookEvent, Answer>>>
  /** How the person is told something, where the host can. */
  readonly warns?: Answer
}
type Field = 'name' | 'session' | 'cwd' | 'prompt' | 'source' | 'tool' | 'input' | 'stopActive'

const specific: Answer = (text, name) => ({ hookSpecificOutput: { hookEventName: name, additionalContext: text } })
const field =
  (key: string): Answer =>
  (text) => ({ [key]: text })
const inCline: Answer = (text) => ({ cancel: false, contextModification: text, errorMessage: '' })

const CLAUDE: Dialect = {
  events: {
    'session-start': ['SessionStart'],
    'user-prompt': ['UserPromptSubmit'],
    'pre-tool': ['PreToolUse'],
    'post-tool': ['PostToolUse'],
    'pre-compact': ['PreCompact'],
    stop: ['Stop'],
    'session-end': ['SessionEnd'],
  },
  fields: {
    name: ['hook_event_name'],
    session: ['session_id'],
    cwd: ['cwd'],
    prompt: ['prompt'],
    source: ['source'],
    tool: ['tool_name'],
    input: ['tool_input'],
    stopActive: ['stop_hook_active'],
  },
  tells: { 'session-start': specific, 'user-prompt': specific, 'pre-tool': specific, stop: specific },
  warns: field('systemMessage'),
}

/** The schema of its answers is closed, and that of Stop has no field for the agent. */
const CODEX: Dialect = {
  ...CLAUDE,
  tells: { 'session-start': specific, 'user-prompt': specific, 'pre-tool': specific },
}

/** A prompt takes nothing back here, and an answer before a tool decides whether it may run. */
const CURSOR: Dialect = {
  events: {
    'session-start': ['sessionStart'],
    'user-prompt': ['beforeSubmitPrompt'],
    'pre-tool': ['preToolUse'],
    'post-tool': ['postToolUse', 'afterFileEdit'],
    'pre-compact': ['preCompact'],
    stop: ['stop'],
    'session-end': ['sessionEnd'],
  },
  fields: {
    ...CLAUDE.fields,
    session: ['conversation_id', 'session_id'],
    cwd: ['cwd', 'workspace_roots.0'],
    input: ['tool_input', ''],
  },
  tells: { 'session-start': field('additional_context'), 'post-tool': field('additional_context') },
}

const GEMINI: Dialect = {
  events: {
    'session-start': ['SessionStart'],
    'user-prompt': ['BeforeAgent'],
    'pre-tool': ['BeforeTool'],
    'post-tool': ['AfterTool'],
    'pre-compact': ['PreCompress'],
    stop: ['AfterAgent'],
    'session-end': ['SessionEnd'],
  },
  fields: CLAUDE.fields,
  tells: { 'session-start': specific, 'user-prompt': specific, 'post-tool': specific },
  warns: field('systemMessage'),
}

const COPILOT: Dialect = {
  events: {
    'session-start': ['sessionStart'],
    'user-prompt': ['userPromptSubmitted'],
    'pre-tool': ['preToolUse'],
    'post-tool': ['postToolUse'],
    'pre-compact': ['preCompact'],
    stop: ['agentStop'],
    'session-end': ['sessionEnd'],
  },
  fields: { ...CLAUDE.fields, session: ['sessionId'], tool: ['toolName'], input: ['toolArgs'] },
  tells: { 'session-start': field('additionalContext'), 'post-tool': field('additionalContext') },
}

/** Windsurf's own agent only tells what it does. */
const CASCADE: Dialect = {
  events: {
    'user-prompt': ['pre_user_prompt'],
    'pre-tool': ['pre_write_code', 'pre_run_command'],
    'post-tool': ['post_write_code', 'post_run_command'],
  },
  fields: {
    ...CLAUDE.fields,
    name: ['agent_action_name'],
    session: ['trajectory_id'],
    cwd: ['tool_info.cwd'],
    prompt: ['tool_info.user_prompt'],
    tool: ['agent_action_name'],
    input: ['tool_info'],
  },
  tells: {},
}

const CLINE: Dialect = {
  events: {
    'session-start': ['TaskStart', 'TaskResume'],
    'user-prompt': ['UserPromptSubmit'],
    'pre-tool': ['PreToolUse'],
    'post-tool': ['PostToolUse'],
    'pre-compact': ['PreCompact'],
    'session-end': ['TaskComplete', 'TaskCancel'],
  },
  fields: {
    ...CLAUDE.fields,
    name: ['hookName'],
    session: ['taskId'],
    cwd: ['workspaceRoots.0'],
    prompt: ['userPromptSubmit.prompt'],
    tool: ['preToolUse.toolName', 'postToolUse.toolName'],
    input: ['preToolUse.parameters', 'postToolUse.parameters'],
  },
  tells: { 'session-start': inCline, 'user-prompt': inCline, 'pre-tool': inCline },
}

/** What pmem's own plugin there sends and understands. */
const OPENCODE: Dialect = {
  ...CLAUDE,
  tells: { 'session-start': field('context'), 'user-prompt': field('context'), 'post-tool': field('context') },
}

const GIT: Dialect = { ...CLAUDE, events: { 'post-commit': ['post-commit'] }, tells: {} }

/** The dialect of a payload. VS Code runs the hooks of Copilot with payloads like Claude's. */
export function dialectOf(host: HookHost, payload: Payload): Dialect {
  switch (host) {
    case 'claude-code':
      return CLAUDE
    case 'codex':
      return CODEX
    case 'cursor':
      return CURSOR
    case 'gemini':
      return GEMINI
    case 'copilot':
      return 'hook_event_name' in payload ? CLAUDE : COPILOT
    case 'windsurf':
    case 'devin':
      return 'agent_action_name' in payload ? CASCADE : CLAUDE
    case 'cline':
      return CLINE
    case 'opencode':
      return OPENCODE
    case 'git':
      return GIT
  }
}

/** Tells the host by what only its payloads have; Claude Code, whose form most others took over, where nothing speaks against it. */
export function hostOf(payload: Payload): HookHost {
  const name = payload['hook_event_name']
  if ('agent_action_name' in payload) return 'windsurf'
  if ('hookName' in payload || 'clineVersion' in payload) return 'cline'
  if ('conversation_id' in payload || 'cursor_version' in payload) return 'cursor'
  if (typeof name === 'string' && OF_GEMINI.has(name)) return 'gemini'
  if ('sessionId' in payload && name === undefined) return 'copilot'
  return 'turn_id' in payload ? 'codex' : 'claude-code'
}
const OF_GEMINI: ReadonlySet<string> = new Set(['BeforeAgent', 'AfterAgent', 'BeforeTool', 'AfterTool', 'PreCompress'])
