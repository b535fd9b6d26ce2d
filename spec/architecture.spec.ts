import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { climbingImports, deadImports, importCycles, strayPackages } from './architecture/imports.ts'
import { impureCalls } from './architecture/purity.ts'
import { badNames, defaultExports, forbiddenWords, longFiles } from './architecture/shape.ts'
import type { SourceFile, Violation } from './architecture/source-file.ts'
import { hooksAndOnly, specsWithoutFile, suitesNotRun } from './architecture/specs.ts'

const ROOT = join(import.meta.dirname, '..')
const BINARY = /\.(?:png|jpe?g|gif|ico|woff2?|gz|tgz|zip|wasm)$/i
const files = repositoryFiles()

/** What git tracks or would track; without git, what is there. */
function repositoryFiles(): SourceFile[] {
  return paths()
    .filter((path) => !BINARY.test(path))
    .flatMap((path) => {
      try {
        return [{ path, text: readFileSync(join(ROOT, path), 'utf8') }]
      } catch {
        return [] // deleted in the working tree, or a link to a folder
      }
    })
}

function paths(): string[] {
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    return [...new Set(listed.split('\0').filter((path) => path !== ''))].sort()
  } catch {
    return readdirSync(ROOT, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(ROOT.length + 1)
          .split(sep)
          .join('/'),
      )
      .filter((path) => !/(?:^|\/)(?:node_modules|dist|\.git)\//.test(path))
      .sort()
  }
}

function none(violations: readonly Violation[]): void {
  const lines = violations.map(({ file, line, message }) => `${file}:${line} ${message}`)
  assert.is(lines.length, 0, `${lines.length} broken:\n    ${lines.join('\n    ')}`)
}

const spec = suite('architecture')
spec('sees the files of the repository', () => assert.ok(files.some(({ path }) => path === 'lib/model/ids.ts')))
spec('a room imports lower floors only', () => none(climbingImports(files)))
spec('a package has one importer, and a pure room imports nothing of the platform', () => none(strayPackages(files)))
spec('every relative import names a file', () => none(deadImports(files)))
spec('no files import each other in a circle', () => none(importCycles(files)))
spec('a pure room has no clock, chance, locale, output or process', () => none(impureCalls(files)))
spec('no file is longer than 400 lines', () => none(longFiles(files)))
spec('file names are kebab-case and say what is inside', () => none(badNames(files)))
spec('nothing is exported as default', () => none(defaultExports(files)))
spec('no file holds a path of one machine or the host of a registry', () => none(forbiddenWords(files)))
spec('every suite runs', () => none(suitesNotRun(files)))
spec('no spec uses a hook or .only', () => none(hooksAndOnly(files)))
spec('a spec in a room mirrors a file of lib', () => none(specsWithoutFile(files)))
spec.run()
