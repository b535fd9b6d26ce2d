import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256 } from '../../lib/host/node.ts'
import {
  addBlock,
  addBlockBelowFirst,
  blockFault,
  blockText,
  findManagedBlock,
  HASH_COMMENT,
  replaceBlock,
  resigned,
  withoutBlock,
} from '../../lib/text/managed-block.ts'

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
spec('taken away again, every text is as it was: with any ends, empty, of blanks, with CRLF and a BOM', () => {
  for (const before of [
    '',
    '\n',
    '\n\n',
    'a',
    'a\n',
    'a\n\n',
    'a\n\n\n',
    'a\r\nb',
    'a\r\n',
    'a\nb\r\n',
    'a\r\nb\n',
    '\ufeff',
    '\ufeffa',
    ' ',
    'a\r',
  ]) {
    for (const syntax of [undefined, HASH_COMMENT]) {
      const text = addBlock(before, 'One', sha256, { isNew: false, ...(syntax === undefined ? {} : { syntax }) })
      assert.ok(text.startsWith(before))
      assert.is(withoutBlock(text, findManagedBlock(text, sha256, syntax)!), before, JSON.stringify(before))
    }
  }
  const made = addBlock('', 'One', sha256)
  assert.is(withoutBlock(made, findManagedBlock(made, sha256)!), undefined)
  for (const script of ['#!/bin/sh', '#!/bin/sh\n', '#!/bin/sh\necho\n', '#!/bin/sh\r\necho']) {
    const text = addBlockBelowFirst(script, 'One', sha256)
    assert.is(withoutBlock(text, findManagedBlock(text, sha256, HASH_COMMENT)!), script, JSON.stringify(script))
  }
})
spec('what somebody wrote behind the block, or into a file made for it, stays and is not glued to what stands before', () => {
  const text = `${addBlock('Before', 'One', sha256)}After\n`
  assert.is(withoutBlock(text, findManagedBlock(text, sha256)!), 'Before\nAfter\n')
  const made = `${addBlock('', 'One', sha256)}Mine\n`
  assert.is(withoutBlock(made, findManagedBlock(made, sha256)!), 'Mine\n')
})
spec('another body or other marks change the block alone', () => {
  const text = `${addBlock('A\r\n', 'One', sha256, { owners: ['b', 'c'] })}Z\r\n`
  const found = findManagedBlock(text, sha256)!
  assert.equal(found.marks, { gap: 1, owners: ['b', 'c'] })
  const next = replaceBlock(text, found, 'Two\nThree', sha256, { marks: { ...found.marks, owners: ['c'] } })
  assert.match(next, /^A\r\n\r\n<!-- pmem:begin v=1 sha256=[0-9a-f]{16} for=c -->\r\nTwo\r\nThree\r\n<!-- pmem:end -->\r\nZ\r\n$/)
  assert.is(findManagedBlock(next, sha256)?.edited, false)
})
spec('markers in code fences are text; a fence ends with as many marks of its kind', () => {
  const inner = '<!-- pmem:begin -->\nx\n<!-- pmem:end -->\n'
  for (const [open, close] of [
    ['```', '```'],
    ['~~~~ md', '~~~~'],
    ['   ````js', '`````'],
  ]) {
    const text = `${open}\n${inner}${close}\n`
    assert.equal([findManagedBlock(text, sha256), blockFault(text)], [undefined, undefined], open)
    assert.is(findManagedBlock(`${text}${inner}`, sha256)?.from, text.length, open)
  }
  assert.is(blockFault('~~~\n```\n~~~\n<!-- pmem:begin -->\n')?.line, 4)
  assert.is(findManagedBlock('# ```\n# pmem:begin v=1\nx\n# pmem:end\n', sha256, HASH_COMMENT)?.body, 'x')
})
spec('markers without a partner are told with their lines', () => {
  const [begin, end] = ['<!-- pmem:begin v=1 -->\n', '<!-- pmem:end -->\n']
  for (const [text, line, message] of [
    [`a\n${begin}`, 2, 'without pmem:end'],
    [`a\nb\n${end}`, 3, 'without pmem:begin'],
    [`${begin}${begin}${end}`, 2, 'again before the block of line 1'],
    [`${begin}${end}\n${begin}${end}`, 4, 'a second block'],
  ] as const) {
    const fault = blockFault(text)
    assert.is(fault?.line, line)
    assert.match(fault?.message as string, message)
  }
  assert.is(blockFault(`${begin}${end}`), undefined)
})
spec.run()
