import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { climbingImports, deadImports, importCycles, strayPackages } from './imports.ts'
import { impureCalls } from './purity.ts'
import { badNames, defaultExports, forbiddenWords, longFiles } from './shape.ts'
import { blanked, importsOf, type SourceFile, type Violation } from './source-file.ts'
import { hooksAndOnly, specsWithoutFile, suitesNotRun } from './specs.ts'

type Rule = (files: readonly SourceFile[]) => Violation[]
const file = (path: string, ...lines: string[]): SourceFile => ({ path, text: lines.join('\n') })
const places = (rule: Rule, ...files: SourceFile[]): string[] => rule(files).map(({ file, line }) => `${file}:${line}`)

const reading = suite('architecture/source-file')
reading('blanks comments and the inside of strings, templates and patterns, and keeps every place', () => {
  const text = "a('x//y') /* b */ + `c${d('e')}f` // g\nconst h = /[/]'i/.test(j) / 2"
  const { code, withStrings } = blanked({ path: 'x.ts', text })
  assert.is(code, "a('    ')         + ` ${d(' ')} `     \nconst h = /     /.test(j) / 2")
  assert.is(withStrings, "a('x//y')         + `c${d('e')}f`     \nconst h = /[/]'i/.test(j) / 2")
})
reading('finds imports of every form, and none in a comment or a string', () => {
  const text = [
    "import a from './a.ts'",
    "import type {\n  B,\n} from './b.ts'",
    "export * from './c.ts'",
    "export { d } from './d.ts'",
    "import './e.ts'",
    "const f = await import('./f.ts')",
    "type G = import('./g.ts').G",
    "// import './h.ts'",
    'const i = "import \'./i.ts\'"',
    "export const j = './j.ts'",
  ]
  const found = importsOf(file('lib/x/y.ts', ...text))
  assert.equal(
    found.map(({ specifier }) => specifier),
    ['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts', './g.ts'],
  )
  assert.equal(
    found.map(({ line }) => line),
    [1, 2, 5, 6, 7, 8, 9],
  )
})
reading.run()

const imports = suite('architecture/imports')
imports('a lower floor and the own room are allowed', () => {
  const text = ["import { a } from '../model/ids.ts'", "import type { b } from './other.ts'"]
  assert.equal(climbingImports([file('lib/query/ask.ts', ...text)]), [])
})
imports('a higher floor is named with its line', () => {
  assert.equal(places(climbingImports, file('lib/text/order.ts', '', "import { a } from '../card/parse.ts'")), [
    'lib/text/order.ts:2',
  ])
})
imports('a neighbour on the same floor is named, types too', () => {
  assert.equal(places(climbingImports, file('lib/query/ask.ts', "import type { a } from '../facts/rank.ts'")), [
    'lib/query/ask.ts:1',
  ])
})
imports('a room without a floor is named', () => {
  assert.equal(places(climbingImports, file('lib/attic/box.ts', '')), ['lib/attic/box.ts:1'])
})
imports('lib reaches nothing outside lib', () => {
  assert.equal(places(climbingImports, file('lib/cli/main.ts', "import '../../bin/pmem.ts'")), ['lib/cli/main.ts:1'])
})
imports('the engine may not reach the platform, the library for Node may', () => {
  const text = "export { nodeHost } from './host/node.ts'"
  assert.equal(places(climbingImports, file('lib/index.ts', text), file('lib/node.ts', text)), ['lib/index.ts:1'])
})
imports('a package is imported by its one file', () => {
  const text = "import { parse } from 'yaml'"
  assert.equal(places(strayPackages, file('lib/text/yaml.ts', text), file('lib/card/parse.ts', text)), ['lib/card/parse.ts:1'])
})
imports('a package that is not in the table is named', () => {
  assert.equal(places(strayPackages, file('bin/pmem.ts', "import x from '@scope/left-pad/deep'")), ['bin/pmem.ts:1'])
})
imports('a pure room imports nothing of the platform, host does', () => {
  const text = "import { join } from 'node:path'"
  assert.equal(places(strayPackages, file('lib/store/apply.ts', text), file('lib/host/node.ts', text)), ['lib/store/apply.ts:1'])
})
imports('an import of a missing file, or without its extension, is named', () => {
  const files = [
    file('spec/a.spec.ts', "import '../lib/b.ts'", "import '../lib/b'", "import '../lib/c.ts'"),
    file('lib/b.ts', ''),
  ]
  assert.equal(places(deadImports, ...files), ['spec/a.spec.ts:2', 'spec/a.spec.ts:3'])
})
imports('a cycle is named once, with its path', () => {
  const files = [
    file('lib/card/a.ts', "import './b.ts'"),
    file('lib/card/b.ts', "import './c.ts'"),
    file('lib/card/c.ts', '', "import './a.ts'"),
    file('lib/card/d.ts', "import './a.ts'"),
  ]
  assert.equal(importCycles(files), [
    {
      file: 'lib/card/c.ts',
      line: 2,
      message: 'closes a cycle: lib/card/a.ts -> lib/card/b.ts -> lib/card/c.ts -> lib/card/a.ts',
    },
  ])
})
imports.run()

const purity = suite('architecture/purity')
const IMPURE = [
  'Date.now()',
  'new Date()',
  'new Date',
  'Date()',
  'performance.now()',
  'Math.random()',
  'a.localeCompare(b)',
  'a.toLocaleLowerCase()',
  'a?.toLocaleString()',
  'Intl.Segmenter',
  'new Intl.Collator()',
  'console.log(a)',
  'process.env.A',
  'globalThis.x',
  'setTimeout(f)',
]
for (const text of IMPURE) {
  purity(`${text} is named in a pure room`, () =>
    assert.equal(places(impureCalls, file('lib/query/ask.ts', '', text)), ['lib/query/ask.ts:2']),
  )
}
purity('a clock and a console are the business of host and cli, a locale is not', () => {
  const files = [
    file('lib/host/node.ts', 'Date.now()'),
    file('lib/cli/main.ts', 'console.log(1)'),
    file('lib/cli/b.ts', 'a.localeCompare(b)'),
  ]
  assert.equal(places(impureCalls, ...files), ['lib/cli/b.ts:1'])
})
purity('a date that is given, a name that ends alike, a comment and a string are allowed', () => {
  const text = ['new Date(0)', 'utcDate(x)', 'file.process.x', "'Date.now()'", '// console.log', 'Date.UTC(1)', 'preprocess.x']
  assert.equal(places(impureCalls, file('lib/query/ask.ts', ...text)), [])
})
purity.run()

const shape = suite('architecture/shape')
shape('a file of 400 lines stands, one of 401 is named', () => {
  const lines = (count: number): string[] => Array.from({ length: count }, () => 'x')
  assert.equal(places(longFiles, file('lib/card/a.ts', ...lines(400)), file('lib/card/b.ts', ...lines(401))), [
    'lib/card/b.ts:401',
  ])
})
for (const name of [
  'lib/card/parseCard.ts',
  'lib/card/Parse.ts',
  'lib/card/parse_card.ts',
  'lib/card/utils.ts',
  'lib/card/card-helper.ts',
  'lib/card/index.ts',
]) {
  shape(`${name} is not a name`, () => assert.equal(places(badNames, file(name, '')), [`${name}:1`]))
}
shape('kebab-case and dotted kinds are names', () => {
  assert.equal(
    places(
      badNames,
      file('lib/index.ts', ''),
      file('lib/text/stop-words.ts', ''),
      file('.ci/build.ts', ''),
      file('spec/a/b.spec.ts', ''),
    ),
    [],
  )
})
shape('a default export is named, in both forms', () => {
  const text = ['export default 1', 'export { a as default }', 'export const b = 1']
  assert.equal(places(defaultExports, file('lib/card/a.ts', ...text)), ['lib/card/a.ts:1', 'lib/card/a.ts:2'])
})
shape('paths of one machine and registry hosts are named, in any text file', () => {
  const path = (...parts: string[]): string => parts.join('/')
  const text = [
    path('', 'work', 'main', 'x'),
    path('see ', 'tmp', 'brief', 'y'),
    path('', 'root', '.cfg'),
    ['registry', 'npmjs', 'org'].join('.'),
  ]
  assert.equal(places(forbiddenWords, file('README.md', ...text)).slice(0, 4), [
    'README.md:1',
    'README.md:2',
    'README.md:3',
    'README.md:4',
  ])
})
shape('a path that only looks alike is allowed', () => {
  assert.equal(places(forbiddenWords, file('README.md', 'docs/work/main', '../shared/eval', 'the root/of it', '~/root/x')), [])
})
shape.run()

const specs = suite('architecture/specs')
specs('a suite that runs on the last line is fine', () => {
  assert.equal(places(suitesNotRun, file('spec/a.spec.ts', "const spec = suite('a')", 'spec.run()', '')), [])
})
specs('a suite that is never run is named', () => {
  const text = ["const one = suite('a')", "const two = suite('b')", 'two.run()']
  assert.equal(places(suitesNotRun, file('spec/a.spec.ts', ...text)), ['spec/a.spec.ts:1'])
})
specs('a file that does not end in run is named, also where a comment says it', () => {
  assert.equal(places(suitesNotRun, file('spec/a.spec.ts', "test('a', f)", '// test.run()')), ['spec/a.spec.ts:2'])
})
specs('hooks and only are named', () => {
  const text = ['spec.before(f)', 'spec.after.each(f)', "spec.only('a', f)", "spec('before', f)", 'a.beforehand(1)']
  assert.equal(places(hooksAndOnly, file('spec/a.spec.ts', ...text)), [
    'spec/a.spec.ts:1',
    'spec/a.spec.ts:2',
    'spec/a.spec.ts:3',
  ])
})
specs('a spec in a room mirrors a file of lib', () => {
  const files = [
    file('lib/card/parse.ts', ''),
    file('spec/card/parse.spec.ts', ''),
    file('spec/card/parse.yaml.spec.ts', ''),
    file('spec/card/gone.spec.ts', ''),
    file('spec/faults/parse.spec.ts', ''),
  ]
  assert.equal(places(specsWithoutFile, ...files), ['spec/card/gone.spec.ts:1'])
})
specs.run()
