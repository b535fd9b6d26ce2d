import { PROGRAM_PATH } from './hook-command.ts'

/**
 * The launcher of all hooks: finds pmem where it is installed, and does nothing where it is not. CommonJS, for any Node. It is loaded
 * by `node -e`, where the words of the command line begin at argv[1], or run as a script.
 */
export const LAUNCHER = `// Starts pmem for the hooks of coding agents. Without pmem it ends quietly.
'use strict'
const fs = require('node:fs')
const path = require('node:path')

const root = path.dirname(path.dirname(__dirname))
const words = process.argv.slice(require.main === module ? 2 : 1)

function* programs() {
  const bin = path.join('pmem', 'dist', 'bin', 'pmem.js')
  const own = path.join(root, '${PROGRAM_PATH}')
  if (fs.existsSync(own)) yield fs.readFileSync(own, 'utf8').trim()
  yield path.join(root, 'node_modules', bin)
  for (const folder of (process.env.PATH || '').split(path.delimiter)) {
    if (folder === '') continue
    const link = path.join(folder, 'pmem')
    if (fs.existsSync(link)) yield fs.realpathSync(link)
    yield path.join(folder, 'node_modules', bin)
    yield path.join(folder, '..', 'lib', 'node_modules', bin)
  }
}

function find() {
  for (const file of programs()) if (path.basename(file) === 'pmem.js' && fs.existsSync(file)) return file
}

try {
  const program = find()
  if (program !== undefined) {
    process.argv = [process.argv[0], program, ...words]
    if (!process.env.PMEM_ROOT) process.env.PMEM_ROOT = root
    require(program)
  } else if (process.env.PMEM_HOOK_CHECK) process.stderr.write('pmem is not found on this machine\\n')
} catch (error) {
  process.stderr.write('pmem: ' + (error && error.message) + '\\n')
}
`
