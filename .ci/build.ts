// Builds dist/. Usage: node --import tsx .ci/build.ts [--no-types] [--out DIR]
//
//   dist/bin/pmem.js   starts the program of the hot commands with the code that was compiled before
//   dist/bin/hot.js    that program: one CommonJS file, because a start costs what it loads
//   dist/bin/hooks.js  what the hooks of agents need besides
//   dist/bin/facts.js  what the commands that read facts need besides
//   dist/bin/engine.js the pure engine: one script that is a CommonJS file and an ES module alike, so that browsers load it too
//   dist/bin/full.js   the rest, required only when a command needs it
//   dist/bin/mcp.js    the protocol of the server of `mcp`, so that a handshake waits for nothing else; full.js answers the calls
//   dist/view.js       the program of the page that `view` makes, with its graph library
//   dist/index.js      names the exports of the engine     dist/node.js   the same with the platform
//   dist/types/        declarations of both
//   dist/plugin/       a Claude Code plugin     dist/skills/   the skill     dist/server.json   the entry of directories of MCP servers
//
// Every package is bundled in, so the published package depends on nothing. A program takes from those it loads anyway what
// they have, see sharing.ts. Same sources, same bytes.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild'
import { facesOf } from '../lib/commands/command-face.ts'
import { COMMANDS } from '../lib/commands/registry.ts'
import { type PackageFacts, packageFiles } from '../lib/integrations/package-files.ts'
import { entryOf, planSharing, type Sharer, type Sharing, sharedExport, takingShared } from './sharing.ts'
import { ROOT } from './steps.ts'

const PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageFacts

/** The program that starts, and what it loads when it must: `await import(<source>)` becomes a require of the output. */
const ENTRY = { source: 'bin/pmem.ts', output: 'bin/pmem.js' }
const HOT = { source: 'bin/hot.ts', output: 'bin/hot.js' }
const HOOKS = { source: 'bin/hooks.ts', output: 'bin/hooks.js' }
const FACTS = { source: 'bin/facts.ts', output: 'bin/facts.js' }
const MCP = { source: 'bin/mcp.ts', output: 'bin/mcp.js' }
/** Also what the server answers with. */
const FULL = { source: 'bin/full.ts', output: 'bin/full.js' }
const ENGINE = { source: 'lib/index.ts', output: 'bin/engine.js' }
const LAZY: readonly Program[] = [HOT, HOOKS, FACTS, FULL, MCP]
type Program = { readonly source: string; readonly output: string }

/** The program of the page that `view` makes. */
const PAGE = { source: 'bin/page.ts', output: 'view.js' }

/** The library: exports of package.json. What the second adds to the first comes with the full program. */
const LIBRARY = { index: 'lib/index.ts', node: 'lib/node.ts' }
/** Where the engine leaves itself, as an ES module imports nothing from a script: one place a version. */
const ENGINE_PLACE = `globalThis[Symbol.for(${JSON.stringify(`pmem ${PACKAGE.version}`)})]`

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  metafile: true,
  target: 'node20',
  // Programs are read whole at each start, and the package is unpacked by whoever tries it. A stack still says line and column,
  // and the same version builds the same bytes, with a source map where one is wanted.
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { __PMEM_VERSION__: JSON.stringify(PACKAGE.version) },
  // The build of `yaml` for Node is CommonJS, requires `process` and `buffer` and reads environment variables; this one is pure.
  alias: {
    yaml: join(ROOT, 'node_modules/yaml/browser/index.js'),
    // The validator of schemas that a client would send, which this server never asks for: half of the package by size.
    '@modelcontextprotocol/server/_shims': join(ROOT, '.ci/mcp-shims.ts'),
  },
} satisfies BuildOptions

type Build = BuildResult<typeof COMMON>

async function main(): Promise<void> {
  const out = resolve(ROOT, option('--out') ?? 'dist')
  const sharing = planSharing(
    await Promise.all([
      sharer(HOT, []),
      sharer(ENGINE, []),
      sharer(HOOKS, [HOT]),
      sharer(FACTS, [HOT]),
      sharer(MCP, [HOT]),
      sharer(FULL, [HOT, HOOKS, FACTS, ENGINE], ADDED_BY_NODE),
    ]),
  )
  const engine = await buildEngine(out, sharing)
  const programs = await Promise.all([
    buildShared(HOT, out, sharing),
    buildShared(HOOKS, out, sharing),
    buildShared(FACTS, out, sharing),
    buildShared(FULL, out, sharing, ADDED_BY_NODE),
    // It asks the full program when the handshake is over.
    buildShared(MCP, out, sharing),
  ])
  // The entry names the compiled code it keeps after the content of the program.
  const texts = [...LAZY, ENGINE].map(
    ({ output }, index) => [output, asciiProgram([...programs, engine][index]!.outputFiles[0]!.text)] as const,
  )
  const fingerprints = JSON.stringify(
    Object.fromEntries(
      texts.map(([output, text]) => [basename(output, '.js'), createHash('sha256').update(text).digest('hex').slice(0, 12)]),
    ),
  )
  const builds = [
    ...programs,
    engine,
    await buildProgram(ENTRY, out, { define: { __FINGERPRINTS__: fingerprints } }),
    await buildPage(out),
  ]
  const files = new Map<string, string | Uint8Array>()
  for (const { outputFiles } of builds) for (const { path, contents } of outputFiles) files.set(path, contents)
  for (const [output, text] of texts) files.set(join(out, output), text)
  files.set(join(out, 'bin', 'package.json'), '{"type":"commonjs"}\n')
  files.set(join(out, 'index.js'), await indexModule())
  files.set(join(out, 'node.js'), NODE_MODULE)
  files.set(join(out, 'licenses.txt'), licenses(builds))
  for (const { path, text } of packageFiles(PACKAGE, facesOf(COMMANDS))) files.set(join(out, path), text)
  for (const [path, contents] of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
  chmodSync(join(out, ENTRY.output), 0o755)
  removeOthers(out, new Set(files.keys()), join(out, 'types'))
  if (!process.argv.includes('--no-types')) declarations(out)
  for (const { output } of [ENTRY, ...LAZY, ENGINE, PAGE]) print(out, output)
}

/** What the entry of the full program also exports, for the library. */
const ADDED_BY_NODE = "export { openProject } from './lib/node.ts'\n"
const NODE_MODULE = "import full from './bin/full.js'\nexport * from './index.js'\nexport const { openProject } = full\n"

/** A program as it would be alone, and whom it may take from. */
async function sharer({ source, output }: Program, takesFrom: readonly Program[], added = ''): Promise<Sharer> {
  const { metafile } = await buildProgram({ source, output }, ROOT, { entry: `export * from './${source}'\n${added}` })
  return { name: basename(output, '.js'), alone: metafile, takesFrom: takesFrom.map((other) => basename(other.output, '.js')) }
}

const buildShared = ({ source, output }: Program, out: string, sharing: Sharing, added = ''): Promise<Build> => {
  const name = basename(output, '.js')
  const entry = `${sharedExport(sharing.given.get(name)!)}export * from './${source}'\n${added}`
  const requireOf = (giver: string): string => {
    const loaded = `require('./${giver}.js')`
    return giver === 'engine' ? `(${loaded}, ${ENGINE_PLACE})` : loaded
  }
  return buildProgram({ source, output }, out, { entry, plugins: [takingShared(sharing, name, requireOf)] })
}

/** Neither kind of module: a script that leaves its exports in one place, for what imports it or requires it. */
function buildEngine(out: string, sharing: Sharing): Promise<Build> {
  const { source, output } = ENGINE
  const entry = `${sharedExport(sharing.given.get('engine')!)}import * as library from './${source}'\n${ENGINE_PLACE} = { library, shared }\n`
  return build({
    ...COMMON,
    stdin: entryOf(entry),
    outfile: join(out, output),
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    plugins: [blankYaml, latePattern],
  })
}

/** The engine as an ES module. */
async function indexModule(): Promise<string> {
  const { metafile } = await build({
    ...COMMON,
    entryPoints: [ENGINE.source],
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    plugins: [blankYaml, latePattern],
  })
  const names = Object.values(metafile.outputs).flatMap((output) => output.exports)
  return `import './bin/engine.js'\nexport const { ${names.sort().join(', ')} } = ${ENGINE_PLACE}.library\n`
}

/**
 * A program with what lies beyond ASCII escaped: the engine keeps such a text in one byte a character, and reads it without decoding.
 * The bundler escapes strings, but not patterns; in a raw template that is the source of a pattern the escape means the same.
 */
const asciiProgram = (text: string): string =>
  text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** One CommonJS file: an ES module entry would cost 5 ms at every start. */
function buildProgram(
  { source, output }: Program,
  out: string,
  {
    define = {},
    plugins = [],
    entry,
  }: { readonly define?: Readonly<Record<string, string>>; readonly plugins?: readonly Plugin[]; readonly entry?: string } = {},
): Promise<Build> {
  return build({
    ...COMMON,
    define: { ...COMMON.define, ...define },
    ...(entry === undefined ? { entryPoints: [source] } : { stdin: entryOf(entry) }),
    outfile: join(out, output),
    format: 'cjs',
    platform: 'node',
    // `import()` becomes require: the same file, without the module loader's start.
    supported: { 'dynamic-import': false },
    plugins: [...plugins, lazyPrograms, globWithoutOs, blankYaml, latePattern, noSchemaWriter],
  })
}

/** The program of the page, which `view` puts into its file. Letters beyond ASCII are escaped, so that its hash does not hang on an encoding. */
function buildPage(out: string): Promise<Build> {
  return build({
    ...COMMON,
    entryPoints: [PAGE.source],
    outfile: join(out, PAGE.output),
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    define: {},
  })
}

/** Leaves the programs of LAZY out of a bundle: its import of their source becomes a require of the file built from it. */
const lazyPrograms: Plugin = {
  name: 'lazy-programs',
  setup({ onResolve }) {
    const outputs = new Map(LAZY.map(({ source, output }) => [join(ROOT, source), output]))
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path, resolveDir }) => {
      const output = kind === 'dynamic-import' ? outputs.get(resolve(resolveDir, path)) : undefined
      return output === undefined ? undefined : { path: `./${relative(dirname(ENTRY.output), output)}`, external: true }
    })
  },
}

/** fast-glob counts processors as it loads, for a default of its asynchronous calls: Deno would ask for a permission. */
const globWithoutOs: Plugin = {
  name: 'glob-without-os',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^os$/ }, ({ importer }) =>
      importer.includes(join('node_modules', 'fast-glob')) ? { path: 'os', namespace: 'glob-os' } : undefined,
    )
    onLoad({ filter: /.*/, namespace: 'glob-os' }, () => ({
      contents: 'module.exports = { cpus: () => [], platform: () => process.platform }',
    }))
  },
}

/** zod can write JSON Schemas of its own; the server gives those of the commands and never asks it to. A tenth of that program. */
const noSchemaWriter: Plugin = {
  name: 'no-schema-writer',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/ }, () => ({
      contents: `const refuse = () => { throw new Error('no JSON Schemas are written here') }
module.exports = { createToJSONSchemaMethod: () => refuse, createStandardJSONSchemaMethod: () => refuse }`,
    }))
  },
}

/** MiniSearch makes the pattern of its own tokenizer as it loads, which takes a millisecond; pmem has its own, and asks for none of it. */
const latePattern: Plugin = {
  name: 'late-pattern',
  setup({ onLoad }) {
    const [name, use] = ['SPACE_OR_PUNCTUATION', 'text.split(SPACE_OR_PUNCTUATION)']
    onLoad({ filter: /[\\/]minisearch[\\/]dist[\\/]es[\\/]index\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const pattern = new RegExp(`^const ${name} = (/.*/u);$`, 'm').exec(source)?.[1]
      if (pattern === undefined || !source.includes(use)) throw new Error(`minisearch has no ${name} any more`)
      return { contents: source.replace(`const ${name} = ${pattern};`, '').replace(use, () => `text.split(${pattern})`) }
    })
  },
}

/** front-matter is only ever shown a block without text (see lib/card/frontmatter): what it reads that with need not be a parser. */
const blankYaml: Plugin = {
  name: 'blank-yaml',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^js-yaml$/ }, () => ({ path: 'js-yaml', namespace: 'blank-yaml' }))
    onLoad({ filter: /.*/, namespace: 'blank-yaml' }, () => ({ contents: 'module.exports = { load() {}, safeLoad() {} }' }))
  },
}

/** TypeScript writes the declarations; imports of `./x.ts` in them resolve to `./x.d.ts`. What no entry reaches is dropped. */
function declarations(out: string): void {
  const types = join(out, 'types')
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const args = [compiler, '-p', join(ROOT, '.ci', 'declarations.json'), '--outDir', types]
  rmSync(types, { recursive: true, force: true })
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exitCode = 1
  const reached = new Set<string>()
  const queue = Object.keys(LIBRARY).map((name) => join(types, `${name}.d.ts`))
  for (const path of queue) {
    if (reached.has(path) || !existsSync(path)) continue
    reached.add(path)
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(/["'](\.{1,2}\/[^"'\n]+)\.ts["']/g)) {
      queue.push(join(dirname(path), `${specifier}.d.ts`))
    }
  }
  removeOthers(types, reached)
}

/** The licence of every package whose code is in a bundle, as those licences ask: a text that several have stands once, below their copyright lines. */
function licenses(builds: readonly Build[]): string {
  const folders = new Set(builds.flatMap(({ metafile }) => Object.keys(metafile.inputs)).flatMap((path) => packageFolder(path)))
  const groups = new Map<string, { readonly text: string; readonly heads: string[] }>()
  for (const folder of [...folders].sort((a, b) => (a < b ? -1 : 1))) {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Record<
      string,
      string
    >
    const file = readdirSync(join(ROOT, folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const lines = file === undefined ? [] : readFileSync(join(ROOT, folder, file), 'utf8').split(/\r?\n/)
    const isHead = (line: string): boolean => /^\s*(?:copyright\b.*\d{4}|(?:the )?(?:mit|isc) license)/i.test(line)
    const text = lines
      .filter((line) => !isHead(line))
      .join('\n')
      .trim()
    const head = [
      `${name} ${version} (${license})`,
      ...lines.filter((line) => isHead(line) && /\d{4}/.test(line)).map((line) => line.trim()),
    ]
    const key = text.replace(/[\s"'*.]+/g, ' ').toLowerCase()
    const group = groups.get(key) ?? { text, heads: [] }
    groups.set(key, group)
    group.heads.push(head.join('\n  '))
  }
  return [...groups.values()].map(({ text, heads }) => `${heads.join('\n')}\n\n${text}\n`).join(`\n${'-'.repeat(80)}\n\n`)
}

const packageFolder = (path: string): string[] =>
  /^.*?node_modules\/(?:@[^/]+\/)?[^/]+(?:\/node_modules\/(?:@[^/]+\/)?[^/]+)*/.exec(path) ?? []

/** Removes what an earlier build left, and nothing that this one wrote: a program that runs meanwhile keeps its files. */
function removeOthers(folder: string, keep: ReadonlySet<string>, except?: string): void {
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && path !== except) removeOthers(path, keep, except)
    else if (entry.isFile() && !keep.has(path)) rmSync(path)
  }
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : process.argv[at + 1]
}

function print(out: string, name: string): void {
  const path = join(out, name)
  if (existsSync(path)) process.stdout.write(`${relative(ROOT, path)}  ${(readFileSync(path).length / 1024).toFixed(1)} KB\n`)
}

await main()
