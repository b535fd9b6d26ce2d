import type { Host } from '../model/ports.ts'

const BUG = 70

/** Reports a bug of pmem: what went wrong and its stack on stderr, JSON on stdout where JSON was asked for. Returns the exit code. */
export function reportBug(host: Pick<Host, 'stdout' | 'stderr'>, error: unknown, argv: readonly string[]): number {
  const message = error instanceof Error ? error.message : String(error)
  if (argv.includes('--json') || argv.join(' ').includes('--format json') || argv.includes('--format=json')) {
    host.stdout.write(
      `${JSON.stringify({ error: { code: 'BUG', message, where: null, fix: 'This is a bug of pmem; please report it with the command that shows it.' } })}\n`,
    )
  }
  host.stderr.write(
    `pmem: this is a bug of pmem, please report it: ${message}\n${error instanceof Error ? (error.stack ?? '') : ''}\n`,
  )
  return BUG
}
