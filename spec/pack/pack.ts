// Packs the tarball, installs it in an empty folder with no network and an empty cache, and uses it as a newcomer would.
// Usage: npm run pack:check
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { countsLine, ROOT } from '../../.ci/steps.ts'
import { forbiddenWords } from '../architecture/shape.ts'

/** Of the unpacked package, and of what is left of it without the page's program, most of which is its graph library. What a start loads is far less. */
const MAX_BYTES = 2_000_000
const MAX_WITHOUT_PAGE = 1_500_000
const MUST_HAVE = [
  'package.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'dist/bin/pmem.js',
  'dist/bin/full.js',
  'dist/bin/facts.js',
  'dist/bin/hot.js',
  'dist/bin/engine.js',
  'dist/bin/mcp.js',
  'dist/view.js',
  'dist/index.js',
  'dist/node.js',
  'dist/bin/package.json',
  'dist/server.json',
  'dist/skills/pmem/SKILL.md',
  'dist/plugin/.claude-plugin/plugin.json',
  'dist/plugin/.claude-plugin/marketplace.json',
  'dist/plugin/.mcp.json',
  'dist/plugin/hooks/hooks.json',
  'dist/plugin/run.cjs',
  'dist/plugin/skills/pmem/SKILL.md',
]
const MAY_HAVE = /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/.+|indexes-schema\/.+)$/

const CONSUMER = `import * as engine from 'pmem'
import * as node from 'pmem/node'

export const names: readonly string[] = [...Object.keys(engine), ...Object.keys(node)]
`

const BROWSER = `const { log } = console
for (const name of ['process', 'Buffer', 'require', 'global']) delete globalThis[name]
const { tokenize } = await import('./index.js')
log(tokenize('index.json and 缓存').length)
`

const room = mkdtempSync(join(tmpdir(), 'pmem-pack-'))
const folder = (...parts: string[]): string => {
  const path = join(room, ...parts)
  mkdirSync(path, { recursive: true })
  return path
}
/** npm as on a machine without a network: nothing cached, nothing asked, no setting of the user's. */
const env = {
  PATH: process.env.PATH,
  HOME: folder('home'),
  PMEM_HOME: join(room, 'home', 'pmem'),
  npm_config_cache: folder('cache'),
  npm_config_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
}
let passed = 0
let failed = 0

function main(): void {
  const packed = run(ROOT, 'npm', 'pack', '--silent', '--pack-destination', folder('tarball'))
  if (!check('npm pack, with its build', packed.status === 0, packed.output)) return
  const tarball = join(room, 'tarball', readdirSync(join(room, 'tarball'))[0] ?? '')
  const project = folder('empty')
  writeFileSync(join(project, 'README.md'), '# Lantern\n\nA reading list that works offline.\n')

  const once = run(project, 'npm', 'exec', '--yes', `--package=${tarball}`, '--', 'pmem', '--version')
  check('npx from the tarball, in an empty folder', once.status === 0 && once.output.includes(version()), once.output)

  writeFileSync(join(project, 'package.json'), '{ "name": "lantern", "private": true }\n')
  const installed = run(project, 'npm', 'install', '--ignore-scripts', '--no-save', tarball)
  if (!check('npm install without a network or scripts', installed.status === 0, installed.output)) return
  const home = join(project, 'node_modules', 'pmem')
  contents(home)
  const others = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.') && name !== 'pmem')
  check('nothing is installed beside it', others.length === 0, others.join(' '))

  const program = join(home, 'dist', 'bin', 'pmem.js')
  for (const [name, ...command] of [
    ['npx', 'npm', 'exec', '--', 'pmem'],
    ['node', process.execPath, program],
  ] as const) {
    const [file, ...args] = command
    check(`${name}: pmem --version`, run(project, file, ...args, '--version').output.includes(version()))
    rmSync(join(project, '.pmem'), { recursive: true, force: true })
    const init = run(project, file, ...args, 'init', '--yes')
    check(`${name}: pmem init --yes`, init.status === 0 && existsSync(join(project, '.pmem')), init.output)
    const ask = run(project, file, ...args, 'ask', 'reading list offline')
    check(`${name}: pmem ask`, ask.status === 0 && ask.output.includes('README.md'), ask.output)
  }
  consumer(project)
  browser(home)
}

function contents(home: string): void {
  const paths = filesBelow(home)
  const names = paths.map((path) => relative(home, path).replaceAll('\\', '/'))
  for (const name of MUST_HAVE) check(`the package holds ${name}`, names.includes(name))
  const strays = names.filter((name) => !MAY_HAVE.test(name) || name.endsWith('.map'))
  check('the package holds nothing else', strays.length === 0, strays.join(' '))
  const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0)
  process.stdout.write(`${names.length} files, ${Math.round(bytes / 1024)} KB unpacked\n`)
  check(`the package is at most ${MAX_BYTES} bytes`, bytes <= MAX_BYTES, String(bytes))
  const rest = bytes - statSync(join(home, 'dist', 'view.js')).size
  check(`without the program of the page it is at most ${MAX_WITHOUT_PAGE} bytes`, rest <= MAX_WITHOUT_PAGE, String(rest))
  const texts = paths.map((path) => ({ path: relative(home, path), text: readFileSync(path, 'utf8') }))
  const words = [...new Set([ROOT, homedir(), tmpdir()])].filter((word) => word.length > 1)
  const found = [
    ...forbiddenWords(texts).map(({ file, line, message }) => `${file}:${line} ${message}`),
    ...texts.flatMap(({ path, text }) =>
      words.filter((word) => text.includes(`${word}/`)).map((word) => `${path} holds ${word}`),
    ),
  ]
  check('no file holds a path of this machine', found.length === 0, found.join('\n'))
  const { dependencies, scripts } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >
  check('it depends on nothing', Object.keys(dependencies ?? {}).length === 0)
  const hooks = Object.keys(scripts ?? {}).filter((name) => /^(?:pre|post)?install$/.test(name))
  check('it runs nothing when it is installed', hooks.length === 0, hooks.join(' '))
}

/** A program in TypeScript that uses the library must compile against what is installed, and load it. */
function consumer(project: string): void {
  writeFileSync(join(project, 'consumer.mts'), CONSUMER)
  const compilerOptions = {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2023',
    lib: ['es2024'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.mts'] }))
  const compiled = run(project, process.execPath, join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.')
  check('a program compiles against the declarations', compiled.status === 0, compiled.output)
  const loaded = run(project, process.execPath, 'consumer.mjs')
  check('and loads the library', loaded.status === 0, loaded.output)
}

/** A browser takes every file for an ES module and has no platform: the engine must not notice. */
function browser(home: string): void {
  const site = folder('site')
  mkdirSync(join(site, 'bin'))
  for (const name of ['index.js', 'bin/engine.js']) copyFileSync(join(home, 'dist', name), join(site, name))
  writeFileSync(join(site, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(site, 'page.js'), BROWSER)
  const loaded = run(site, process.execPath, 'page.js')
  check('the engine answers as an ES module without a platform', loaded.status === 0 && loaded.output === '4\n', loaded.output)
}

function run(cwd: string, file: string, ...args: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, env, encoding: 'utf8', timeout: 120_000, input: '' })
  return { status, output: `${stdout}${stderr}${error === undefined ? '' : error.message}` }
}

const version = (): string => (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version

const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

function check(name: string, ok: boolean, detail = ''): boolean {
  if (ok) passed++
  else failed++
  process.stdout.write(ok ? `ok   ${name}\n` : `FAIL ${name}\n${detail.trimEnd()}\n`)
  if (!ok) process.exitCode = 1
  return ok
}

try {
  main()
} finally {
  rmSync(room, { recursive: true, force: true })
  process.stdout.write(countsLine({ passed, failed, skipped: 0 }))
}
