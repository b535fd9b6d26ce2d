const PROGRESS = /^progress (\d+)\/(\d+)$/
/** More than a summary of ten thousand cards. */
const MOST_OUTPUT = 32 * 1024 * 1024

/**
 * Runs this program again with other arguments, in a process of its own: the work keeps nothing waiting here, and it can be ended
 * at any instant, since every write is whole. Gives its standard output, or undefined when it fails or is ended.
 */
export function runAside(
  argv: readonly string[],
  {
    cwd,
    signal,
    onProgress,
  }: { readonly cwd: string; readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void },
): Promise<string | undefined> {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const program = process.argv[1]
  if (program === undefined || signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...process.execArgv, program, ...argv], {
      cwd,
      env: { ...process.env, PMEM_PROGRESS: 'lines' },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    const end = (): void => void child.kill('SIGTERM')
    signal.addEventListener('abort', end)
    const printed: Buffer[] = []
    let length = 0
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= MOST_OUTPUT) printed.push(chunk)
    })
    let line = ''
    child.stderr.on('data', (chunk: Buffer) => {
      const lines = `${line}${chunk.toString('utf8')}`.split('\n')
      line = lines.pop()!.slice(-200)
      for (const text of lines) {
        const match = PROGRESS.exec(text)
        if (match !== null) onProgress(Number(match[1]), Number(match[2]))
      }
    })
    const finish = (code: number | null): void => {
      signal.removeEventListener('abort', end)
      resolve(code === 0 || code === 1 ? Buffer.concat(printed).toString('utf8') : undefined)
    }
    child.on('error', () => finish(null))
    child.on('close', finish)
  })
}
