import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Change, parseNameStatus, parseStatus, within } from '../../lib/update/changes.ts'

const status = (...entries: readonly string[]): readonly string[] =>
  parseStatus(entries.map((entry) => `${entry}\0`).join('')).map(told)
const told = ({ path, kind, from }: Change): string => `${kind} ${path}${from === undefined ? '' : ` from ${from}`}`

const spec = suite('update/changes')
spec('every pair of letters of git status', () => {
  const kinds: Readonly<Record<string, string>> = {
    ' M': 'changed',
    'M ': 'changed',
    MM: 'changed',
    ' T': 'changed',
    'T ': 'changed',
    MT: 'changed',
    ' m': 'changed',
    ' ?': 'changed',
    'A ': 'added',
    AM: 'added',
    AT: 'added',
    ' A': 'added',
    '??': 'added',
    AA: 'added',
    AU: 'added',
    UA: 'added',
    ' D': 'deleted',
    'D ': 'deleted',
    MD: 'deleted',
    AD: 'deleted',
    TD: 'deleted',
    DD: 'deleted',
    UD: 'deleted',
    UU: 'changed',
    DU: 'changed',
  }
  for (const [code, kind] of Object.entries(kinds)) assert.equal(status(`${code} a b.ts`), [`${kind} a b.ts`], code)
  assert.equal(status('!! dist/x.js'), [])
})
spec('a rename names both paths, a copy leaves the old one, and what follows is read right', () => {
  assert.equal(status('R  new.ts', 'old.ts', ' M x.ts'), ['deleted old.ts', 'added new.ts from old.ts', 'changed x.ts'])
  assert.equal(status('RM new.ts', 'old.ts'), ['deleted old.ts', 'added new.ts from old.ts'])
  assert.equal(status('RD new.ts', 'old.ts'), ['deleted old.ts', 'deleted new.ts'])
  assert.equal(status(' C copy.ts', 'old.ts'), ['added copy.ts from old.ts'])
})
spec('paths are taken as they are: blanks, quotes, line breaks, arrows, other scripts', () => {
  for (const path of ['a  b', '"q".ts', 'a\nb', 'a -> b', '存储/文 件.ts', ' lead'])
    assert.equal(status(`?? ${path}`), [`added ${path}`])
})
spec('the letters of git diff --name-status', () => {
  const read = (...entries: readonly string[]): readonly string[] =>
    parseNameStatus(entries.map((entry) => `${entry}\0`).join('')).map(told)
  assert.equal(read('M', 'a', 'A', 'b', 'D', 'c', 'T', 'd', 'R087', 'old', 'new', 'C100', 'e', 'f', 'M', 'g'), [
    'changed a',
    'added b',
    'deleted c',
    'changed d',
    'deleted old',
    'added new from old',
    'added f from e',
    'changed g',
  ])
})
spec('output that is cut off or no output of git is no error', () => {
  for (const text of ['', '\0', 'R  new.ts', 'R  new.ts\0', 'XY', 'M', 'M\0', 'R1\0a\0', '\0\0\0']) {
    parseStatus(text)
    parseNameStatus(text)
  }
  assert.equal(parseStatus(''), [])
})
spec('only what lies below the project counts, from there, each path once', () => {
  const changes: readonly Change[] = [
    { path: 'packages/web/b.ts', kind: 'changed' },
    { path: 'packages/web/b.ts', kind: 'deleted' },
    { path: 'packages/website/x.ts', kind: 'changed' },
    { path: 'packages/web/vendor/lib/', kind: 'added' },
    { path: 'packages/web/a.ts', kind: 'added', from: 'packages/api/a.ts' },
    { path: 'packages/web/c.ts', kind: 'added', from: 'packages/web/d.ts' },
  ]
  assert.equal(within('packages/web/', changes).map(told), [
    'added a.ts',
    'changed b.ts',
    'added c.ts from d.ts',
    'added vendor/lib',
  ])
  assert.is(within('', changes).length, 5)
})
spec.run()
