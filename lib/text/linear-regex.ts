/** A pattern that is matched in time linear in the text, whatever the pattern: no backtracking. */
export type LinearRegex = {
  /** Whether the pattern matches anywhere in a line. `spend` is called with the work done; false ends the search without a match. */
  test(line: string, spend?: (steps: number) => boolean): boolean
}

/** Most states a pattern may have, counted repetitions written out. */
const MOST_STATES = 2_000
const MOST_DEPTH = 100

/**
 * Compiles the common syntax of regular expressions: classes, `. ^ $ \b \d \w \s \p{..}`, groups, `|`, `* + ? {n,m}` and a leading
 * `(?i)`. Gives the reason as text for what would need backtracking (backreferences, lookaround), is no pattern, or grows too large.
 * Whether a quantifier is lazy makes no difference here. Source: Thompson's construction, simulated with sets of states.
 */
export function linearRegex(source: string): LinearRegex | string {
  try {
    const ignoreCase = source.startsWith('(?i)')
    const { start, states } = compile(parse(ignoreCase ? source.slice(4) : source, ignoreCase))
    return { test: (line, spend = () => true) => simulate(states, start, line, spend) }
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
}

class PatternError extends Error {}

type Test = (character: string) => boolean
type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'one'; readonly test: Test }
  | { readonly kind: 'edge'; readonly at: 'start' | 'end' | 'word' | 'inside' }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }

function parse(source: string, ignoreCase: boolean): Node {
  const chars = [...source]
  let at = 0
  /** A test of one character in both its cases where case does not count. */
  const either = (test: Test): Test =>
    ignoreCase ? (one) => test(one) || test(one.toLowerCase()) || test(one.toUpperCase()) : test
  const fail = (why: string): never => {
    throw new PatternError(why)
  }
  const alternatives = (depth: number): Node => {
    if (depth > MOST_DEPTH) fail('it is nested too deep')
    const parts = [sequence(depth)]
    while (chars[at] === '|') {
      at += 1
      parts.push(sequence(depth))
    }
    return parts.length === 1 ? parts[0]! : { kind: 'any', parts }
  }
  const sequence = (depth: number): Node => {
    const parts: Node[] = []
    while (at < chars.length && chars[at] !== '|' && chars[at] !== ')') parts.push(quantified(atom(depth)))
    return parts.length === 1 ? parts[0]! : { kind: 'all', parts }
  }
  const quantified = (part: Node): Node => {
    const counts = quantifier()
    if (counts === undefined) return part
    if (chars[at] === '?') at += 1
    else if (chars[at] === '+') fail('possessive quantifiers are not known')
    return quantified({ kind: 'repeat', part, ...counts })
  }
  const quantifier = (): { least: number; most: number } | undefined => {
    const char = chars[at]
    if (char === '*' || char === '+' || char === '?') {
      at += 1
      return { least: char === '+' ? 1 : 0, most: char === '?' ? 1 : Number.POSITIVE_INFINITY }
    }
    const counted = char === '{' ? /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(chars.slice(at, at + 12).join('')) : null
    if (counted === null) return undefined
    at += counted[0].length
    const least = Number(counted[1])
    const most = counted[2] === undefined ? least : counted[3] === '' ? Number.POSITIVE_INFINITY : Number(counted[3])
    return most < least ? fail('a count runs backwards') : { least, most }
  }
  const atom = (depth: number): Node => {
    const char = chars[at]!
    at += 1
    if (char === '(') return group(depth)
    if (char === '[') return { kind: 'one', test: characterClass() }
    if (char === '.') return { kind: 'one', test: (one) => one !== '\n' }
    if (char === '^') return { kind: 'edge', at: 'start' }
    if (char === '$') return { kind: 'edge', at: 'end' }
    if (char === '\\') return escaped()
    if (char === '*' || char === '+' || char === '?') fail(`nothing to repeat before ${char}`)
    return { kind: 'one', test: either((one) => one === char) }
  }
  const group = (depth: number): Node => {
    if (chars[at] === '?') {
      const head = chars.slice(at, at + 40).join('')
      const plain = /^\?(?::|<[A-Za-z_]\w*>|P<[A-Za-z_]\w*>)/.exec(head)
      if (plain === null) return fail('lookaround and flags inside a group are not known')
      at += plain[0].length
    }
    const inner = alternatives(depth + 1)
    if (chars[at] !== ')') fail('a group is not closed')
    at += 1
    return inner
  }
  const escaped = (): Node => {
    const char = chars[at] ?? fail('it ends in a backslash')
    if (char === 'b' || char === 'B') {
      at += 1
      return { kind: 'edge', at: char === 'b' ? 'word' : 'inside' }
    }
    if (/[1-9k]/.test(char)) fail('backreferences are not known')
    return { kind: 'one', test: escapedTest() }
  }
  /** What stands behind a backslash, in a class and outside of one. */
  const escapedTest = (): Test => {
    const char = chars[at] ?? fail('it ends in a backslash')
    at += 1
    const known = ESCAPES.get(char)
    if (known !== undefined) return known
    if (char === 'p' || char === 'P') return property(char === 'P')
    const literal = literalEscape(char)
    return either((one) => one === literal)
  }
  const literalEscape = (char: string): string => {
    const control = CONTROLS.get(char)
    if (control !== undefined) return control
    const digits = char === 'x' ? 2 : char === 'u' ? 4 : 0
    if (digits === 0) return /[A-Za-z0-9]/.test(char) ? fail(`\\${char} is not known`) : char
    const braced = char === 'u' ? /^\{([0-9a-fA-F]{1,6})\}/.exec(chars.slice(at, at + 8).join('')) : null
    const hex = braced?.[1] ?? chars.slice(at, at + digits).join('')
    if (!/^[0-9a-fA-F]+$/.test(hex) || (braced === null && hex.length < digits) || Number.parseInt(hex, 16) > 0x10ffff)
      fail(`\\${char} needs hexadecimal digits`)
    at += braced?.[0].length ?? digits
    return String.fromCodePoint(Number.parseInt(hex, 16))
  }
  const property = (negated: boolean): Test => {
    const name =
      /^\{[A-Za-z_]+(?:=[A-Za-z_]+)?\}/.exec(chars.slice(at, at + 60).join(''))?.[0] ?? fail('\\p needs a name in braces')
    at += name.length
    const single = propertyTest(name) ?? fail(`\\p${name} is not known`)
    return (one) => single.test(one) !== negated
  }
  const characterClass = (): Test => {
    const negated = chars[at] === '^'
    if (negated) at += 1
    const tests: Test[] = []
    for (let first = true; first || chars[at] !== ']'; first = false) {
      if (at >= chars.length) fail('a class is not closed')
      const from = member()
      if (typeof from === 'string' && chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== undefined) {
        at += 1
        const to = member()
        if (typeof to !== 'string' || to.codePointAt(0)! < from.codePointAt(0)!) fail('a range runs backwards')
        const [low, high] = [from.codePointAt(0)!, (to as string).codePointAt(0)!]
        tests.push((one) => {
          const code = one.codePointAt(0)!
          return code >= low && code <= high
        })
      } else tests.push(typeof from === 'string' ? (one) => one === from : from)
    }
    at += 1
    const isIn = either((one) => tests.some((test) => test(one)))
    return (one) => isIn(one) !== negated
  }
  const member = (): string | Test => {
    const char = chars[at]!
    at += 1
    if (char !== '\\') return char
    const next = chars[at] ?? fail('it ends in a backslash')
    if (ESCAPES.has(next) || next === 'p' || next === 'P') return escapedTest()
    at += 1
    return next === 'b' ? '\b' : literalEscape(next)
  }
  const node = alternatives(0)
  if (at < chars.length) fail('a ) closes no group')
  return node
}

function propertyTest(name: string): RegExp | undefined {
  try {
    return new RegExp(`^\\p${name}$`, 'u')
  } catch {
    return undefined
  }
}

const isWord: Test = (one) =>
  (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9') || one === '_'
const isDigit: Test = (one) => one >= '0' && one <= '9'
const isSpace: Test = (one) => one === ' ' || one.trim() === ''
const ESCAPES: ReadonlyMap<string, Test> = new Map([
  ['d', isDigit],
  ['D', (one) => !isDigit(one)],
  ['w', isWord],
  ['W', (one) => !isWord(one)],
  ['s', isSpace],
  ['S', (one) => !isSpace(one)],
])
const CONTROLS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
])

/** A state reads a character and goes on, asks for an edge, or forks; the last one accepts. */
type State =
  | { readonly kind: 'one'; readonly test: Test; next: number }
  | { readonly kind: 'edge'; readonly at: 'start' | 'end' | 'word' | 'inside'; next: number }
  | { readonly kind: 'fork'; next: number; other: number }
  | { readonly kind: 'accept' }

function compile(node: Node): { readonly start: number; readonly states: readonly State[] } {
  const states: State[] = [{ kind: 'accept' }]
  const add = (state: State): number => {
    if (states.length >= MOST_STATES) throw new PatternError('it is too large')
    return states.push(state) - 1
  }
  /** States of a node, built backwards: `next` is where it goes on. Gives where it starts. */
  const build = (part: Node, next: number): number => {
    switch (part.kind) {
      case 'empty':
        return next
      case 'one':
        return add({ kind: 'one', test: part.test, next })
      case 'edge':
        return add({ kind: 'edge', at: part.at, next })
      case 'all':
        return part.parts.reduceRight((after, one) => build(one, after), next)
      case 'any':
        return part.parts.map((one) => build(one, next)).reduceRight((other, start) => add({ kind: 'fork', next: start, other }))
      case 'repeat':
        return repeat(part.part, part.least, part.most, next)
    }
  }
  const repeat = (part: Node, least: number, most: number, next: number): number => {
    let start = next
    if (most === Number.POSITIVE_INFINITY) {
      const loop = add({ kind: 'fork', next: -1, other: next })
      const body = build(part, loop)
      ;(states[loop] as { next: number }).next = body
      start = loop
    } else for (let count = least; count < most; count += 1) start = add({ kind: 'fork', next: build(part, start), other: next })
    for (let count = 0; count < least; count += 1) start = build(part, start)
    return start
  }
  return { start: build(node, 0), states }
}

function simulate(states: readonly State[], start: number, line: string, spend: (steps: number) => boolean): boolean {
  const marks = new Int32Array(states.length).fill(-1)
  const chars = [...line]
  // A search may begin at every character, so the start is always among the states.
  let stack: number[] = [start]
  const reached: (State & { readonly kind: 'one' })[] = []
  for (let at = 0; at <= chars.length; at += 1) {
    reached.length = 0
    for (let number = stack.pop(); number !== undefined; number = stack.pop()) {
      if (marks[number] === at) continue
      marks[number] = at
      const state = states[number]!
      if (state.kind === 'accept') return true
      if (state.kind === 'one') reached.push(state)
      else if (state.kind === 'fork') stack.push(state.next, state.other)
      else if (holdsEdge(state.at, chars, at)) stack.push(state.next)
    }
    if (!spend(reached.length + 1)) return false
    const char = chars[at]
    if (char === undefined) return false
    stack = [start]
    for (const { test, next } of reached) if (test(char)) stack.push(next)
  }
  return false
}

function holdsEdge(edge: 'start' | 'end' | 'word' | 'inside', chars: readonly string[], at: number): boolean {
  if (edge === 'start') return at === 0
  if (edge === 'end') return at === chars.length
  const [before, after] = [at > 0 && isWord(chars[at - 1]!), at < chars.length && isWord(chars[at]!)]
  return (before !== after) === (edge === 'word')
}
