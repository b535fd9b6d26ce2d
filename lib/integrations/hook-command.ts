/** What a coding agent does, as the word behind `pmem hook`. */
export const HOOK_EVENTS = [
  'session-start',
  'user-prompt',
  'pre-tool',
  'post-tool',
  'pre-compact',
  'stop',
  'session-end',
  'post-commit',
] as const
export type HookEvent = (typeof HOOK_EVENTS)[number]

/** Where the launcher lies: committed, so that a hook names no path of one machine. */
export const LAUNCHER_PATH = '.pmem/integrations/run.cjs'
/** The program of this machine, for the launcher; below `local/`, which is not committed. */
export const PROGRAM_PATH = '.pmem/local/program'

/** How a hook is called: a line for a shell, or a program with its words where a host runs it without one. */
export type CommandLine = string | readonly string[]

/** Finds the launcher from any folder of the project, and does nothing where it is gone. `variable` names the project where the host sets it. */
function finder(variable: string | undefined): string {
  const start = variable === undefined ? 'process.cwd()' : `process.env.${variable}||process.cwd()`
  return `for(let p=require('path'),f=require('fs'),d=${start},r,u;;d=u){r=p.join(d,'${LAUNCHER_PATH}');if(f.existsSync(r)){require(r);break}u=p.dirname(d);if(u===d)break}`
}

/** The finder is one quoted word to sh, cmd and PowerShell alike: there is no `$`, no backtick and no double quote in it. */
export const launchLine = (words: string, variable?: string): string => `node -e "${finder(variable)}" ${words}`

export const hookLine = (event: HookEvent, host: string, variable?: string): string =>
  launchLine(`hook ${event} --host ${host}`, variable)

/** The same for hosts that start a program without a shell. */
export const hookWords = (event: HookEvent, host: string, variable?: string): readonly string[] => [
  'node',
  '-e',
  finder(variable),
  'hook',
  event,
  '--host',
  host,
]

const OLDER = new RegExp(`\\bpmem(?:\\.js|\\.cmd)?["']?\\s+hook\\s+(?:${HOOK_EVENTS.join('|')})\\b`)

/** Whether the texts of a hook are recognisably pmem's, in this form or an older one. */
export const isOurCommand = (text: string): boolean => text.includes(LAUNCHER_PATH) || OLDER.test(text)
