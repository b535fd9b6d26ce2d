import { conflictLine } from '../card/conflict.ts'
import { contentForHash } from '../card/content.ts'
import { splitFrontmatter } from '../card/frontmatter.ts'
import { appendToSection } from '../card/section-edit.ts'
import type { Sha256 } from '../model/ids.ts'
import { findManagedBlock, resigned } from '../text/managed-block.ts'
import { parseYaml } from '../text/yaml.ts'
import { mergeBody } from './merge-body.ts'
import { type FieldLines, fieldLines, mergeFields, textOf } from './merge-fields.ts'

export type Merged =
  | { readonly kind: 'merged'; readonly text: string; readonly clashes: readonly string[] }
  /** No card, or two cards: the text has conflict markers around what differs. */
  | { readonly kind: 'conflict'; readonly text: string; readonly reason: string }

/** Where two values of one field are written down that only one of can stand in the frontmatter. `verify` asks for a decision. */
export const CLASH_SECTION = 'Unresolved merge'

/**
 * Three versions of one file of the store as one: fields by name, lists as sets, the latest day, the body by section. Nothing
 * that either side wrote is lost: where both set one field, or rewrote one paragraph, both stay and are told. The same whichever
 * side is called ours, and merging what is merged already changes nothing. `base` is '' where there was no such file.
 * Line ends are those of the side that changed them. Never throws.
 */
export function mergeCards(base: string, ours: string, theirs: string, sha256: (text: string) => Sha256): Merged {
  if (ours === theirs || theirs === base) return { kind: 'merged', text: ours, clashes: [] }
  if (ours === base) return { kind: 'merged', text: theirs, clashes: [] }
  const sides = [base, ours, theirs].map((text) => readSide(text))
  const [o, a, b] = sides as [Side | undefined, Side | undefined, Side | undefined]
  const reason =
    o === undefined || a === undefined || b === undefined ? 'a version cannot be read as a card' : whyTwo(o, a, b, base === '')
  if (reason !== undefined) return { kind: 'conflict', text: marked(ours, theirs), reason }
  const fields = mergeFields(o!.fields, a!.fields, b!.fields)
  const body = mergeBody(o!.body, a!.body, b!.body)
  const hasBlock = a!.hasBlock || b!.hasBlock
  const clashed = [...fields.clashes].map((clash) => `- ${clash}`)
  const head = hasBlock ? `---\n${fields.lines.map((line) => `${line}\n`).join('')}---\n` : ''
  const whole = appendToSection(head + body.text, [CLASH_SECTION], clashed)
  const text = finished(signed(whole, ours, theirs, sha256), base, ours, theirs)
  const back = readSide(text)
  if (back === undefined || textOf(back.fields, 'id') !== textOf(a!.fields, 'id'))
    return { kind: 'conflict', text: marked(ours, theirs), reason: 'what comes of it is no card' }
  return { kind: 'merged', text, clashes: [...fields.clashes, ...body.clashes] }
}

type Side = { readonly fields: FieldLines; readonly hasBlock: boolean; readonly body: string }

/** One version, marks of pmem unsigned; undefined for one that is broken. */
function readSide(text: string): Side | undefined {
  const normal = contentForHash(text)
  const { block, body, bodyLine, problem } = splitFrontmatter(normal)
  if (problem !== null || conflictLine(normal, bodyLine) !== undefined) return undefined
  const fields = fieldLines(block ?? '')
  if (fields === undefined || parseYaml(block ?? '').problems.length > 0) return undefined
  return { fields: block === '' ? { fields: new Map(), rest: [] } : fields, hasBlock: block !== null, body: unsigned(body) }
}

/** Why these are not three versions of one card, or undefined. */
function whyTwo(base: Side, ours: Side, theirs: Side, isNew: boolean): string | undefined {
  if (ours.hasBlock !== theirs.hasBlock) return 'only one side has a frontmatter'
  if (textOf(ours.fields, 'id') !== textOf(theirs.fields, 'id')) return 'the sides have different ids'
  const titles = [ours, theirs].map(({ fields }) => textOf(fields, 'title'))
  const differ = titles[0] !== titles[1] && (isNew || !base.hasBlock)
  return differ && ours.hasBlock ? 'two new cards have one id' : undefined
}

const SIGNATURE = /^([ \t]*<!-- pmem:begin\b[^>]*?) sha256=[0-9a-f]{16}([^>]*-->[ \t]*)$/gm
const unsigned = (body: string): string => body.replace(SIGNATURE, '$1$2')

/** The managed block of pmem signed anew, unless somebody had edited it on either side: then it counts as edited. */
function signed(text: string, ours: string, theirs: string, sha256: (text: string) => Sha256): string {
  const intact = [ours, theirs].filter((side) => findManagedBlock(side, sha256)?.edited === false)
  const edited = [ours, theirs].some((side) => findManagedBlock(side, sha256)?.edited === true)
  return intact[0] === undefined || edited ? text : resigned(intact[0], text, sha256)
}

/** The byte-order mark, line ends and final line end that the sides agree on, or that one of them changed. */
function finished(text: string, base: string, ours: string, theirs: string): string {
  const pick = <T>(read: (side: string) => T, preferred: T): T => {
    const [o, a, b] = [read(base), read(ours), read(theirs)]
    return a === b || b === o ? a : a === o ? b : preferred
  }
  const bom = pick((side) => side.startsWith('\ufeff'), false)
  const eol = pick((side) => /\r\n|\n/.exec(side)?.[0] ?? '\n', '\n')
  const ends = pick((side) => /[\r\n]$/.test(side), true)
  const trimmed = text.replace(/\n+$/, '')
  const tail = pick((side) => /\n*$/.exec(contentForHash(side))![0].length, 1)
  const whole = trimmed + (ends ? '\n'.repeat(Math.max(1, tail)) : '')
  return (bom ? '\ufeff' : '') + (eol === '\n' ? whole : whole.replaceAll('\n', eol))
}

/** Both versions as git writes them where it cannot merge: equal lines at the beginning and the end once. */
function marked(ours: string, theirs: string): string {
  const [a, b] = [linesOf(ours), linesOf(theirs)]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  const ended = (lines: readonly string[]): string => {
    const text = lines.join('')
    return text === '' || text.endsWith('\n') ? text : `${text}\n`
  }
  return [
    a.slice(0, head).join(''),
    '<<<<<<< ours\n',
    ended(a.slice(head, a.length - tail)),
    '=======\n',
    ended(b.slice(head, b.length - tail)),
    '>>>>>>> theirs\n',
    a.slice(a.length - tail).join(''),
  ].join('')
}

const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
