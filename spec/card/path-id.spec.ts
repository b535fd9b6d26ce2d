import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { documentId } from '../../lib/card/path-id.ts'
import { cardId } from '../../lib/model/ids.ts'
import { sha256 } from './read.ts'

const spec = suite('card/path-id: documentId')
const id = (path: string): string => documentId(path, sha256)

spec('is the path without extension', () => {
  assert.is(id('docs/adr/0001-use-x.md'), 'doc.docs--adr--0001-use-x')
  assert.is(id('README.md'), 'doc.README')
  assert.is(id('vault/a.b.c.md'), 'doc.vault--a.b.c')
})
spec('keeps letters and digits of any script, and case', () => assert.is(id('文档/J2EE基础知识.md'), 'doc.文档--J2EE基础知识'))
spec('adds a hash of the path where something is lost', () => {
  for (const path of [
    'docs/a b.md',
    'docs/a--b.md',
    'docs/-a.md',
    'docs/a-/b.md',
    'docs/x.markdown',
    'docs/e\u0301.md',
    `docs/${'a'.repeat(200)}.md`,
  ]) {
    assert.match(id(path), /^doc\.[^\s/]+-[0-9a-f]{8}$/, path)
    assert.ok(id(path).length <= 140, path)
  }
})
spec('gives different paths different ids', () => {
  const paths = [
    'a/b.md',
    'a--b.md',
    'a-/b.md',
    'a/-b.md',
    'a b.md',
    'a-b.md',
    'a?b.md',
    'a/b.markdown',
    'a/b',
    'A/b.md',
    'é.md',
    'e\u0301.md'.normalize('NFD'),
    'a.b.md',
  ]
  const nfc = new Set(paths.map((path) => path.normalize('NFC')))
  assert.is(new Set(paths.map(id)).size, paths.length)
  assert.is(nfc.size, paths.length - 1)
})
spec('is a safe id', () => {
  for (const path of ['.claude/memory/x.md', 'a\u200bb.md', '😀.md', '…/x.md']) assert.is(cardId(id(path)), id(path))
})
spec.run()
