const WILD = /[*?[\]{}]/

/** True where an entry of `source_files` is a pattern, not a path. */
export const isGlob = (text: string): boolean => WILD.test(text)

/**
 * Whether a POSIX path matches a pattern of `*`, `**`, `?`, `[abc]` and `{a,b}`; a pattern that ends in `/` holds all below it.
 * Case counts. Linear in practice: a run of stars is one star, and none crosses a slash but `**`. Never throws.
 */
export const matchesGlob = (path: string, pattern: string): boolean => globMatcher(pattern)(path)

/** The pattern as a test for many paths: it is compiled once. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const known = MATCHERS.get(pattern)
  if (known !== undefined) return known
  const matcher = compiled(pattern)
  if (MATCHERS.size >= MOST_MATCHERS) MATCHERS.clear()
  MATCHERS.set(pattern, matcher)
  return matcher
}

/** Patterns are few and met often: those of a manifest for every file. */
const MATCHERS = new Map<string, (path: string) => boolean>()
const MOST_MATCHERS = 1_000

function compiled(pattern: string): (path: string) => boolean {
  try {
    const regex = new RegExp(globSource(pattern))
    return (path) => regex.test(path)
  } catch {
    return () => false
  }
}

/** The pattern as the source of a regular expression over whole paths. */
export const globSource = (pattern: string): string => `^${source(pattern.endsWith('/') ? `${pattern}**` : pattern)}$`

/**
 * Whether any pattern leaves a path out, read as in a .gitignore: one without a slash counts at every depth, for the file
 * or a folder above it; one with a slash counts from the root.
 */
export function isIgnored(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const plain = pattern.replace(/\/$/, '')
    if (!plain.includes('/')) return path.split('/').some((segment) => matchesGlob(segment, plain))
    return matchesGlob(path, plain.replace(/^\//, '')) || matchesGlob(path, `${plain.replace(/^\//, '')}/**`)
  })
}

function source(pattern: string): string {
  let regex = ''
  let depth = 0
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at]!
    if (char === '*') {
      let stars = 1
      while (pattern[at + stars] === '*') stars += 1
      at += stars - 1
      if (stars === 1) regex += '[^/]*'
      else if (pattern[at + 1] === '/') {
        regex += '(?:[^/]+/)*'
        at += 1
      } else regex += '.*'
    } else if (char === '?') regex += '[^/]'
    else if (char === '[') {
      const end = pattern.indexOf(']', at + 2)
      if (end < 0) regex += '\\['
      else {
        regex += `[${pattern
          .slice(at + 1, end)
          .replace(/^[!^]/, '^')
          .replace(/\\/g, '\\\\')}]`
        at = end
      }
    } else if (char === '{') {
      regex += '(?:'
      depth += 1
    } else if (char === '}' && depth > 0) {
      regex += ')'
      depth -= 1
    } else if (char === ',' && depth > 0) regex += '|'
    else regex += char.replace(/[.+^$()|\\{}\]]/g, '\\$&')
  }
  return regex + ')'.repeat(depth)
}
