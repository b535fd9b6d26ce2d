/** Where the frontmatter of a text stands. Offsets are UTF-16 units, lines count from 1. */
export type Block = {
  /** The YAML between the dashes, without the final line break. */
  readonly text: string
  readonly bodyStart: number
  readonly bodyLine: number
}
/** Why text that opens like frontmatter is none: the dashes never close, or they name a language (`---js`). */
export type BlockProblem = 'unclosed' | 'language'

/**
 * Finds the block that opens on the first line with `---` and ends at the first line of `---` or `...`, blanks after either
 * allowed. `text` has no BOM and LF line ends. Gives a problem, or undefined where there is none and nothing looks like one.
 * Needs no package, so that a reading command can show a card's body without any parser. Linear; never throws.
 */
export function findBlock(text: string): Block | BlockProblem | undefined {
  const firstEnd = lineEnd(text, 0)
  const first = text.slice(0, firstEnd)
  if (!DASHES.test(first)) return LANGUAGE.test(first) ? 'language' : undefined
  const close = closingLine(text, firstEnd)
  if (close === -1) return looksLikeFields(text.slice(firstEnd + 1, firstEnd + 400)) ? 'unclosed' : undefined
  const block = close === firstEnd + 1 ? '' : text.slice(firstEnd + 1, close - 1)
  let bodyLine = close === firstEnd + 1 ? 3 : 4
  for (let at = block.indexOf('\n'); at !== -1; at = block.indexOf('\n', at + 1)) bodyLine += 1
  return { text: block, bodyStart: Math.min(lineEnd(text, close) + 1, text.length), bodyLine }
}

/** The Markdown of a card: what follows its frontmatter, or the whole text. */
export function bodyOf(text: string): { readonly body: string; readonly bodyLine: number } {
  const block = findBlock(text)
  return typeof block === 'object' ? { body: text.slice(block.bodyStart), bodyLine: block.bodyLine } : { body: text, bodyLine: 1 }
}

/** True where a block holds `key: value` lines, false where two horizontal rules only enclose prose. */
export function looksLikeFields(block: string): boolean {
  const first = block.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'))
  return first === undefined || FIELD.test(first)
}

const DASHES = /^---[ \t]*$/
const CLOSE = /^(?:---|\.\.\.)[ \t]*$/
const LANGUAGE = /^---[ \t]*[A-Za-z][A-Za-z0-9+.-]*[ \t]*$/
const FIELD = /^(?:[^\s:[\]{}][^:]*:(?:\s|$)|[{[]|<{7}|-\s)/

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** Start of the line that closes the block, or -1. */
function closingLine(text: string, from: number): number {
  let at = text.indexOf('\n', from)
  while (at !== -1) {
    const code = text.charCodeAt(at + 1)
    if ((code === 45 || code === 46) && CLOSE.test(text.slice(at + 1, lineEnd(text, at + 1)))) return at + 1
    at = text.indexOf('\n', at + 1)
  }
  return -1
}
