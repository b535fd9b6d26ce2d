import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { graphNode } from '../../lib/indexes/graph.ts'
import {
  baseName,
  kindBit,
  nameHits,
  nameTable,
  parents,
  slugOf,
  staticBase,
  stem,
  withoutSymbol,
} from '../../lib/indexes/names.ts'
import { NAME_KINDS } from '../../lib/model/graph.ts'
import { card } from './deck.ts'

const kinds = (given: Parameters<typeof card>[1], name: string): string[] => {
  const [set = 0] = nameTable([graphNode(card('module.auth-flow', given))]).get(name) ?? []
  return NAME_KINDS.filter((kind) => (set & kindBit(kind)) !== 0)
}

const spec = suite('indexes/names')

spec('knows a card by its id, slug, parts of the slug, title and aliases, folded', () => {
  const given = { title: 'The  Auth Flow', aliases: ['Sign-In'] }
  assert.equal(kinds(given, 'module.auth-flow'), ['id'])
  assert.equal(kinds(given, 'auth-flow'), ['slug', 'basename'])
  assert.equal(kinds(given, 'auth'), ['id_part'])
  assert.equal(kinds(given, 'the auth flow'), ['title'])
  assert.equal(kinds(given, 'sign-in'), ['alias'])
})
spec('takes parts of a slug of four characters and more', () => {
  const table = nameTable([graphNode(card('module.a-bcd_efgh.ijkl'))])
  assert.equal(
    ['a', 'bcd', 'efgh', 'ijkl'].map((part) => table.has(part)),
    [false, false, true, true],
  )
})
spec('knows a tag whole and, of several words, by each', () => {
  assert.equal(kinds({ tags: ['Hybrid-Search'] }, 'hybrid-search'), ['tag'])
  assert.equal(kinds({ tags: ['Hybrid-Search'] }, 'search'), ['tag_token'])
  assert.equal(kinds({ tags: ['plain'] }, 'plain'), ['tag'])
})
spec('knows the own file by path and basename', () => {
  const given = { file: '.pmem/modules/Login.md' }
  assert.equal(kinds(given, '.pmem/modules/login.md'), ['file'])
  assert.equal(kinds(given, 'login.md'), ['basename'])
  assert.equal(kinds(given, 'login'), ['basename'])
})
spec('knows source files by path, basename and every folder above, without their symbols', () => {
  const given = { sourceFiles: ['src/deep/db.ts#open'] }
  assert.equal(kinds(given, 'src/deep/db.ts'), ['source'])
  assert.equal(kinds(given, 'db.ts'), ['basename'])
  assert.equal(kinds(given, 'src/deep'), ['folder'])
  assert.equal(kinds(given, 'src'), ['folder'])
  assert.equal(kinds(given, 'db'), [])
})
spec('knows a glob by the folders before its first wildcard', () => {
  const given = { sourceFiles: ['lib/query/**/*.ts'] }
  assert.equal(kinds(given, 'lib/query'), ['folder'])
  assert.equal(kinds(given, 'lib'), ['folder'])
  assert.equal(kinds(given, '*.ts'), [])
})
spec('sorts hits by kind, then id', () => {
  const [a, b] = [card('a.x').id, card('b.x').id]
  assert.equal(
    nameHits([
      [kindBit('tag') | kindBit('slug'), b],
      [kindBit('tag'), a],
    ]),
    [
      { kind: 'slug', id: b },
      { kind: 'tag', id: a },
      { kind: 'tag', id: b },
    ],
  )
})
spec('takes paths apart', () => {
  assert.is(slugOf('a.b.c'), 'b.c')
  assert.is(slugOf('plain'), '')
  assert.is(baseName('a/b.md'), 'b.md')
  assert.is(stem('a/.gitignore'), '.gitignore')
  assert.is(stem('a/b.c.md'), 'b.c')
  assert.is(withoutSymbol('a/b.ts#c'), 'a/b.ts')
  assert.is(staticBase('*.ts'), '')
  assert.equal(parents('a/b/c.ts'), ['a/b', 'a'])
})
spec.run()
