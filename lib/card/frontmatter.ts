import fm from 'front-matter'

// The package's types say `export default`, its CommonJS file exports the function itself.
const frontMatter = fm as unknown as (text: string) => { readonly bodyBegin: number; readonly frontmatter?: string }

export type Frontmatter = {
  /** The YAML between the dashes, without the final line break; null when the file has no frontmatter. */
  readonly block: string | null
  /** Line of the file on which the block starts. */
  readonly blockLine: number
  /** What follows the closing dashes, or the whole text. */
  readonly body: string
  readonly bodyLine: number
  /** Why text that opens like frontmatter is none: the dashes never close, or they name a language (`---js`). */
  readonly problem: 'unclosed' | 'language' | null
}

/**
 * Splits a card into frontmatter and body. `text` has no BOM and LF line ends (see content.ts); lines count from 1.
 * The block opens on the first line with `---` and ends at the first line of `---` or `...`, blanks after either allowed.
 * Linear in the length of the text; never throws.
 */
export function splitFrontmatter(text: string): Frontmatter {
  const firstEnd = lineEnd(text, 0)
  const first = text.slice(0, firstEnd)
  if (!DASHES.test(first)) return whole(text, LANGUAGE.test(first) ? 'language' : null)
  const close = closingLine(text, firstEnd)
  if (close === -1) return whole(text, looksLikeFields(text.slice(firstEnd + 1, firstEnd + 400)) ? 'unclosed' : null)
  const isEmpty = close === firstEnd + 1
  const block = isEmpty ? '' : text.slice(firstEnd + 1, close - 1)
  const bodyStart = Math.min(lineEnd(text, close) + 1, text.length)
  return { block, blockLine: 2, body: text.slice(bodyStart), bodyLine: bodyLineOf(block, isEmpty), problem: null }
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

const whole = (text: string, problem: Frontmatter['problem']): Frontmatter => ({
  block: null,
  blockLine: 1,
  body: text,
  bodyLine: 1,
  problem,
})

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

/**
 * Where the body starts, as `front-matter` has it. The package finds a block anywhere in a text, refuses blanks after the
 * dashes, and runs js-yaml over the block (which casts and throws): so it is shown exact dashes and the lines of the block
 * without their text. It splits, and has nothing to read.
 */
function bodyLineOf(block: string, isEmpty: boolean): number {
  let lines = isEmpty ? 0 : 1
  for (let at = block.indexOf('\n'); at !== -1; at = block.indexOf('\n', at + 1)) lines++
  return frontMatter(`---\n${'\n'.repeat(lines)}---\n`).bodyBegin
}
