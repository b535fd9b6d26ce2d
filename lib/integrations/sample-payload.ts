import type { HookEvent } from './hook-command.ts'

/** A payload as a host would send it, to try a hook with; it changes nothing and asks about nothing. */
export function samplePayload(host: string, event: HookEvent, cwd: string): Readonly<Record<string, unknown>> {
  const base = { session_id: 'pmem-verify', cwd, hook_event_name: event, verify: true }
  if (host === 'cline') return { ...base, workspaceRoots: [cwd], taskId: 'pmem-verify' }
  if (event === 'session-start') return { ...base, source: 'startup' }
  if (event === 'user-prompt') return { ...base, prompt: 'why is it done this way' }
  if (event === 'pre-tool' || event === 'post-tool')
    return { ...base, tool_name: 'Read', tool_input: { file_path: `${cwd}/pmem-verify` } }
  if (event === 'stop') return { ...base, stop_hook_active: true }
  return base
}
