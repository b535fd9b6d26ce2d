/** Languages whose comments run from `#` to the end of the line; elsewhere `#` is an ordinary character. */
const HASH_COMMENTS = /\.(?:py|pyi|rb|sh|bash|zsh|pl|pm|r|ex|exs|jl|tcl|ya?ml|toml|nim|cr|mk)$/i
const DASH_COMMENTS = /\.(?:lua|sql|hs|elm|adb|ads)$/i
const MARKDOWN = /\.(?:md|markdown|mdx)$/i

/**
 * The text of one declaration of a source file, so that a change elsewhere in the file is no change of it: the line that
 * declares `name` and everything until its brackets are closed and no deeper indented line follows. `A.b`, `A::b` and
 * `A#b` are searched as `b` inside `A`. Indentation and blanks at line ends do not count. Undefined when the file does not declare it.
 *
 * No parser: a declaration is a line with `name` behind a keyword (function, class, def, fn, func, type, const ...), before
 * `=`, `:` or `(` at the start of a line, or a Markdown heading. Brackets inside strings and comments are skipped; where they
 * do not balance, indentation alone decides. That covers the common languages with braces, with indentation and with `end`.
 */
export function symbolText(source: string, name: string, path: string): string | undefined {
  const lines = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
  const parts = name.split(/::|[.#]/).filter((part) => part !== '')
  if (MARKDOWN.test(path)) return headingText(lines, name)
  let span: Span | undefined = { from: 0, to: lines.length }
  for (const part of parts) span = span === undefined ? undefined : declaration(lines, part, span, path)
  return parts.length === 0 || span === undefined ? undefined : dedented(lines.slice(span.from, span.to))
}

type Span = { readonly from: number; readonly to: number }

const KEYWORDS =
  'function|class|interface|type|enum|struct|union|trait|impl|mod|module|namespace|package|object|record|protocol|extension|actor|def|defp|defmodule|defmacro|fn|fun|func|sub|proc|macro|method|procedure|const|let|var|val|static|template|table|view|create|message|service|rpc'

function declaration(lines: readonly string[], name: string, within: Span, path: string): Span | undefined {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const word = `(?<![\\p{L}\\p{N}_$])${literal}(?![\\p{L}\\p{N}_$])`
  // Strongest first: a keyword right before the name; a method or field at the start of its line; any definition-like line.
  const forms = [
    new RegExp(`\\b(?:${KEYWORDS})\\*?\\s+(?:\\([^()]*\\)\\s*)?(?:[\\p{L}\\p{N}_$]+\\.)?${word}`, 'iu'),
    new RegExp(
      `^\\s*(?:(?:public|private|protected|internal|static|async|readonly|override|abstract|final|export|default|get|set|virtual|inline|const|pub)\\s+){0,6}[*#]?["']?${word}["']?\\s*(?:[?!]?\\s*[:=(<]|$)`,
      'iu',
    ),
    new RegExp(`^[^=;(]*[\\s*&]${word}\\s*\\([^;]*$`, 'u'),
  ]
  for (const form of forms) {
    for (let at = within.from; at < within.to; at += 1)
      if (form.test(lines[at]!) && !isComment(lines[at]!, path)) return { from: at, to: endOf(lines, at, within.to, path) }
  }
  return undefined
}

const isComment = (line: string, path: string): boolean =>
  /^\s*(?:\/\/|\/\*|\*(?!\s*[\p{L}_$]+\s*\())/u.test(line) ||
  (HASH_COMMENTS.test(path) && /^\s*#/.test(line)) ||
  (DASH_COMMENTS.test(path) && /^\s*--/.test(line))

const indentOf = (line: string): number => /^[ \t]*/.exec(line)![0].length

/** The line behind the declaration that starts at `from`. */
function endOf(lines: readonly string[], from: number, limit: number, path: string): number {
  const scanner = { depth: 0, quote: '' }
  const indent = indentOf(lines[from]!)
  for (let at = from; at < limit; at += 1) {
    scan(lines[at]!, scanner, path)
    if (scanner.depth > 0 || scanner.quote !== '') continue
    const next = followingLine(lines, at + 1, limit)
    if (next === undefined) return at + 1
    const text = lines[next]!
    if (indentOf(text) > indent) continue
    // An opening brace on a line of its own, and the `end` of languages that have one.
    if (
      indentOf(text) === indent &&
      (/^\s*\{/.test(text) || /^\s*(?:else|elsif|elif|rescue|ensure|catch|finally|except)\b/.test(text))
    )
      continue
    return indentOf(text) === indent && /^\s*end\b/.test(text) ? next + 1 : at + 1
  }
  return endByIndent(lines, from, limit, indent)
}

function followingLine(lines: readonly string[], from: number, limit: number): number | undefined {
  for (let at = from; at < limit; at += 1) if (lines[at]!.trim() !== '') return at
  return undefined
}

/** Where brackets never close: the deeper indented lines, and one closing line at the same depth. */
function endByIndent(lines: readonly string[], from: number, limit: number, indent: number): number {
  let at = from + 1
  while (at < limit && (lines[at]!.trim() === '' || indentOf(lines[at]!) > indent)) at += 1
  return at < limit && /^\s*[)\]}]/.test(lines[at]!) ? at + 1 : at
}

/** Counts brackets of one line outside strings and comments; `quote` is what a string or comment that goes on ends with. */
function scan(line: string, state: { depth: number; quote: string }, path: string): void {
  let at = 0
  while (at < line.length) {
    if (state.quote !== '') {
      const end = closing(line, state.quote, at)
      if (end < 0) return
      at = end + state.quote.length
      state.quote = ''
      continue
    }
    const char = line[at]!
    const pair = line.slice(at, at + 2)
    const triple = line.slice(at, at + 3)
    if (pair === '//' || (char === '#' && HASH_COMMENTS.test(path)) || (pair === '--' && DASH_COMMENTS.test(path))) return
    if (pair === '/*') state.quote = '*/'
    else if (triple === '"""' || triple === "'''") state.quote = triple
    else if (char === '`') state.quote = '`'
    if (state.quote !== '') {
      at += state.quote.length
      continue
    }
    if (char === '"' || char === "'") {
      // One that does not close on its line is an apostrophe; in Rust one that closes behind more than a character is a lifetime.
      const close = closing(line, char, at + 1)
      const end = char === "'" && path.endsWith('.rs') && close > at + 2 && line[at + 1] !== '\\' ? -1 : close
      at = end < 0 ? at + 1 : end + 1
      continue
    }
    if ('([{'.includes(char)) state.depth += 1
    else if (')]}'.includes(char)) state.depth -= 1
    at += 1
  }
}

function closing(line: string, quote: string, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === '\\' && quote !== '*/') at += 1
    else if (line.startsWith(quote, at)) return at
  }
  return -1
}

/** The section under a heading, down to the next of the same or a higher level. */
function headingText(lines: readonly string[], name: string): string | undefined {
  const slugged = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
  const level = (line: string): number => /^#{1,6}(?=\s)/.exec(line)?.[0].length ?? 0
  const from = lines.findIndex((line) => level(line) > 0 && slugged(line.replace(/^#+\s+/, '')) === slugged(name))
  if (from < 0) return undefined
  const own = level(lines[from]!)
  const next = lines.findIndex((line, at) => at > from && level(line) > 0 && level(line) <= own)
  return dedented(lines.slice(from, next < 0 ? lines.length : next))
}

function dedented(lines: readonly string[]): string {
  const indent = indentOf(lines[0] ?? '')
  return lines
    .map((line) => line.slice(Math.min(indent, indentOf(line))).trimEnd())
    .join('\n')
    .trimEnd()
}
