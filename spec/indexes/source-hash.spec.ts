import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sourceHash } from '../../lib/indexes/source-hash.ts'
import type { Sha256 } from '../../lib/model/ids.ts'
import { sha256 } from './deck.ts'

const files = [
  { path: 'b.md', hash: 'h1' as Sha256 },
  { path: 'a.md', hash: 'h2' as Sha256 },
]
const hash = (entries = files, inputs = 'x'): string => sourceHash(entries, inputs, sha256)

const spec = suite('indexes/source-hash')

spec('is the SHA-256 of the inputs and the sorted lines', () => assert.is(hash(), sha256('x\nh2 a.md\nh1 b.md\n')))
spec('does not depend on the order of the files', () => assert.is(hash([...files].reverse()), hash()))
spec('changes with a path, a content, a file more and the inputs', () => {
  const [b, a] = files
  const others = [hash([{ ...b!, path: 'c.md' }, a!]), hash([{ ...b!, hash: 'h3' as Sha256 }, a!]), hash([b!]), hash(files, 'y')]
  assert.is(new Set([hash(), ...others]).size, 5)
})
spec.run()
