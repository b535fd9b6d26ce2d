#!/usr/bin/env node
import { accessSync, constants, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Script } from 'node:vm'

declare const __HOT_FINGERPRINT__: string | undefined

/** Commands that agents call all the time: what V8 compiled for one of them is kept beside the program for the next call. */
const CACHED = new Set(['ask', 'recall', 'context', 'next', 'list', 'show', 'related', 'trace', 'impact', 'status'])

/**
 * Starts the hot program. Compiling what a question needs takes longer than answering it, so on Node the compiled code is
 * kept in a file beside the program: owned like the code itself, named after its content, the version of Node and the command.
 * Where that folder cannot be written, on Deno, on Bun and from source the program is simply loaded.
 */
function start(): void {
  const command = process.argv[2] ?? ''
  const { bun, deno } = process.versions
  if (typeof __HOT_FINGERPRINT__ !== 'string' || bun !== undefined || deno !== undefined || !CACHED.has(command)) {
    void import('./hot.ts')
    return
  }
  const file = `${__dirname}/hot.js`
  const cache = `${__dirname}/hot-${__HOT_FINGERPRINT__}-${process.version}-${process.arch}-${command}.cache`
  const cachedData = readIfThere(cache)
  // The build leaves nothing beyond ASCII in that file.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`
  const script = new Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) })
  if (cachedData === undefined || script.cachedDataRejected === true) process.once('exit', () => keep(script, cache))
  script.runInThisContext()(exports, require, module, file, __dirname)
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Keeps what has been compiled by now, best effort, whole or not at all. */
function keep(script: Script, cache: string): void {
  try {
    // A call that went on to the full program has compiled little of this one.
    if (Object.keys(require.cache).some((path) => path.endsWith('full.js'))) return
    accessSync(__dirname, constants.W_OK)
    const temporary = `${cache}.${process.pid}`
    writeFileSync(temporary, script.createCachedData())
    renameSync(temporary, cache)
  } catch {
    // Without the file the next start compiles again.
  }
}

start()
