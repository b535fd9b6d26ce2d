import { agentsText } from './agents-md.ts'
import { type HookEvent, hookLine, hookWords, isOurCommand, LAUNCHER_PATH } from './hook-command.ts'
import type { JsonEntry, JsonOwnership } from './json-entries.ts'
import type { JsonValue } from './json-tree.ts'
import { LAUNCHER } from './launcher.ts'
import type { InstalledHook, Piece, Setting } from './piece.ts'
import { MARKDOWN, SLASH_COMMENT } from './signed-file.ts'
import { agentSkill } from './skills.ts'

/** The file that nearly every agent reads. */
export const agentsBlock = ({ language }: Setting): Piece => ({
  kind: 'block',
  path: 'AGENTS.md',
  body: agentsText(language),
  syntax: 'markdown',
  shared: true,
})

export const launcherFile = (): Piece => ({
  kind: 'file',
  path: LAUNCHER_PATH,
  text: LAUNCHER,
  comment: SLASH_COMMENT,
  shared: true,
})

/** The skill of pmem in a folder of skills. */
export const skillFile = (folder: string, setting: Setting, shared = false): Piece => ({
  kind: 'file',
  path: `${folder}/pmem/SKILL.md`,
  text: agentSkill(setting.commands),
  comment: MARKDOWN,
  ...(shared ? { shared: true as const } : {}),
})

/** A host's name of an event, with what else its handler says. */
export type HostEvent = { readonly event: HookEvent; readonly name: string; readonly matcher?: string; readonly seconds: number }

export const hooksOf = (host: string, events: readonly HostEvent[], variable?: string): readonly InstalledHook[] =>
  events.map(({ event, name }) => ({ event, name, command: hookLine(event, host, variable) }))

/** Hooks in the nested form that several hosts share; `unit` is how many of the host's time units a second has. */
export const nestedHooks = (host: string, events: readonly HostEvent[], variable?: string, unit = 1): readonly JsonEntry[] =>
  nestedHandlers(events, (event) => ({ command: hookLine(event, host, variable) }), unit)

/** The same, run by the host without a shell. */
export const nestedExecHooks = (host: string, events: readonly HostEvent[], variable?: string): readonly JsonEntry[] =>
  nestedHandlers(events, (event) => {
    const [command = '', ...args] = hookWords(event, host, variable)
    return { command, args }
  })

export const nestedHandlers = (
  events: readonly HostEvent[],
  handler: (event: HookEvent) => Readonly<Record<string, JsonValue>>,
  unit = 1,
): readonly JsonEntry[] =>
  events.map(({ event, name, matcher, seconds }) => ({
    path: ['hooks', name],
    value: {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: 'command', ...handler(event), timeout: seconds * unit }],
    },
  }))

/** Hooks in the flat form: the handlers of an event in a list. */
export const flatHooks = (
  events: readonly HostEvent[],
  handler: (event: HostEvent) => Readonly<Record<string, JsonValue>>,
): readonly JsonEntry[] =>
  events.map((event) => ({
    path: ['hooks', event.name],
    value: { ...handler(event), ...(event.matcher === undefined ? {} : { matcher: event.matcher }) },
  }))

export const HOOKS_OWNED: JsonOwnership = { hooks: [['hooks']], members: [], isOurs: isOurCommand }

/** The entry of the MCP server in a map of servers. */
export const mcpEntry = (
  under: string,
  value: Readonly<Record<string, JsonValue>> = { command: 'pmem', args: ['mcp'] },
): JsonEntry => ({ path: [under], key: 'pmem', value })

export const mcpOwned = (under: string): JsonOwnership => ({ hooks: [], members: [[under, 'pmem']], isOurs: isOurCommand })

/** A file that holds nothing but servers. */
export const mcpFile = (path: string, under: string, value?: Readonly<Record<string, JsonValue>>): Piece => ({
  kind: 'json',
  path,
  entries: [mcpEntry(under, value)],
  owned: mcpOwned(under),
})
