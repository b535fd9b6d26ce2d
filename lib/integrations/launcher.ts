import { LAUNCHER_PATH, PROGRAM_PATH } from './hook-command.ts'

/**
 * The launcher of all hooks of a project: finds pmem where it is installed, and does nothing where it is not. CommonJS, for any Node.
 * It is loaded by `node -e`, where the words of the command line begin at argv[1], or run as a script.
 */
export const LAUNCHER = launcher(
  `// Starts pmem for the hooks of coding agents. Without pmem it ends quietly.`,
  `const root = path.dirname(path.dirname(__dirname))`,
)

/** That of the plugin, which lies elsewhere: quiet outside of projects with a memory, and in those that have the hooks themselves. */
export const pluginLauncher = (): string =>
  launcher(
    `// Starts pmem for a plugin. Without pmem, or a memory here, it ends quietly.`,
    `const root = project(process.env.CLAUDE_PROJECT_DIR || process.cwd())

function project(folder) {
  if (fs.existsSync(path.join(folder, '.pmem'))) return folder
  const outer = path.dirname(folder)
  return outer === folder ? undefined : project(outer)
}

function hasHooks() {
  const settings = path.join(root, '.claude', 'settings.json')
  return fs.existsSync(settings) && fs.readFileSync(settings, 'utf8').includes('${LAUNCHER_PATH}')
}

if (root === undefined || (words[0] === 'hook' && hasHooks())) process.exit()`,
  )

function launcher(head: string, root: string): string {
  return `${head}
'use strict'
const fs = require('node:fs')
const path = require('node:path')

const words = process.argv.slice(require.main === module ? 2 : 1)
${root}

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
  } else if (process.env.PMEM_HOOK_CHECK) {
    process.stderr.write('pmem is not found on this machine\\n')
    process.exitCode = 1
  }
} catch (error) {
  process.stderr.write('pmem: ' + (error && error.message) + '\\n')
}
`
}
