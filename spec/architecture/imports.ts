import { importsOf, resolveImport, roomOf, type SourceFile, type Violation } from './source-file.ts'

/** The floor of each room. A room imports lower floors and itself, never a neighbour. The map is lib/README.md. */
export const FLOORS: Readonly<Record<string, number>> = {
  model: 0,
  text: 1,
  card: 2,
  manifest: 2,
  indexes: 3,
  query: 4,
  ledger: 4,
  facts: 4,
  update: 4,
  guard: 4,
  integrations: 4,
  verify: 5,
  render: 6,
  store: 6,
  commands: 7,
  cli: 8,
  mcp: 8,
  host: 9,
  'index.ts': 10,
  'node.ts': 11,
}

/** The one file that may import each package: everything else sees our own types. */
export const IMPORTERS: Readonly<Record<string, string>> = {
  minisearch: 'lib/indexes/minisearch.ts',
  'fast-glob': 'lib/host/glob.ts',
  'front-matter': 'lib/card/frontmatter.ts',
  yaml: 'lib/text/yaml.ts',
  cac: 'lib/cli/program.ts',
  cytoscape: 'bin/page.ts',
  'jsonc-parser': 'lib/integrations/json-tree.ts',
  '@modelcontextprotocol/server': 'lib/mcp/server.ts',
}

/** Rooms that may name the platform. All others are pure: parsed data in, data out. */
export const PLATFORM_ROOMS: readonly string[] = ['cli', 'mcp', 'host', 'node.ts']
/** The public engine runs anywhere, so it may not reach these. */
const NOT_FOR_ENGINE: readonly string[] = ['cli', 'mcp', 'host']

const isRelative = (specifier: string): boolean => specifier.startsWith('.')
const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
const inProgram = ({ path }: SourceFile): boolean => (path.startsWith('lib/') || path.startsWith('bin/')) && path.endsWith('.ts')

/** Imports that climb: to a higher floor, to a neighbour, out of lib, or from the engine to the platform. */
export function climbingImports(files: readonly SourceFile[]): Violation[] {
  return files.filter(inProgram).flatMap((file) => {
    const room = roomOf(file.path)
    if (room === undefined) return []
    const floor = FLOORS[room]
    if (floor === undefined) return [{ file: file.path, line: 1, message: `room ${room} has no floor: give it one in FLOORS` }]
    return importsOf(file)
      .filter(({ specifier }) => isRelative(specifier))
      .flatMap(({ specifier, line }) => {
        const target = resolveImport(file.path, specifier)
        const reason = whyNot(room, floor, target)
        return reason === undefined ? [] : [{ file: file.path, line, message: `imports ${target}: ${reason}` }]
      })
  })
}

function whyNot(room: string, floor: number, target: string): string | undefined {
  const other = roomOf(target)
  if (other === undefined) return 'lib imports nothing outside lib'
  if (other === room) return undefined
  if (room === 'index.ts' && NOT_FOR_ENGINE.includes(other)) return 'the engine runs anywhere and may not reach the platform'
  const otherFloor = FLOORS[other]
  if (otherFloor === undefined) return `room ${other} has no floor`
  if (otherFloor === floor) return `${other} is a neighbour of ${room} on floor ${floor}`
  return otherFloor > floor ? `${other} is on floor ${otherFloor}, above ${room} on floor ${floor}` : undefined
}

/** Imports of a package by another file than its one importer, of a package not in the table, or of `node:*` in a pure room. */
export function strayPackages(files: readonly SourceFile[]): Violation[] {
  return files.filter(inProgram).flatMap((file) => {
    const room = roomOf(file.path)
    const isPure = room !== undefined && !PLATFORM_ROOMS.includes(room)
    return importsOf(file)
      .filter(({ specifier }) => !isRelative(specifier))
      .flatMap(({ specifier, line }) => {
        const at = (message: string): Violation[] => [{ file: file.path, line, message }]
        if (specifier.startsWith('node:')) return isPure ? at(`imports ${specifier}: ${room} is a pure room`) : []
        const importer = IMPORTERS[packageOf(specifier)]
        if (importer === undefined) return at(`imports ${specifier}: not a dependency of the program (see IMPORTERS)`)
        return importer === file.path ? [] : at(`imports ${specifier}: only ${importer} may`)
      })
  })
}

/** Relative imports of a file that does not exist, or without the `.ts` that Node, Deno and Bun all need. */
export function deadImports(files: readonly SourceFile[]): Violation[] {
  const paths = new Set(files.map(({ path }) => path))
  return files
    .filter(({ path }) => path.endsWith('.ts'))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ specifier }) => isRelative(specifier) && !paths.has(resolveImport(file.path, specifier)))
        .filter(({ specifier }) => !specifier.includes('/dist/'))
        .map(({ specifier, line }) => ({ file: file.path, line, message: `imports ${specifier}: there is no such file` })),
    )
}

/** Cycles among the files of lib, each reported once, at the import that closes it. */
export function importCycles(files: readonly SourceFile[]): Violation[] {
  const sources = new Map(files.filter(inProgram).map((file) => [file.path, file]))
  const done = new Set<string>()
  const path: string[] = []
  const found: Violation[] = []
  const visit = (file: SourceFile): void => {
    path.push(file.path)
    for (const { specifier, line } of importsOf(file).filter((entry) => isRelative(entry.specifier))) {
      const target = resolveImport(file.path, specifier)
      const start = path.indexOf(target)
      if (start !== -1)
        found.push({ file: file.path, line, message: `closes a cycle: ${[...path.slice(start), target].join(' -> ')}` })
      const next = sources.get(target)
      if (start === -1 && next !== undefined && !done.has(target)) visit(next)
    }
    path.pop()
    done.add(file.path)
  }
  for (const file of sources.values()) if (!done.has(file.path)) visit(file)
  return found
}
