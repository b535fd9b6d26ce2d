import type { Host } from '../model/ports.ts'

/** A line of more bytes is left out: nothing a client sends is so long. */
const LONGEST_LINE = 64 * 1024 * 1024
/** How often a process looks whether the one that started it is still there. */
const PARENT_CHECK_MS = 1_000

/** Standard input as lines, standard output as their answer. */
export function standardLines(host: Pick<Host, 'stdout'>) {
  const { stdin } = process
  let parts: Buffer[] = []
  let length = 0
  let tooLong = false
  let goneAway: () => void = () => undefined
  return {
    start(onLine: (line: string | undefined) => void, onEnd: (end: 'ended' | 'gone') => void): void {
      const endLine = (): void => {
        const line = tooLong ? undefined : Buffer.concat(parts).toString('utf8')
        parts = []
        length = 0
        tooLong = false
        onLine(line)
      }
      stdin.on('data', (chunk: Buffer) => {
        let rest = chunk
        for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
          keep(rest.subarray(0, end))
          endLine()
          rest = rest.subarray(end + 1)
        }
        keep(rest)
      })
      let ended = false
      const end = (): void => {
        if (ended) return
        ended = true
        // The last line may have come without its end.
        if (length > 0) endLine()
        onEnd('ended')
      }
      goneAway = () => onEnd('gone')
      for (const event of ['end', 'close', 'error'] as const) stdin.on(event, end)
    },
    /** A client that no longer reads has gone away. */
    write(text: string): void {
      host.stdout.write(text)
      if (host.stdout.isClosed === true) goneAway()
    },
    stop(): void {
      stdin.pause()
      stdin.removeAllListeners('data')
      stdin.destroy()
    },
  }

  function keep(part: Buffer): void {
    if (part.length === 0) return
    length += part.length
    if (length > LONGEST_LINE) {
      tooLong = true
      parts = []
    } else parts.push(part)
  }
}

/** Calls `end` once when somebody asks the process to end, or when the process that started it is gone. */
export function whenToEnd(end: () => void): void {
  let ended = false
  const once = (): void => {
    if (ended) return
    ended = true
    clearInterval(watch)
    end()
  }
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid !== parent) once()
  }, PARENT_CHECK_MS)
  watch.unref()
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) process.on(signal, once)
}
