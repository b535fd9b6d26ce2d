#!/usr/bin/env node
import { accessSync, constants, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Script } from 'node:vm'

type ProgramName = 'hot' | 'hooks' | 'facts' | 'full' | 'engine' | 'mcp'
declare const __FINGERPRINTS__: Readonly<Record<ProgramName, string>> | undefined

/** Commands that agents call all the time: what V8 compiled for one of them is kept beside the program for the next call. */
const CACHED = new Set([
  'ask',
  'recall',
  'context',
  'next',
  'list',
  'show',
  'related',
  'trace',
  'impact',
  'status',
  'facts',
  'probe',
  'mcp',
])
const EVENTS = new Set(['session-start', 'user-prompt', 'pre-tool', 'post-tool', 'stop'])
/** Commands that the small program of facts has; all others begin with the hot one. */
const OF_FACTS = new Set(['facts', 'probe', 'reason'])

/**
 * Starts the small program that has the command. Compiling what a question needs takes longer than answering it, so on Node the compiled code is
 * kept in a file beside the program: owned like the code itself, named after its content, the version of Node and the command.
 * Where that folder cannot be written, on Deno, on Bun and from source the program is simply loaded.
 */
function start(): void {
  const command = process.argv[2] ?? ''
  const { bun, deno } = process.versions
  const name = command === 'mcp' ? 'mcp' : command === 'hook' ? 'hooks' : OF_FACTS.has(command) ? 'facts' : 'hot'
  if (typeof __FINGERPRINTS__ !== 'object' || bun !== undefined || deno !== undefined) {
    void SOURCES[name]().then(begin)
    return
  }
  begin(load(name))
}

const SOURCES = {
  mcp: () => import('./mcp.ts'),
  hooks: () => import('./hooks.ts'),
  facts: () => import('./facts.ts'),
  hot: () => import('./hot.ts'),
}

/** To load a program is not to start it: others take modules from it. */
const begin = (program: unknown): void => (program as { begin(): void }).begin()

/** The events of hooks have little code in common. */
const keyOf = (command: string): string => {
  if (command !== 'hook') return CACHED.has(command) ? command : 'all'
  const event = process.argv[3] ?? ''
  return EVENTS.has(event) ? `hook-${event}` : 'all'
}

const loaded = new Map<ProgramName, unknown>()
const platform = require

/** Runs a program once, with the code that was compiled for it, for this command or for all that have no cache of their own. Gives what it exports. */
function load(name: ProgramName): unknown {
  if (loaded.has(name)) return loaded.get(name)
  const key = name === 'full' || name === 'engine' ? 'all' : keyOf(process.argv[2] ?? '')
  const file = `${__dirname}/${name}.js`
  const cache = `${__dirname}/${name}-${__FINGERPRINTS__![name]}-${process.version}-${process.arch}-${key}.cache`
  const kept = readIfThere(cache)
  const cachedData = kept?.subarray(0, -1)
  // The build leaves nothing beyond ASCII in that file. Joined as bytes: a string put together of others would be copied once more.
  const source = Buffer.concat([BEFORE, readFileSync(file), BEHIND]).toString('latin1')
  const script = new Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) })
  const calls = script.cachedDataRejected === true ? 0 : (kept?.at(-1) ?? 0)
  if (calls < LEARNING_CALLS) process.once('exit', () => keep(key, script, cache, calls + 1))
  const exported = { exports: {} }
  script.runInThisContext()(exported.exports, requireFrom, exported, file, __dirname)
  loaded.set(name, exported.exports)
  return exported.exports
}

const BEFORE = Buffer.from('(function (exports, require, module, __filename, __dirname) {')
const BEHIND = Buffer.from('\n})')

/** What the programs require: each other, compiled before, and the platform. */
function requireFrom(id: string): unknown {
  const name = id.startsWith('./') ? id.slice(2, -'.js'.length) : ''
  return Object.hasOwn(__FINGERPRINTS__!, name) ? load(name as ProgramName) : platform(id)
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** One call compiles only what its answer needed: the first few are kept together. */
const LEARNING_CALLS = 6

/** Keeps what has been compiled by now, and behind it by how many calls, best effort, whole or not at all. */
function keep(key: string, script: Script, cache: string, calls: number): void {
  try {
    // A small program that had to go on to the full one has compiled little of what its command needs; the server always does.
    if (key !== 'all' && key !== 'mcp' && loaded.has('full')) return
    accessSync(__dirname, constants.W_OK)
    const temporary = `${cache}.${process.pid}`
    writeFileSync(temporary, Buffer.concat([script.createCachedData(), Buffer.of(calls)]))
    renameSync(temporary, cache)
  } catch {
    // Without the file the next start compiles again.
  }
}

start()
