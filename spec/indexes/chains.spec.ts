import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { chainFindings } from '../../lib/indexes/chains.ts'
import type { EdgeType } from '../../lib/model/card.ts'
import type { Edge } from '../../lib/model/graph.ts'
import type { CardId } from '../../lib/model/ids.ts'

const edge = (from: string, to: string, type: EdgeType): Edge => ({
  from: from as CardId,
  to: to as CardId,
  type,
  source: 'explicit',
  confidence: 1,
  evidence: '',
})
const found = (type: EdgeType, ...pairs: string[]): string[] =>
  chainFindings(
    pairs.map((pair) => edge(pair[0]!, pair[1]!, type)),
    new Map(),
  ).map(({ code, message }) => `${code}: ${message}`)

const spec = suite('indexes/chains')

spec('has nothing to say about a straight chain', () => {
  assert.equal(found('supersedes', 'cb', 'ba'), [])
  assert.equal(found('depends_on', 'ab', 'bc', 'ac'), [])
})
spec('reports cards that supersede each other', () =>
  assert.match(found('supersedes', 'ab', 'bc', 'ca').join(), /^supersedes-cycle: a, b, c supersede/),
)
spec('reports two cards that replace the same one', () =>
  assert.match(found('supersedes', 'ac', 'bc').join(), /^supersedes-heads: c is superseded by a and b;/),
)
spec('accepts a card that replaces two, and a replacement that is replaced in turn', () => {
  assert.equal(found('supersedes', 'ab', 'ac'), [])
  assert.equal(found('supersedes', 'ac', 'bc', 'ba'), [])
})
spec('reports each circle of depends_on once', () => {
  assert.is(found('depends_on', 'ab', 'ba', 'cd', 'dc', 'bc').length, 2)
})
spec('looks at declared edges only', () => {
  assert.equal(chainFindings([{ ...edge('a', 'b', 'depends_on'), source: 'weak' }, edge('b', 'a', 'depends_on')], new Map()), [])
})
spec('survives a chain of fifty thousand cards', () => {
  const long = Array.from({ length: 50_000 }, (_, i) => edge(`c${i}`, `c${i + 1}`, 'depends_on'))
  assert.equal(chainFindings(long, new Map()), [])
  assert.is(chainFindings([...long, edge('c50000', 'c0', 'depends_on')], new Map()).length, 1)
})
spec.run()
