import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }
export type Ending = { readonly code: number; readonly output: string }

/** Runs a command in the root of the repository; its output is shown as it comes and returned. Never throws. */
export function show(command: string, args: readonly string[]): Promise<Ending> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      process.stdout.write(chunk)
    })
    child.stderr.pipe(process.stderr, { end: false })
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** The counts a step prints as its last line, `12 passed, 0 failed, 1 skipped`; a step without them counts as one. */
export function countsOf({ code, output }: Ending): Counts {
  const [, passed, failed, skipped] =
    /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(output.trimEnd().split('\n').at(-1) ?? '') ?? []
  if (passed === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  return { passed: Number(passed), failed: Math.max(Number(failed), code === 0 ? 0 : 1), skipped: Number(skipped ?? 0) }
}

/** The closing line of the gate and of each step that counts; CI reads it. */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`
