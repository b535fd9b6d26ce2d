import type { Files, Host } from '../model/ports.ts'
import { withFiles } from './read-only.ts'

/** Thrown where somebody no longer waits for the answer. Not a refusal: best effort that swallows refusals must not swallow it. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/**
 * The same world until a moment (milliseconds since 1970, UTC); from then on every look at a file, every write and every call of git
 * throws OutOfTime. Whatever takes long looks at files all the time, so that it ends there, and nothing is half written.
 */
export function timedHost(host: Host, until: number): Host {
  const check = (): void => {
    if (host.now() > until) throw new OutOfTime('it took too long')
  }
  const timed = withFiles(host, (root) => timedFiles(host.files(root), check))
  const git: Host['git'] = (root, args) => {
    check()
    return host.git(root, args)
  }
  return Object.defineProperty(timed, 'git', { value: git })
}

function timedFiles(files: Files, check: () => void): Files {
  const timed = Object.entries(files).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function'
      ? (...args: readonly unknown[]): unknown => {
          check()
          return value(...args)
        }
      : value,
  ])
  return Object.fromEntries(timed) as Files
}
