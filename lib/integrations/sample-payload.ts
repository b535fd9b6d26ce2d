import type { InstalledHook } from './piece.ts'

const SESSION = 'pmem-verify'
const PROMPT = 'why is it done this way'

/** A payload as a host sends it, to try a hook with: `verify` marks it as a trial, which keeps nothing. Source: the documents of each host. */
export function samplePayload(host: string, { event, name }: InstalledHook, cwd: string): Readonly<Record<string, unknown>> {
  const file = `${cwd}/pmem-verify`
  if (host === 'cline') {
    const tool = { toolName: 'read_file', parameters: { path: file } }
    return {
      hookName: name,
      taskId: SESSION,
      workspaceRoots: [cwd],
      verify: true,
      ...(event === 'user-prompt' ? { userPromptSubmit: { prompt: PROMPT } } : {}),
      ...(event === 'pre-tool' ? { preToolUse: tool } : event === 'post-tool' ? { postToolUse: tool } : {}),
    }
  }
  if (name === 'post_write_code')
    return { agent_action_name: name, trajectory_id: SESSION, tool_info: { cwd, file_path: file }, verify: true }
  const isTool = event === 'pre-tool' || event === 'post-tool'
  const more = {
    ...(event === 'session-start' ? { source: 'startup' } : {}),
    ...(event === 'user-prompt' ? { prompt: PROMPT } : {}),
    ...(event === 'stop' ? { stop_hook_active: true } : {}),
  }
  if (host === 'copilot')
    return { sessionId: SESSION, cwd, verify: true, ...more, ...(isTool ? { toolName: 'view', toolArgs: { path: file } } : {}) }
  const tool = isTool ? { tool_name: 'Read', tool_input: { file_path: file } } : {}
  return { session_id: SESSION, cwd, hook_event_name: name, verify: true, ...more, ...tool }
}
