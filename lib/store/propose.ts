import type { Source } from '../model/manifest.ts'
import type { Files } from '../model/ports.ts'
import { byText } from '../text/order.ts'

export type Proposal = Source & { readonly files: number }

/** Folders that hold decision records, wherever they lie in a project. */
const DECISION_FOLDERS = /(?:^|\/)(?:adrs?|decisions|decision-records|architecture-decisions)$/i
/** Pages in such a folder that are no record: its index, and the form for new records. */
const NO_RECORD = '{README,readme,index,template,TEMPLATE,_template,000-template,0000-template,adr-template*}.md'
/** Folders whose Markdown is nobody's knowledge of this project. */
const IGNORED = new Set([
  'node_modules',
  'vendor',
  'third_party',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  '__pycache__',
  'venv',
  'Pods',
])
/** Dot folders that hold memory; all others are settings of tools. */
const MEMORY_FOLDERS = ['.claude/memory', '.github', '.cursor/rules', '.agents/memory']
const MAX_DEPTH = 12

/**
 * The Markdown a project already has, as sources for the manifest: decision records, documents, files in the root,
 * memories of agents. Only patterns that match a file are proposed, most specific first, so that each file counts for the first.
 */
export function proposeSources(files: Files): readonly Proposal[] {
  const folders = markdownFolders(files)
  const decisions = [...folders.keys()].filter((folder) => DECISION_FOLDERS.test(folder)).sort(byText)
  const proposals: { glob: string; type: string }[] = decisions.flatMap((folder) => [
    { glob: `${escaped(folder)}/**/${NO_RECORD}`, type: 'doc' },
    { glob: `${escaped(folder)}/**/*.md`, type: 'decision' },
  ])
  if ((folders.get('') ?? 0) > 0) proposals.push({ glob: '*.md', type: 'doc' })
  const tops = new Set([...folders.keys()].filter((folder) => folder !== '').map(topOf))
  for (const top of [...tops].sort(byText)) proposals.push({ glob: `${escaped(top)}/**/*.md`, type: 'doc' })
  const counted = new Set<string>()
  return proposals
    .map(({ glob, type }) => {
      const fresh = files.glob([glob], ['**/node_modules/**']).filter((path) => !counted.has(path))
      for (const path of fresh) counted.add(path)
      return { glob, type, files: fresh.length }
    })
    .filter((proposal) => proposal.files > 0)
}

const topOf = (folder: string): string =>
  MEMORY_FOLDERS.find((memory) => folder === memory || folder.startsWith(`${memory}/`)) ?? folder.split('/')[0]!

/** A folder name is no pattern, whatever characters it has. */
const escaped = (folder: string): string => folder.replace(/[*?[\]{}()!+@\\]/g, '\\$&')

/** Folders that hold Markdown, with the number of files directly in them. */
function markdownFolders(files: Files): Map<string, number> {
  const found = new Map<string, number>()
  const visit = (folder: string, depth: number): void => {
    for (const { name, kind } of files.list(folder) ?? []) {
      const path = folder === '' ? name : `${folder}/${name}`
      if (kind === 'file' && name.endsWith('.md')) found.set(folder, (found.get(folder) ?? 0) + 1)
      else if (kind === 'folder' && depth < MAX_DEPTH && !name.startsWith('.') && !IGNORED.has(name)) visit(path, depth + 1)
    }
  }
  visit('', 0)
  for (const folder of MEMORY_FOLDERS) visit(folder, 1)
  return found
}
