import type { Random } from '../random.ts'

/** Pieces that parsers trip over: marks of YAML, JSON and Markdown, names every object has, controls, halves of characters, huge numbers. */
export const PIECES: readonly string[] = [
  ...'---|\n|...|\n\n|\r\n|\r|: |- |? |[|]|{|}|"|\'|`|```|~~~|<!--|-->|# |## |[[|]]|](|&a |*a |!!|!tag |>|\\|\t|\0|\u202e|\u200b|\ufeff|\ud800|\udfff|é|决策|👩‍👩‍👧|\u2028'.split(
    '|',
  ),
  '|',
  '|-\n',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'true',
  'NaN',
  '1e999',
  '-1',
  '99999999999999999999',
  '0x10',
  '2026-07-03',
  '9999-99-99',
  '../../../etc/passwd',
  'C:\\x',
  '/',
  '%2e%2e/',
  '<<<<<<< ours\n',
  '=======\n',
  '>>>>>>> theirs\n',
  '{"e":"x","t":1,"k":"dirty","c":"module.a"}',
  '"t":1e308',
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  '((((((((((((((((((((',
  '[[[[[[[[[[[[[[[[[[[[',
  '{{{{{{{{{{{{{{{{{{{{',
]

/** A text of which often only some lines are left: what goes wrong in a long one mostly does in a short one, and sooner. */
export function partOf(random: Random, text: string): string {
  if (random.below(4) === 0) return text
  const most = 1 + random.below(3)
  return text.replace(/[^\n]*\n/g, (line) => (line === '---\n' || random.below(8) < most ? line : ''))
}

/** A text with a few places replaced, cut, doubled or filled with odd pieces. */
export function mutated(random: Random, text: string): string {
  let out = text
  for (let round = 1 + random.below(4); round > 0; round -= 1) {
    const at = random.below(out.length + 1)
    const length = random.below(4) === 0 ? random.below(out.length + 1) : random.below(8)
    const piece = random.pick(PIECES)
    switch (random.below(6)) {
      case 0:
        out = out.slice(0, at)
        break
      case 1:
        out = out.slice(0, at) + out.slice(at + length)
        break
      case 2:
        out = out.slice(0, at) + out.slice(at, at + length).repeat(1 + random.below(20)) + out.slice(at)
        break
      default:
        out = out.slice(0, at) + piece.repeat(random.below(8) === 0 ? 1 + random.below(200) : 1) + out.slice(at + random.below(4))
    }
    const most = random.below(48) === 0 ? 20_000 : 2_000
    if (out.length > most) out = out.slice(0, most)
  }
  return out
}

/** Bytes with bits turned over, cut short, or with a stretch moved. */
export function mutatedBytes(random: Random, bytes: Uint8Array): Uint8Array {
  const out = bytes.slice(0, random.below(5) === 0 ? random.below(bytes.length + 1) : bytes.length)
  for (let round = random.below(6) + (out.length === bytes.length ? 1 : 0); round > 0 && out.length > 0; round -= 1) {
    const at = random.below(out.length)
    if (random.below(6) === 0) out.copyWithin(at, random.below(out.length), Math.min(out.length, at + random.below(400)))
    else out[at] = random.below(2) === 0 ? out[at]! ^ (1 << random.below(8)) : random.below(256)
  }
  return out
}

/** Words and pieces in a row: a query nobody would type, or an argument. */
export function randomText(random: Random, words: readonly string[]): string {
  return Array.from({ length: random.below(8) }, () => (random.below(3) === 0 ? random.pick(PIECES) : random.pick(words))).join(
    random.pick([' ', '', '  ', '-', '/', '.']),
  )
}

/** Words that mean something to the store of the fuzzed commands. */
export const WORDS = [
  'session',
  'store',
  'module.a',
  'src/a.ts',
  'decision',
  'which',
  '为什么',
  'JSON',
  'port',
  '--json',
  '-n',
  '--',
  'ask',
]
