import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { folder } from '../folder.ts'
import { NODE } from '../self.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The program as it is published, built into a folder of its own: the path of `pmem.js`. */
export function builtProgram(): string {
  const out = folder()
  const built = spawnSync(NODE, ['--import', 'tsx', '.ci/build.ts', '--no-types', '--out', out], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(built.stderr)
  return join(out, 'bin', 'pmem.js')
}
