import { reportBug } from '../lib/cli/crash.ts'
import { runHot } from '../lib/cli/hot.ts'
import { nodeHost } from '../lib/host/node.ts'

/** Reading commands never glob and never run git; what does is in the full program. */
const absent = (what: string) => (): never => {
  throw new Error(`the hot program has no ${what}`)
}

const argv = process.argv.slice(2)
const host = nodeHost({ glob: absent('glob'), git: absent('git') })

/** Runs the full program where the hot one cannot answer. */
async function start(): Promise<number> {
  const code = runHot(host, argv)
  return code ?? (await import('./full.ts')).run(argv)
}

start().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    process.exitCode = reportBug(host, error, argv)
  },
)
