import { runFacts } from '../lib/cli/facts.ts'
import { runFull } from '../lib/cli/full.ts'
import { runHooks } from '../lib/cli/hooks.ts'
import { runHot } from '../lib/cli/hot.ts'
import { type MemoryHost, type MemoryOptions, memoryHost } from '../lib/host/memory.ts'

/** What a command line did. */
export type Ran = {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** The one JSON document on stdout; throws when there is none. */
  readonly json: Json
}
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into by hand; a wrong name fails the case that uses it
export type Json = any

/** A project in memory, `/project`, and the ways to use and change it. */
export type World = {
  readonly host: MemoryHost
  /** Runs a command line to its end. */
  run(...argv: readonly string[]): Ran
  /** The same with the small program of the reading commands; undefined where it hands over. */
  runHot(...argv: readonly string[]): Ran | undefined
  /** Writes a file as an editor does; null removes it. */
  edit(path: string, text: string | Uint8Array | null): void
  text(path: string): string | undefined
  /** Lets time pass, in days. */
  wait(days: number): void
  /** Another process on the same machine. */
  second(options?: MemoryOptions): World
}

export const DAY_MS = 86_400_000
export const MANIFEST = 'version: 1\nproject:\n  name: sample\n'

/** A project with a plain manifest and these files: `world({ ...card('module.auth', 'title: Auth') })`. */
export function world(files: Readonly<Record<string, string | Uint8Array>> = {}, options: MemoryOptions = {}): World {
  return worldOf(memoryHost({ ...options, files: { '.pmem/manifest.yml': MANIFEST, ...files } }))
}

export function worldOf(host: MemoryHost): World {
  const ran = (code: number, before: MemoryHost['output']): Ran => {
    const stdout = host.output.stdout.slice(before.stdout.length)
    const stderr = host.output.stderr.slice(before.stderr.length)
    return {
      code,
      stdout,
      stderr,
      get json() {
        return JSON.parse(stdout) as Json
      },
    }
  }
  return {
    host,
    run(...argv) {
      const before = { ...host.output }
      return ran(runFull(host, argv), before)
    },
    runHot(...argv) {
      const before = { ...host.output }
      const code = runHot(host, argv) ?? runHooks(host, argv) ?? runFacts(host, argv)
      return code === undefined ? undefined : ran(code, before)
    },
    edit: host.edit,
    text: host.text,
    wait: (days) => host.setNow(host.now() + days * DAY_MS),
    second: (options = {}) => worldOf(memoryHost({ ...options, machine: host.machine })),
  }
}

/** One card under the path pmem gives it, `.pmem/modules/auth.md` for `module.auth`; `fields` are further frontmatter lines. */
export function card(id: string, fields = '', body = ''): Record<string, string> {
  const dot = id.indexOf('.')
  return { [`.pmem/${id.slice(0, dot)}s/${id.slice(dot + 1)}.md`]: cardText(id, fields, body) }
}

export const cardText = (id: string, fields = '', body = ''): string =>
  `---\nid: ${id}\ntype: ${id.slice(0, Math.max(0, id.indexOf('.')))}\n${fields === '' ? '' : `${fields.trimEnd()}\n`}---\n${body}`

/** For `host.onWrite`: the case fails as soon as anything is written. */
export const noWrite = (): never => {
  throw new Error('it wrote')
}

/** Ids of the cards an `ask --json` matched, in order. */
export const idsOf = ({ json }: Ran): readonly string[] => json.matched.map(({ id }: { id: string }) => id)
