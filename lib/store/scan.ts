import type { Finding } from '../model/finding.ts'
import { type ProjectPath, projectPath } from '../model/ids.ts'
import type { Manifest, Source } from '../model/manifest.ts'
import type { Entry, Files } from '../model/ports.ts'
import { byKey, byText, sortedUnique } from '../text/order.ts'
import { STORE } from './project.ts'

/** A file that is a card, or a document that counts as one (then `source` says as what). */
export type Tracked = { readonly path: ProjectPath; readonly source?: Source }

/** The names in one folder that could change which files are tracked: its subfolders and the files of a tracked kind. */
export type Listing = { readonly folder: string; readonly names: string }

/** Which files make up the memory, and the folders whose listings prove that none is missing. */
export type Scan = {
  readonly tracked: readonly Tracked[]
  /** Where to look again: `fixed` paths are named by a pattern without wildcards, whether they exist or not. */
  readonly watch: Watch
  readonly listings: readonly Listing[]
  /** Files in card folders that cannot be cards, with the reason. */
  readonly oddities: readonly { readonly path: string; readonly reason: 'link' | 'extension' }[]
}
export type Watch = {
  readonly bases: readonly { readonly folder: string; readonly deep: boolean }[]
  readonly suffixes: readonly string[]
  readonly fixed: readonly string[]
}

/** Never cards: what init writes for agents and what is derived. */
const NEVER_CARDS = ['local', 'indexes', 'skills', 'integrations', 'ledger', 'evals'].map((name) => `${STORE}/${name}/**`)
/** Nor these. */
export const HOT_FILES: readonly string[] = ['index.md', 'state.md', 'next.md', 'README.md'].map((name) => `${STORE}/${name}`)
const ALWAYS_IGNORED = ['**/node_modules/**', '**/.git/**', '**/.hg/**', '**/.svn/**']
const SKIPPED_FOLDERS = new Set(['node_modules', '.git', '.hg', '.svn'])
const SKIPPED_IN_STORE = new Set(
  ['local', 'indexes', 'skills', 'integrations', 'ledger', 'evals'].map((name) => `${STORE}/${name}`),
)

/** Walks the folders the manifest names, where nobody did just now. Symbolic links are never followed. */
export function scanProject(files: Files, manifest: Manifest, walked?: readonly Looked[]): Scan {
  const watch = watchOf(manifest)
  const folders = walked ?? foldersOf(files, watch)
  const tracked = new Map<string, Tracked>()
  const cards =
    plainCards(manifest.cardGlobs, folders) ?? files.glob(manifest.cardGlobs, [...NEVER_CARDS, ...HOT_FILES, ...ALWAYS_IGNORED])
  // Whatever the patterns say: what was forgotten, settings and lists lie beside the cards.
  for (const path of cards) if (/\.md$/i.test(path)) track(tracked, path, undefined)
  for (const source of manifest.sources) {
    const ignore = [...ALWAYS_IGNORED, `${STORE}/**`, ...manifest.autoUpdate.ignorePatterns]
    for (const path of files.glob([source.glob], ignore)) if (!tracked.has(path)) track(tracked, path, source)
  }
  const { listings, oddities } = listed(folders)
  return { tracked: [...tracked.values()].sort(byKey((file) => file.path)), watch, listings, oddities }
}

function track(tracked: Map<string, Tracked>, path: string, source: Source | undefined): void {
  const safe = projectPath(path)
  if (safe !== undefined) tracked.set(path, source === undefined ? { path: safe } : { path: safe, source })
}

/** A folder and all below it, or it alone, and how the names of its files end. */
const PLAIN = /^([^*?[\]{}()!+@]+)\/(\*\*\/)?\*(\.[^*?[\]{}()!+@/]+)$/

/** What globbing would give for patterns such as `.pmem/**\/*.md`, without another walk; undefined for any other pattern. */
function plainCards(patterns: readonly string[], folders: readonly Looked[]): readonly string[] | undefined {
  const plain = patterns.map((pattern) => PLAIN.exec(pattern))
  const found: string[] = []
  for (const { folder, entries, below } of folders) {
    for (const match of plain) {
      if (match === null) return undefined
      const [, base = '', deep, suffix = ''] = match
      if (folder !== base && (deep === undefined || !folder.startsWith(`${base}/`))) continue
      for (const { name, kind } of entries)
        if (kind === 'file' && name.endsWith(suffix) && !name.startsWith('.')) found.push(below(name))
    }
  }
  return plain.includes(null) ? undefined : found.filter((path) => !HOT_FILES.includes(path))
}

/** The listings of folders, for a comparison with those of the last scan. */
export const listingsOf = (folders: readonly Looked[]): readonly Listing[] => listed(folders).listings

/** Walks the folders where cards and documents may lie. */
export function foldersOf(files: Files, watch: Watch): Looked[] {
  const folders: Looked[] = []
  lookOver(files, watch, (looked) => folders.push(looked))
  return folders
}

const MAGIC = /[*?[\]{}()!+@]/

/** Where cards and documents may lie. */
export function watchOf({ cardGlobs, sources }: Manifest): Watch {
  const patterns = [...cardGlobs, ...sources.map(({ glob }) => glob)]
  const bases: { readonly folder: string; readonly deep: boolean }[] = []
  const suffixes: string[] = []
  const fixed: string[] = []
  for (const pattern of patterns) {
    const segments = pattern.split('/')
    const magic = segments.findIndex((segment) => MAGIC.test(segment))
    if (magic < 0) fixed.push(pattern)
    else {
      bases.push({ folder: segments.slice(0, magic).join('/'), deep: magic < segments.length - 1 })
      suffixes.push(suffixOf(segments.at(-1) ?? ''))
    }
  }
  return { bases: outermost(bases), suffixes: sortedUnique(suffixes), fixed: sortedUnique(fixed) }
}

/** The literal ending of the last segment: `.md` for `*.md`, '' (any file) where a wildcard ends it. */
function suffixOf(segment: string): string {
  const literal = /[^*?[\]{}()!+@]*$/.exec(segment)?.[0] ?? ''
  const dot = literal.lastIndexOf('.')
  return dot < 0 ? '' : literal.slice(dot)
}

/** Folders to walk, without those that a deep one walks anyway. */
function outermost(bases: Watch['bases']): Watch['bases'] {
  const deep = sortedUnique(bases.filter((base) => base.deep).map((base) => base.folder))
  const shallow = sortedUnique(bases.map((base) => base.folder)).filter((folder) => !deep.includes(folder))
  const covered = (folder: string): boolean => deep.some((other) => other !== folder && contains(other, folder))
  return [...deep.map((folder) => ({ folder, deep: true })), ...shallow.map((folder) => ({ folder, deep: false }))]
    .filter(({ folder }) => !covered(folder))
    .sort(byKey(({ folder }) => folder))
}

// The whole project does not contain its dot folders: a pattern reaches those only by naming them.
const contains = (outer: string, inner: string): boolean =>
  outer === '' ? !inner.split('/').some((part) => part.startsWith('.')) : inner.startsWith(`${outer}/`)

type Walked = { readonly listings: Listing[]; readonly oddities: { path: string; reason: 'link' | 'extension' }[] }

function listed(folders: readonly Looked[]): Walked {
  const walked: Walked = { listings: [], oddities: [] }
  for (const { folder, entries, isTracked, below, enters } of folders) {
    const names: string[] = []
    for (const entry of entries) {
      const { name, kind } = entry
      if (kind === 'folder') {
        if (!enters(name)) continue
        names.push(`${name}/`)
      } else if (isTracked(name)) names.push(name)
      note(walked, below(name), entry, isTracked(name))
    }
    walked.listings.push({ folder, names: names.sort(byText).join('\n') })
  }
  walked.listings.sort(byKey(({ folder }) => folder))
  walked.oddities.sort(byKey(({ path }) => path))
  return walked
}

/** A folder that is looked over, with its entries in no order. */
export type Looked = {
  readonly folder: string
  readonly entries: readonly Entry[]
  /** True for names of the kinds that the patterns ask for. */
  readonly isTracked: (name: string) => boolean
  /** The path of an entry. */
  readonly below: (name: string) => string
  /** True for folders that are looked over in turn. */
  readonly enters: (name: string) => boolean
}

/** Walks the watched folders, each before those below it. The one traversal that says which files could be cards. */
export function lookOver(files: Files, watch: Watch, look: (looked: Looked) => void): void {
  const any = watch.suffixes.includes('')
  const isTracked = (name: string): boolean => any || watch.suffixes.some((suffix) => name.endsWith(suffix))
  const visit = (folder: string, deep: boolean): void => {
    const entries = files.entries(folder)
    if (entries === undefined) return
    const prefix = folder === '' ? '' : `${folder}/`
    const below = (name: string): string => prefix + name
    const enters = (name: string): boolean => deep && entersFolder(prefix + name, name)
    look({ folder, entries, isTracked, below, enters })
    if (deep) for (const { name, kind } of entries) if (kind === 'folder' && enters(name)) visit(prefix + name, true)
  }
  for (const { folder, deep } of watch.bases) visit(folder, deep)
}

const entersFolder = (path: string, name: string): boolean =>
  !SKIPPED_FOLDERS.has(name) && !SKIPPED_IN_STORE.has(path) && !name.startsWith('.')

function note(walked: Walked, path: string, { name, kind }: Entry, tracked: boolean): void {
  if (!path.startsWith(`${STORE}/`)) return
  if (kind === 'link') walked.oddities.push({ path, reason: 'link' })
  else if (kind === 'file' && !tracked && /\.(markdown|mdown|mkd|mdx|md)$/i.test(name))
    walked.oddities.push({ path, reason: 'extension' })
}

/** What lies in the folders of cards and is none. */
export const scanFindings = (scan: Scan): Finding[] =>
  scan.oddities.map(({ path, reason }) =>
    reason === 'link'
      ? {
          code: 'link-ignored',
          severity: 'warning',
          message: 'symbolic links are not followed; the file or folder behind it is not read',
          file: path,
          fix: 'Move the file here, or remove the link.',
        }
      : {
          code: 'extension-ignored',
          severity: 'warning',
          message: 'only files that end in .md are cards',
          file: path,
          fix: 'Rename the file to end in .md.',
        },
  )
