/** A text file of the repository: POSIX path from its root, and what it holds. */
export type SourceFile = { readonly path: string; readonly text: string }

/** A rule broken: where, and in one sentence what is wrong and what to do. Lines count from 1. */
export type Violation = { readonly file: string; readonly line: number; readonly message: string }

export type Import = { readonly specifier: string; readonly line: number }

const PAIRS: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`' }
/** A slash after one of these begins a regular expression; after a value it divides. */
const BEFORE_REGEX = /(?:^|[([{,;:=!&|?+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|await|yield))\s*$/

type Blanked = { readonly code: string; readonly withStrings: string }
const seen = new WeakMap<SourceFile, Blanked>()

/**
 * The text with comments as blanks (`withStrings`), and also the inside of strings, templates and regular expressions
 * as blanks (`code`). Places stay: every offset and line is that of the input.
 */
export function blanked(file: SourceFile): Blanked {
  const known = seen.get(file) ?? blank(file.text)
  seen.set(file, known)
  return known
}

function blank(text: string): Blanked {
  const code = text.split('')
  const withStrings = text.split('')
  const wipe = (target: string[], from: number, to: number): void => {
    for (let at = from; at < to; at++) if (target[at] !== '\n') target[at] = ' '
  }
  /** Depth of braces at which each open template goes on. */
  const templates: number[] = []
  let braces = 0
  let at = 0
  const template = (from: number): number => {
    let end = from
    while (end < text.length && text[end] !== '`' && !text.startsWith('${', end)) end += text[end] === '\\' ? 2 : 1
    wipe(code, from, Math.min(end, text.length))
    if (text[end] !== '$') return end + 1
    templates.push(braces)
    braces++
    return end + 2
  }
  while (at < text.length) {
    const char = text.charAt(at)
    if (text.startsWith('//', at) || text.startsWith('/*', at)) {
      const close = text[at + 1] === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2
      const end = close <= 1 ? text.length : close
      wipe(code, at, end)
      wipe(withStrings, at, end)
      at = end
    } else if (char === '`') at = template(at + 1)
    else if (PAIRS[char] !== undefined) {
      const end = closing(text, at + 1, char)
      wipe(code, at + 1, end)
      at = end + 1
    } else if (char === '/' && BEFORE_REGEX.test(withStrings.slice(Math.max(0, at - 40), at).join(''))) {
      const end = closingRegex(text, at + 1)
      wipe(code, at + 1, end)
      at = end + 1
    } else if (char === '}' && templates.at(-1) === braces - 1) {
      templates.pop()
      braces--
      at = template(at + 1)
    } else {
      if (char === '{') braces++
      if (char === '}') braces--
      at++
    }
  }
  return { code: code.join(''), withStrings: withStrings.join('') }
}

function closing(text: string, from: number, quote: string): number {
  let at = from
  while (at < text.length && text[at] !== quote && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1
  return at
}

function closingRegex(text: string, from: number): number {
  let at = from
  let inClass = false
  while (at < text.length && text[at] !== '\n' && (inClass || text[at] !== '/')) {
    if (text[at] === '[') inClass = true
    if (text[at] === ']') inClass = false
    at += text[at] === '\\' ? 2 : 1
  }
  return at
}

const IMPORT = /\b(?:import|export)\b(?:[\s\w$*{},]*?\bfrom)?\s*\(?\s*(['"])([^'"\n]+)\1/g

/** Every module a file names: static imports, re-exports, `import()`, types included. */
export function importsOf(file: SourceFile): Import[] {
  const { withStrings, code } = blanked(file)
  return [...withStrings.matchAll(IMPORT)]
    .filter(({ index }) => code.startsWith('import', index) || code.startsWith('export', index))
    .map((match) => ({ specifier: match[2] ?? '', line: lineOf(file.text, match.index) }))
}

export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Every place where `pattern` (global) matches the code of a file, comments and strings left out. */
export function placesOf(file: SourceFile, pattern: RegExp): { readonly line: number; readonly found: string }[] {
  return [...blanked(file).code.matchAll(pattern)].map((match) => ({
    line: lineOf(file.text, match.index),
    found: match[0].trim(),
  }))
}

/** `lib/card/parse.ts` -> `card`; `lib/node.ts` -> `node.ts`; undefined outside lib. */
export const roomOf = (path: string): string | undefined => /^lib\/([^/]+)/.exec(path)?.[1]

/** The file a relative import names, as a path from the root of the repository. */
export function resolveImport(from: string, specifier: string): string {
  const parts = from.split('/').slice(0, -1)
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
