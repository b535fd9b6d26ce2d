import { HOOK_EVENTS, type HookEvent } from '../integrations/hook-command.ts'
import { type Dialect, dialectOf, HOOK_HOSTS, type HookHost, hostOf, type Payload } from '../integrations/hook-dialect.ts'
import { type HookInput, readHookInput } from '../integrations/hook-input.ts'
import { PmemError } from '../model/error.ts'
import type { Outcome } from '../model/outcome.ts'
import { timedHost } from '../store/deadline.ts'
import { openQuick } from '../store/open-quick.ts'
import { STORE } from '../store/project.ts'
import { isRecord, parseJson } from '../text/json.ts'
import { command, READ_FLAGS } from './command.ts'
import type { Context } from './context.ts'
import { afterCommit } from './hook-commit.ts'
import { prompted } from './hook-prompt.ts'
import type { Asking, Said } from './hook-said.ts'
import { beforeCompaction, endOfSession, startOfSession } from './hook-session.ts'
import { stopping } from './hook-stop.ts'
import { afterTool, beforeTool } from './hook-tool.ts'

/** A payload that has not come by then does not come. */
const STDIN_MS = 1_000
/** Each event has so long, less than any host that pmem is installed for waits; a session is over in Claude Code after 1.5 s. */
const DEADLINE_MS: Readonly<Record<HookEvent, number>> = {
  'session-start': 8_000,
  'user-prompt': 3_500,
  'pre-tool': 3_500,
  'post-tool': 3_500,
  'pre-compact': 3_500,
  stop: 1_500,
  'session-end': 1_000,
  'post-commit': 8_000,
}

const ANSWERS: Readonly<Record<HookEvent, (asking: Asking) => Said>> = {
  'session-start': startOfSession,
  'user-prompt': prompted,
  'pre-tool': beforeTool,
  'post-tool': afterTool,
  'pre-compact': beforeCompaction,
  stop: stopping,
  'session-end': endOfSession,
  'post-commit': afterCommit,
}

export const hook = command({
  name: 'hook',
  summary: 'Answer an event of a coding agent: reads its JSON on standard input and prints its JSON, or nothing',
  operands: { kind: 'words', names: ['event'] },
  flags: {
    host: { kind: 'choice', choices: HOOK_HOSTS, doc: 'Whose event it is; without it the payload tells' },
    ...READ_FLAGS,
  },
  formats: ['compact', 'json'],
  examples: ['pmem hook user-prompt --host claude-code < payload.json', 'pmem hook session-start < payload.json'],
  failsOpen: true,
  exits: `always 0: whatever goes wrong is one line on stderr. Events: ${HOOK_EVENTS.join(', ')}`,
  run(context, [name = ''], { host: given }): Outcome {
    const event = HOOK_EVENTS.find((one) => one === name)
    if (event === undefined) throw new PmemError('USAGE', `hook knows no such event; it knows ${HOOK_EVENTS.join(', ')}`)
    const until = context.host.now() + DEADLINE_MS[event]
    const payload = payloadOf(context, event)
    const host = (given as HookHost | undefined) ?? hostOf(payload)
    const dialect = dialectOf(host, payload)
    const input = readHookInput(payload, event, dialect)
    const said = ANSWERS[event]({ context: placed(context, input, until), input, dialect })
    if (said.note !== undefined) context.note(said.note)
    const output = answerOf(said, event, input, dialect)
    return {
      kind: 'hook',
      exit: 0,
      data: { event, host, output },
      ...(said.keep === undefined || input.isTrial ? {} : { printed: said.keep }),
    }
  },
})

/** Git sends nothing; every other host sends an object. What it holds is not repeated in an error: it may be secret. */
function payloadOf({ host }: Context, event: HookEvent): Payload {
  if (event === 'post-commit') return {}
  const text = host.stdinWithin(STDIN_MS)
  if (text.trim() === '') throw new PmemError('USAGE', `hook ${event}: nothing came on standard input`)
  const payload = parseJson(text.replace(/^\ufeff/, ''))
  if (!isRecord(payload)) throw new PmemError('USAGE', `hook ${event}: what came on standard input is no JSON object`)
  return payload
}

/**
 * The project of the session, within the time of the event. It is the one that is named, else that of the folder the payload names, else
 * that of the variable which hosts set, else that of the folder the process was started in.
 */
function placed(context: Context, { cwd }: HookInput, until: number): Context {
  const { host } = context
  const isNamed = context.cwd !== undefined || (host.env('PMEM_ROOT') ?? '') !== ''
  const folders = isNamed ? [] : [cwd, host.env('CLAUDE_PROJECT_DIR') ?? ''].filter((folder) => isInProject(context, folder))
  return context.elsewhere({ host: timedHost(host, until), folder: context.cwd ?? folders[0], openWith: openQuick })
}

function isInProject({ host }: Context, folder: string): boolean {
  if (folder === '') return false
  for (let at: string | undefined = host.resolve(host.cwd, folder); at !== undefined; at = host.parent(at))
    if (host.isFolder(host.resolve(at, STORE))) return host.isFolder(host.resolve(host.cwd, folder))
  return false
}

function answerOf({ text, warning }: Said, event: HookEvent, { name }: HookInput, { tells, warns }: Dialect): Payload | null {
  const tell = tells[event]
  if (text !== undefined && tell !== undefined) return tell(text, name)
  const toPerson = warning ?? text
  return toPerson !== undefined && warns !== undefined && event === 'stop' ? warns(toPerson, name) : null
}
