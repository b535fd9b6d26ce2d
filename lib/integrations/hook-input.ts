import { isRecord } from '../text/json.ts'
import type { HookEvent } from './hook-command.ts'
import type { Dialect, Payload } from './hook-dialect.ts'
import { type ToolCall, toolCall } from './tool-call.ts'

/** What pmem reads of a payload, whoever sent it. A text is '' where the payload has none. */
export type HookInput = {
  /** What the host calls the event. */
  readonly name: string
  readonly session: string
  /** The folder that the agent works in, as the host writes it. */
  readonly cwd: string
  readonly prompt: string
  /** Why a session starts: startup, resume, clear, compact ... */
  readonly source: string
  readonly call: ToolCall
  /** The agent goes on because a hook like this one asked for it. */
  readonly stopActive: boolean
  /** Sent to try the hook: nothing is to be kept of it. */
  readonly isTrial: boolean
}

/** Reads a payload in the words of its host. Total: whatever is missing or of another kind counts as not there. */
export function readHookInput(payload: Payload, event: HookEvent, { events, fields }: Dialect): HookInput {
  const found = (paths: readonly string[]): unknown => {
    for (const path of paths) {
      const value = at(payload, path)
      if (value !== undefined && value !== null) return value
    }
    return undefined
  }
  const textOf = (paths: readonly string[]): string => {
    const value = found(paths)
    return typeof value === 'string' ? value : ''
  }
  const names = events[event] ?? []
  const said = textOf(fields.name)
  return {
    name: names.includes(said) ? said : (names[0] ?? ''),
    session: textOf(fields.session),
    cwd: textOf(fields.cwd),
    prompt: textOf(fields.prompt),
    source: said === 'TaskResume' ? 'resume' : textOf(fields.source),
    call: toolCall(textOf(fields.tool), found(fields.input)),
    stopActive: found(fields.stopActive) === true,
    isTrial: payload['verify'] === true,
  }
}

function at(payload: Payload, path: string): unknown {
  let value: unknown = payload
  for (const key of path === '' ? [] : path.split('.')) {
    if (Array.isArray(value)) value = value[Number(key)]
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[key]
    else return undefined
  }
  return value
}
