import type { Node, Pair } from 'yaml'
import { isAlias, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { YamlNode, YamlPair, YamlPlace, YamlProblem, YamlResult } from './yaml-node.ts'
import { isNullText } from './yaml-node.ts'
import { parsePlainYaml } from './yaml-plain.ts'

const MAX_DEPTH = 64
// The package needs quadratic time on some broken texts: 0.8 s at this length, minutes at a megabyte.
const MAX_LENGTH = 65_536
const STACK_DEPTH = 400
// A manifest or a frontmatter repeats itself a few times; a bomb of nested aliases grows without end.
const MAX_ALIASED_NODES = 2_000
const CORE = 'tag:yaml.org,2002:'
const CORE_TAGS: ReadonlySet<string> = new Set([
  ...['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => CORE + name),
  '!',
])

/**
 * Reads YAML 1.2 (core schema) into a plain tree without casts: every scalar keeps the text that was written.
 * `firstLine` is the line of the file on which `text` starts; line ends must be LF. Never throws: what cannot be read
 * is a problem with its place, and the tree then holds what could be read. Duplicate keys, foreign tags, aliases that
 * multiply, nesting over 64 levels and more than 64 K of what is no plain list of fields are problems; nothing is ever executed.
 */
export function parseYaml(text: string, firstLine = 1): YamlResult {
  const plain = parsePlainYaml(text, firstLine)
  return plain === null ? parseFullYaml(text, firstLine) : { root: plain, problems: [] }
}

/** The same tree by the full reader alone; `parseYaml` takes it for what the line reader leaves to it. */
export function parseFullYaml(text: string, firstLine = 1): YamlResult {
  if (text.length > MAX_LENGTH) return refused('size', `longer than ${MAX_LENGTH} characters`, firstLine)
  if (nesting(text) > STACK_DEPTH) return refused('depth', TOO_DEEP, firstLine)
  const problems: YamlProblem[] = []
  const counter = new LineCounter()
  const place = (offset: number): YamlPlace => {
    const { line, col } = counter.linePos(offset)
    return { line: Math.max(line, 1) + firstLine - 1, column: Math.max(col, 1) }
  }
  // Keys are compared below (the package does it in quadratic time); pretty errors would quote the text.
  const options = {
    schema: 'core',
    version: '1.2',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    lineCounter: counter,
  } as const
  const document = parseDocument(text, options)
  for (const error of document.errors)
    problems.push({ code: 'syntax', message: firstSentence(error.message), ...place(error.pos[0]) })
  const walk: Walk = { text, place, problems, anchors: new Map(), open: new Set(), aliased: 0 }
  const root = document.contents === null ? nullAt(place(0)) : convert(document.contents, walk, 0)
  return { root, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) }
}

const TOO_DEEP = `nested more than ${MAX_DEPTH} levels deep`

const refused = (code: YamlProblem['code'], message: string, line: number): YamlResult => {
  const place = { line, column: 1 }
  return { root: nullAt(place), problems: [{ code, message, ...place }] }
}

/**
 * An upper bound of how deep the package would recurse: it has no limit of its own, and V8 aborts the whole process
 * when the stack gives out inside a regular expression. Brackets in quotes are counted too, hence the generous limit.
 */
function nesting(text: string): number {
  const indents: number[] = []
  let flow = 0
  let deepest = 0
  for (const line of text.split('\n')) {
    let at = 0
    let compact = 0
    while (line[at] === ' ' || line[at] === '-' || line[at] === '?' || line[at] === ':') if (line[at++] !== ' ') compact++
    if (at === line.length && compact === 0) continue
    while (indents.length > 0 && (indents.at(-1) as number) >= at) indents.pop()
    indents.push(at)
    for (; at < line.length; at++) {
      const code = line.charCodeAt(at)
      if (code === 91 || code === 123) deepest = Math.max(deepest, ++flow + indents.length)
      else if ((code === 93 || code === 125) && flow > 0) flow--
    }
    deepest = Math.max(deepest, indents.length + compact)
  }
  return deepest
}

type Walk = {
  readonly text: string
  readonly place: (offset: number) => YamlPlace
  readonly problems: YamlProblem[]
  /** The node each anchor names so far: an alias means the last one before it. */
  readonly anchors: Map<string, Node>
  /** Nodes whose aliases are being followed: an alias inside itself has no end. */
  readonly open: Set<Node>
  aliased: number
}

const nullAt = (place: YamlPlace, text = ''): YamlNode => ({ kind: 'null', text, ...place })

const firstSentence = (message: string): string => (message.split('\n', 1)[0] as string).replace(/[:.]$/, '')

function convert(node: Node, walk: Walk, depth: number): YamlNode {
  const place = walk.place(node.range?.[0] ?? 0)
  const refuse = (code: YamlProblem['code'], message: string): YamlNode => {
    walk.problems.push({ code, message, ...place })
    return nullAt(place)
  }
  if (depth > MAX_DEPTH) return refuse('depth', TOO_DEEP)
  if (walk.open.size > 0 && ++walk.aliased > MAX_ALIASED_NODES) {
    return walk.aliased === MAX_ALIASED_NODES + 1 ? refuse('alias', 'aliases repeat too much text') : nullAt(place)
  }
  if (isAlias(node)) {
    const target = walk.anchors.get(node.source)
    if (target === undefined) return refuse('alias', `nothing before the alias ${node.source} is anchored by that name`)
    if (walk.open.has(target)) return refuse('alias', `the alias ${node.source} stands inside itself`)
    walk.open.add(target)
    const copy = convert(target, walk, depth + 1)
    walk.open.delete(target)
    return copy
  }
  if (node.anchor !== undefined) walk.anchors.set(node.anchor, node)
  if (node.tag !== undefined && !CORE_TAGS.has(node.tag))
    return refuse('tag', `the tag ${node.tag.replace(CORE, '!!')} is not read`)
  if (isMap(node)) return { kind: 'map', pairs: convertPairs(node.items, walk, depth), ...place }
  if (isSeq(node)) {
    const items = node.items.map((item) => convert(item as Node, walk, depth + 1))
    return { kind: 'list', items, ...place }
  }
  if (!isScalar(node)) return nullAt(place)
  const style =
    node.type === 'PLAIN' || node.type === undefined
      ? 'plain'
      : node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE'
        ? 'quoted'
        : 'block'
  const text = node.source ?? ''
  return style === 'plain' && node.tag === undefined && isNullText(text)
    ? nullAt(place, text)
    : { kind: 'scalar', text, style, ...place }
}

function convertPairs(items: readonly Pair[], walk: Walk, depth: number): readonly YamlPair[] {
  const pairs: YamlPair[] = []
  const lines = new Map<string, number>()
  for (const { key, value } of items) {
    const node = key as Node | null
    const place = walk.place(node?.range?.[0] ?? 0)
    const text = isScalar(node) ? (node.source ?? '') : undefined
    if (text === undefined) {
      walk.problems.push({ code: 'key', message: 'a key must be one text', ...place })
      continue
    }
    const before = lines.get(text)
    if (before !== undefined) {
      walk.problems.push({ code: 'duplicate_key', message: `the key "${text}" stands twice, first on line ${before}`, ...place })
      continue
    }
    lines.set(text, place.line)
    const child = value as Node | null
    const converted = child === null ? nullAt(place) : convert(child, walk, depth + 1)
    pairs.push({ key: text, value: converted, ...place, endLine: endLine(child, place, walk) })
  }
  return pairs
}

/** The last line of a value; a block scalar ends before the line break that closes it, comments behind a list are not its own. */
function endLine(node: Node | null, place: YamlPlace, walk: Walk): number {
  const last = node === null ? undefined : lastNode(node).range
  if (last == null) return place.line
  let end = last[1]
  while (end > last[0] && (walk.text[end - 1] === '\n' || walk.text[end - 1] === ' ')) end--
  return Math.max(place.line, walk.place(Math.max(end - 1, last[0])).line)
}

function lastNode(node: Node): Node {
  if ((!isMap(node) && !isSeq(node)) || node.flow === true) return node
  const last = node.items.at(-1)
  const inner = isPair(last) ? (last.value ?? last.key) : last
  return isNode(inner) ? lastNode(inner) : node
}
