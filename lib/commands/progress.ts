import type { Host } from '../model/ports.ts'

const SHOWN_AFTER_MS = 1_000
const REDRAWN_EVERY_MS = 100
const WIDTH = 30

/**
 * A progress bar on stderr, only on a terminal and only when the work lasts longer than a second. With PMEM_PROGRESS=lines a
 * program that runs this one is told in lines, `progress 120/10000`.
 */
export function progressBar(host: Host, what: string): (done: number, total: number) => void {
  if (host.env('PMEM_PROGRESS') === 'lines') return progressLines(host)
  if (!host.stderr.isTerminal) return () => undefined
  const started = host.now()
  let drawn = 0
  return (done, total) => {
    const now = host.now()
    const last = done >= total
    if (now - started < SHOWN_AFTER_MS || (!last && now - drawn < REDRAWN_EVERY_MS)) return
    drawn = now
    const filled = Math.round((WIDTH * done) / Math.max(1, total))
    host.stderr.write(`\r${what} [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done}/${total}${last ? '\n' : ''}`)
  }
}

function progressLines(host: Host): (done: number, total: number) => void {
  let told = host.now()
  return (done, total) => {
    const now = host.now()
    if (now - told < REDRAWN_EVERY_MS && done < total) return
    told = now
    host.stderr.write(`progress ${done}/${total}\n`)
  }
}
