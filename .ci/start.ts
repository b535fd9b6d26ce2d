// Shows what pmem does, on the memory of this project. Usage: npm start
import { join } from 'node:path'
import { ROOT, show } from './steps.ts'

const COMMANDS: readonly (readonly string[])[] = [['recall'], ['ask', 'why is an incremental rebuild equal to a full one']]

async function main(): Promise<number> {
  process.stdout.write('$ npm run build\n')
  const built = await show(process.execPath, ['--import', 'tsx', '.ci/build.ts', '--no-types'])
  if (built.code !== 0) return built.code
  for (const args of COMMANDS) {
    process.stdout.write(`\n$ pmem ${args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ')}\n`)
    const { code } = await show(process.execPath, [join(ROOT, 'dist', 'bin', 'pmem.js'), ...args])
    if (code !== 0) {
      process.stderr.write(`pmem ${args[0]} ended with exit code ${code}\n`)
      return code
    }
  }
  return 0
}

process.exitCode = await main()
