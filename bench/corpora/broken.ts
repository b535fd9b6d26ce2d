import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documentOf, type Ending } from './program.ts'
import { sample } from './sample.ts'

/** A file with one fault, and how a report must name it. */
export type Planted = {
  readonly file: string
  readonly bytes: Uint8Array
  readonly line: number
  readonly reason: RegExp
}

const text = (...lines: readonly string[]): Uint8Array => Buffer.from(`${lines.join('\n')}\n`)

const FAULTS: readonly (Omit<Planted, 'file'> & { readonly name: string })[] = [
  {
    name: 'planted-bad-yaml',
    bytes: text('---', 'title: Planted bad YAML', 'author: "nobody" and more', '---', '', 'Text.'),
    line: 3,
    reason: /yaml/i,
  },
  {
    name: 'planted-duplicate-key',
    bytes: text('---', 'title: Planted duplicate key', 'author: one', 'author: two', '---', '', 'Text.'),
    line: 4,
    reason: /duplicate|twice|unique/i,
  },
  {
    name: 'planted-unclosed-frontmatter',
    bytes: text('---', 'title: Planted unclosed frontmatter', 'author: nobody', '', '# Heading', '', 'Text.'),
    line: 1,
    reason: /clos/i,
  },
  {
    name: 'planted-merge-markers',
    bytes: text('# Planted merge markers', '', '<<<<<<< HEAD', 'Ours.', '=======', 'Theirs.', '>>>>>>> branch', '', 'Text.'),
    line: 3,
    reason: /merge|conflict/i,
  },
  {
    name: 'planted-not-utf8',
    bytes: Buffer.concat([text('# Planted Latin-1', '', 'Text.'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])]),
    line: 4,
    reason: /utf-?8/i,
  },
]

/** Writes one file of each fault into folders that hold documents, drawn from `files`. */
export function plant(root: string, files: readonly string[], seed: string): readonly Planted[] {
  const folders = [...new Set(files.map((file) => dirname(file)))]
  const drawn = sample(folders, FAULTS.length, seed)
  return FAULTS.map(({ name, ...fault }, at) => {
    const folder = drawn[at % drawn.length] as string
    const file = folder === '.' ? `${name}.md` : `${folder}/${name}.md`
    mkdirSync(join(root, folder), { recursive: true })
    writeFileSync(join(root, file), fault.bytes)
    return { ...fault, file }
  })
}

type Found = { readonly file?: string; readonly line?: number; readonly message: string }

/** What is missing in the reports on a planted file; undefined where file, line and reason are named for programs and for people. */
export function unnamed({ file, line, reason }: Planted, json: Ending, plain: Ending): string | undefined {
  const findings = documentOf<{ findings?: readonly Found[] }>(json)?.findings?.filter((found) => found.file === file) ?? []
  if (findings.length === 0) return 'not named'
  if (!findings.some((found) => found.line === line && reason.test(found.message)))
    return `expected line ${line} and ${reason}, found ${findings.map((found) => `line ${found.line}: ${found.message}`).join('; ')}`
  const printed = `${plain.stdout}\n${plain.stderr}`
    .split('\n')
    .some((row) => row.includes(`${file}:${line}`) && reason.test(row))
  return printed ? undefined : `no line of text names ${file}:${line} with its reason`
}
