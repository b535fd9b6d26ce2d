import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { textReader } from '../../lib/indexes/bytes.ts'
import { type Container, DamagedIndex, openContainer } from '../../lib/indexes/container.ts'
import { type Edits, splicedSection } from '../../lib/indexes/container-splice.ts'
import { encodeContainer, type Row, writeContainer } from '../../lib/indexes/container-writer.ts'
import { byText } from '../../lib/text/order.ts'
import { generator } from './deck.ts'
import { piecesText } from './pieces.ts'

type Rows = ReadonlyMap<string, readonly string[]>

const HEADER = { kind: 'test', format: 1 }
const sorted = (rows: Rows): Row[] => [...rows.keys()].sort(byText).flatMap((key) => rows.get(key)!.map((row): Row => [key, row]))
const whole = (rows: Rows): Uint8Array[] => encodeContainer(HEADER, [{ name: 'a', open: '[', rows: sorted(rows) }])
const open = (bytes: readonly (string | Uint8Array)[]): Container => openContainer(textReader(bytes), 'test', 1)!
const spliced = (previous: Container, edits: Edits): Uint8Array[] =>
  writeContainer(HEADER, [splicedSection(previous, 'a', '[', edits)])
const text = piecesText

const ODD = ['', '"', '\\', 'a\nb', '\u{1f600}', '\uffee', '决策', '__proto__', 'k"', 'k']
function someRows(key: string, random: () => number): string[] {
  const long = random() < 0.05 ? 5000 : 60
  const many = random() < 0.1 ? 4 : 1
  return Array.from({ length: many }, (_, n) => JSON.stringify([key, n, 'x'.repeat(Math.floor(random() * long))]))
}

const spec = suite('indexes/container-splice')

spec('gives the bytes of a file written anew, whatever comes, goes or changes', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const random = generator(seed)
    const key = (): string => (random() < 0.1 ? ODD[Math.floor(random() * ODD.length)]! : `k${Math.floor(random() * 2000)}`)
    let rows: Rows = new Map(Array.from({ length: Math.floor(random() * 1500) }, key).map((one) => [one, someRows(one, random)]))
    let pieces = whole(rows)
    for (let step = 0; step < 6; step += 1) {
      const edits = new Map<string, string[]>()
      const fences = open(pieces)
        .chunks('a')
        .fences.map(([first]) => first!)
      for (let n = Math.floor(random() * 8); n >= 0; n -= 1) {
        // Chunks start at these, so that leaving one out joins two.
        const one = random() < 0.4 && fences.length > 0 ? fences[Math.floor(random() * fences.length)]! : key()
        edits.set(one, random() < 0.4 ? [] : someRows(one, random))
      }
      if (random() < 0.1) for (const one of [...rows.keys()].slice(10, 400)) edits.set(one, [])
      rows = new Map([...new Map([...rows, ...edits])].filter(([, under]) => under.length > 0))
      pieces = spliced(open(pieces), edits)
      assert.ok(text(pieces) === text(whole(rows)), `seed ${seed}, step ${step}`)
    }
  }
})
spec('copies everything where nothing is edited', () => {
  const rows = new Map(['a', 'b'].map((key) => [key, [JSON.stringify([key])]]))
  assert.is(text(spliced(open(whole(rows)), new Map())), text(whole(rows)))
  assert.is(text(spliced(open(whole(new Map())), new Map())), text(whole(new Map())))
})
spec('does not copy what was altered', () => {
  const rows = new Map(Array.from({ length: 900 }, (_, n) => [`k${n}`, [JSON.stringify([`k${n}`, 'x'.repeat(40)])]]))
  const altered = text(whole(rows)).replace('["k500","xx', '["k500","yx')
  assert.throws(
    () => spliced(open([altered]), new Map()),
    (error: unknown) => error instanceof DamagedIndex,
  )
})
spec.run()
