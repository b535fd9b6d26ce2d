import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256 } from '../../lib/host/node.ts'
import { addBlock, blockText, findManagedBlock, resigned } from '../../lib/text/managed-block.ts'

const spec = suite('text/managed-block')
spec('finds the block that was added, and knows it as its own', () => {
  for (const before of ['', 'Text', 'Text\n', 'Text\n\n', 'Text\r\nmore\r\n']) {
    const text = addBlock(before, 'One\nTwo', sha256)
    assert.ok(text.startsWith(before))
    const found = findManagedBlock(text, sha256)
    assert.equal([found?.body, found?.edited, text.slice(found?.to)], ['One\nTwo', false, ''], JSON.stringify(before))
  }
})
spec('a checkout with other line ends is no edit, a changed line is one', () => {
  const text = addBlock('Text\n', 'One\nTwo', sha256)
  assert.is(findManagedBlock(text.replaceAll('\n', '\r\n'), sha256)?.edited, false)
  assert.is(findManagedBlock(text.replace('Two', 'Three'), sha256)?.edited, true)
  assert.is(findManagedBlock('<!-- pmem:begin -->\nx\n<!-- pmem:end -->', sha256)?.edited, true)
})
spec('a block that never ends is none', () => {
  assert.is(findManagedBlock('<!-- pmem:begin v=1 -->\nOne\n', sha256), undefined)
  assert.is(findManagedBlock('Say `<!-- pmem:begin -->` here\n<!-- pmem:end -->\n', sha256), undefined)
})
spec('what pmem changes in its own block is signed anew, what a person edited stays unsigned', () => {
  const text = addBlock('Text\n', 'See [[a.b]]', sha256)
  assert.is(resigned(text, text.replace('a.b', 'a.c'), sha256), addBlock('Text\n', 'See [[a.c]]', sha256))
  const edited = text.replace('See', 'Look at')
  assert.is(resigned(edited, edited.replace('a.b', 'a.c'), sha256), edited.replace('a.b', 'a.c'))
  assert.is(blockText('x', sha256, '\r\n').split('\r\n').length, 4)
})
spec.run()
