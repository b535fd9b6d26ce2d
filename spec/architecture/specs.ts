import { FLOORS } from './imports.ts'
import { blanked, lineOf, placesOf, type SourceFile, type Violation } from './source-file.ts'

const isSpec = ({ path }: SourceFile): boolean => path.startsWith('spec/') && path.endsWith('.spec.ts')

/** Spec files whose last statement is not `.run()`, or that make a suite and never run it: uvu would pass them in silence. */
export function suitesNotRun(files: readonly SourceFile[]): Violation[] {
  return files.filter(isSpec).flatMap((file) => {
    const { code } = blanked(file)
    const lastLine = file.text.trimEnd().split('\n').length
    const suites = [...code.matchAll(/\b(?:const|let)\s+(\w+)\s*=\s*suite\b/g)]
    const forgotten = suites.filter(([, name]) => !new RegExp(`\\b${name}\\.run\\(\\)`).test(code))
    return [
      ...forgotten.map(({ index, 1: name }) => ({
        file: file.path,
        line: lineOf(file.text, index),
        message: `${name}.run() is missing`,
      })),
      ...(/\w\.run\(\)\s*$/.test(code) ? [] : [{ file: file.path, line: lastLine, message: 'the last line is not .run()' }]),
    ]
  })
}

/** Hooks (uvu passes a suite whose hook throws) and `.only` (leaves the others out). */
export function hooksAndOnly(files: readonly SourceFile[]): Violation[] {
  return files.filter(isSpec).flatMap((file) =>
    placesOf(file, /(?<=\w)\.(?:before|after)(?:\.each)?\s*\(|(?<=\w)\.only\s*\(/g).map(({ line, found }) => ({
      file: file.path,
      line,
      message: found.startsWith('.only') ? '.only leaves the other cases out' : 'a hook: build the input in the case',
    })),
  )
}

/** Specs below the name of a room whose file in lib does not exist: `spec/card/parse.spec.ts` is about `lib/card/parse.ts`. */
export function specsWithoutFile(files: readonly SourceFile[]): Violation[] {
  const paths = new Set(files.map(({ path }) => path))
  return files.filter(isSpec).flatMap(({ path }) => {
    const [, room, rest] = /^spec\/([^/]+)\/(.+)\.spec\.ts$/.exec(path) ?? []
    if (room === undefined || rest === undefined || FLOORS[room] === undefined) return []
    // `parse.yaml.spec.ts` is one more spec of parse.ts.
    const stem = rest.replace(/\.[^/]*$/, '')
    const found = [rest, stem].some((name) => paths.has(`lib/${room}/${name}.ts`))
    return found
      ? []
      : [{ file: path, line: 1, message: `lib/${room}/${stem}.ts does not exist: a spec mirrors the file it is about` }]
  })
}
