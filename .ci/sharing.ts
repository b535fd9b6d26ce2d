// Programs that take modules from one another, so that the package holds most of the code once.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { BuildOptions, Metafile, Plugin } from 'esbuild'
import { ROOT } from './steps.ts'

/** A program, what it holds when it is built alone, and the programs it may take modules from, the first that has one first. */
export type Sharer = { readonly name: string; readonly alone: Metafile; readonly takesFrom: readonly string[] }
/** By taker and path of a module, the program that gives it; by giver and path, the names that others take, in order. */
export type Sharing = {
  readonly taken: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly given: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
}

/**
 * A module is taken from a program that holds at least so much of it as the taker would, as a share: where it holds less, the
 * giver would have to grow, and the small programs must stay small. At 0.75 the hot program grows by 3.6 KB and the package loses
 * 390 KB; at 0.3 they are 6.6 and 393.
 */
const HELD = 0.75
const IMPORT = /(?:import|export)\s+\{([^}]*)\}\s*from\s*'(\.[^']+\.ts)'/g

/** Says who takes what from whom. */
export function planSharing(sharers: readonly Sharer[]): Sharing {
  const sizes = new Map(sharers.map(({ name, alone }) => [name, sizesIn(alone)]))
  const taken = new Map<string, Map<string, string>>()
  const given = new Map<string, Map<string, Set<string>>>(sharers.map(({ name }) => [name, new Map()]))
  for (const { name, takesFrom } of sharers) {
    const own = sizes.get(name)!
    const givers = new Map<string, string>()
    for (const [path, size] of own) {
      const giver = takesFrom.find((other) => path.startsWith('lib/') && (sizes.get(other)!.get(path) ?? 0) >= HELD * size)
      if (giver !== undefined) givers.set(path, giver)
    }
    taken.set(name, givers)
    for (const importer of own.keys()) {
      if (givers.has(importer) || !/^(?:lib|bin)\//.test(importer)) continue
      for (const [path, imported] of importsOf(importer)) {
        const giver = givers.get(path)
        if (giver === undefined) continue
        const names = given.get(giver)!
        names.set(path, new Set([...(names.get(path) ?? []), ...imported]))
      }
    }
  }
  return { taken, given: new Map([...given].map(([name, modules]) => [name, sorted(modules)])) }
}

/** The end of an entry: exports as `shared`, by place, the names that others take from the program. */
export function sharedExport(modules: ReadonlyMap<string, readonly string[]>): string {
  const entries = [...modules]
  const imports = entries.map(([path, names], at) => {
    const list = names.map((name, place) => `${name} as m${at}_${place}`)
    return `import { ${list.join(', ')} } from './${path}'\n`
  })
  const lists = entries.map(([, names], at) => `[${names.map((_, place) => `m${at}_${place}`).join(', ')}]`)
  return `${imports.join('')}export const shared = [${lists.join(', ')}]\n`
}

/** An entry that is written here and not in a file. */
export const entryOf = (contents: string): NonNullable<BuildOptions['stdin']> => {
  return { contents, resolveDir: ROOT, sourcefile: 'entry.ts', loader: 'ts' }
}

/** Lets a program take its modules from the others. `requireOf` is the expression that gives what a program exports. */
export function takingShared({ taken, given }: Sharing, taker: string, requireOf: (name: string) => string): Plugin {
  const givers = taken.get(taker)!
  return {
    name: 'shared-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ kind, path, resolveDir, namespace }) => {
        const module = moduleAt(resolveDir, path)
        return namespace === 'file' && kind === 'import-statement' && givers.has(module)
          ? { path: module, namespace: 'shared', sideEffects: false }
          : undefined
      })
      onResolve({ filter: /^giver:/ }, ({ path }) => ({ path: path.slice('giver:'.length), namespace: 'giver' }))
      onLoad({ filter: /.*/, namespace: 'giver' }, ({ path }) => {
        return { contents: `export const { shared } = ${requireOf(path)}`, resolveDir: ROOT }
      })
      onResolve({ filter: /^\.\/\w+\.js$/, namespace: 'giver' }, ({ path }) => ({ path, external: true }))
      onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => {
        const giver = givers.get(path)!
        const modules = given.get(giver)!
        const place = [...modules.keys()].indexOf(path)
        const names = modules.get(path) ?? []
        return {
          contents: `import { shared } from 'giver:${giver}'\nexport const [${names.join(', ')}] = shared[${place}] ?? []`,
        }
      })
    },
  }
}

/** Bytes of each module in what was built. */
const sizesIn = ({ outputs }: Metafile): ReadonlyMap<string, number> =>
  new Map(
    Object.values(outputs)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [[path, bytesInOutput] as const] : [])),
  )

/** What a source imports of the project's own: each module with the names, types left aside. */
function importsOf(path: string): readonly (readonly [string, readonly string[]])[] {
  const found = readFileSync(join(ROOT, path), 'utf8').matchAll(IMPORT)
  return [...found].map(([, list = '', specifier = '']) => {
    const names = list.split(',').map((name) => name.trim().split(/\s/)[0]!)
    return [moduleAt(dirname(join(ROOT, path)), specifier), names.filter((name) => name !== '' && name !== 'type')] as const
  })
}

const moduleAt = (folder: string, specifier: string): string => relative(ROOT, resolve(folder, specifier)).replaceAll('\\', '/')

const sorted = (modules: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...modules]
      .map(([path, names]) => [path, [...names].sort()] as const)
      .filter(([, names]) => names.length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
