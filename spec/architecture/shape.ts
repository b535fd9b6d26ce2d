import { lineOf, placesOf, type SourceFile, type Violation } from './source-file.ts'

const MAX_LINES = 400
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/
/** Names that say nothing about what is inside. */
const EMPTY_NAMES = /(?:^|-)(?:utils?|helpers?|manager|service|common|misc|stuff)(?:\.|-|$)/

const isCode = ({ path }: SourceFile): boolean => path.endsWith('.ts')

export function longFiles(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(isCode)
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => ({
      file: path,
      line: MAX_LINES + 1,
      message: `${lines} lines: ${MAX_LINES} is the end, split it by question`,
    }))
}

export function badNames(files: readonly SourceFile[]): Violation[] {
  return files.filter(isCode).flatMap(({ path }) => {
    const at = (message: string): Violation[] => [{ file: path, line: 1, message }]
    const names = path
      .replace(/\.ts$/, '')
      .split('/')
      .map((name) => name.replace(/^\./, ''))
    if (names.some((name) => !KEBAB.test(name))) return at('the name is not kebab-case')
    if (names.some((name) => EMPTY_NAMES.test(name))) return at('the name says nothing: name the file after what it answers')
    return /^lib\/[^/]+\/index\.ts$/.test(path) ? at('a barrel: import the file that has the thing') : []
  })
}

export function defaultExports(files: readonly SourceFile[]): Violation[] {
  return files.filter(isCode).flatMap((file) =>
    placesOf(file, /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/g).map(({ line }) => ({
      file: file.path,
      line,
      message: 'default export: give it its name',
    })),
  )
}

/** Words that belong to one machine or one registry. Written in parts, so that this file does not hold them itself. */
const FORBIDDEN: readonly RegExp[] = [
  new RegExp(`(?<![\\w.~-])/${'work'}/(?:main|shared|\\.)`, 'g'),
  new RegExp(`/${'tmp'}/brief`, 'g'),
  new RegExp(`(?<![\\w.~-])/${'root'}/`, 'g'),
  new RegExp(`\\b${'registry'}\\.(?:npmjs|yarnpkg|npmmirror)\\b`, 'g'),
  new RegExp(`\\b${'npmjs'}\\.org\\b`, 'g'),
  new RegExp(`\\b${'deb'}\\.debian\\.org\\b`, 'g'),
]

/** Paths of one machine and hosts of registries, in any text file of the repository. */
export function forbiddenWords(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path, text }) =>
    FORBIDDEN.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
        file: path,
        line: lineOf(text, index),
        message: `holds ${found}`,
      })),
    ),
  )
}
