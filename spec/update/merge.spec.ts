import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256 } from '../../lib/host/node.ts'
import { blockText } from '../../lib/text/managed-block.ts'
import { mergeCards } from '../../lib/update/merge.ts'
import { cardText } from '../world.ts'

const of = (fields: string, body = ''): string => cardText('module.a', fields, body)
const merged = (base: string, ours: string, theirs: string) => mergeCards(base, ours, theirs, sha256)

const spec = suite('update/merge: mergeCards')
spec('what one side took out of a list is out, what the other put in is in', () => {
  assert.is(merged(of('tags: [a, b]'), of('tags: [b]'), of('tags: [a, b, c]')).text, of('tags: [b, c]'))
})
spec('the latest day counts, and the earliest on which it was made', () => {
  const { text } = merged(
    of('created: 2026-01-02\nupdated: 2026-01-02'),
    of('created: 2026-01-01\nupdated: 2026-02-01'),
    of('created: 2026-01-03\nupdated: 2026-02-03T10:00:00Z'),
  )
  assert.is(text, of('created: 2026-01-01\nupdated: 2026-02-03T10:00:00Z'))
})
spec('comments, quotes and unknown fields stay as they stand', () => {
  const { text } = merged(
    of('# why\nowner: "ada" # she\nx-y: 1'),
    of('# why\nowner: "ada" # she\nx-y: 2'),
    of("# why\nowner: 'bob' # he\nx-y: 1"),
  )
  assert.is(text, of("# why\nowner: 'bob' # he\nx-y: 2"))
})
spec('a paragraph that both rewrote stays in both versions, and is told', () => {
  const result = merged(of('', '## A\n\nOld.\n'), of('', '## A\n\nMine.\n'), of('', '## A\n\nYours.\n'))
  assert.is(result.text, of('', '## A\n\nMine.\n\nYours.\n'))
  assert.equal(result, { kind: 'merged', text: result.text, clashes: ['A: changed on both sides; both are kept'] })
})
spec('a section that one side removed and the other changed stays', () => {
  const result = merged(of('', '## A\n\nOld.\n\n## B\n\nB.\n'), of('', '## B\n\nB.\n'), of('', '## A\n\nNew.\n\n## B\n\nB.\n'))
  assert.is(result.text, of('', '## A\n\nNew.\n\n## B\n\nB.\n'))
})
spec('a field that one side removed and the other changed stays, and is told in the card', () => {
  const { text } = merged(of('owner: ada'), of(''), of('owner: bob'))
  assert.match(text, 'owner: bob\n')
  assert.match(text, '- owner: "bob" on one side, removed on the other')
})
spec('two new cards under one id are a conflict, the same new card is none', () => {
  assert.is(merged('', of('title: One'), of('title: Two')).kind, 'conflict')
  assert.is(merged('', of('title: One\ntags: [a]'), of('title: One\ntags: [b]')).text, of('title: One\ntags: [a, b]'))
})
spec('line ends follow the side that changed them', () => {
  const base = of('status: draft', 'One.\n')
  const { text } = merged(base, base.replaceAll('\n', '\r\n'), of('status: draft', 'One.\n\nTwo.\n'))
  assert.is(text, of('status: draft', 'One.\n\nTwo.\n').replaceAll('\n', '\r\n'))
})
spec('a block of pmem that both sides had written anew is signed again; one edited by hand is not', () => {
  const hot = (body: string): string => `# State\n\n${blockText(body, sha256)}`
  const result = merged(hot('- a'), hot('- a\n- b'), hot('- c\n- a'))
  assert.is(result.text, hot('- c\n- a\n- b'))
  const edited = hot('- a\n- b').replace('- b', '- by hand')
  assert.match(
    merged(hot('- a'), edited, hot('- c\n- a')).text,
    /<!-- pmem:begin v=1 -->\n- c\n- a\n- by hand\n<!-- pmem:end -->/,
  )
})
spec.run()
