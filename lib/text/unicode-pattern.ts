/**
 * A pattern over classes of Unicode, compiled when it is first needed, and for a text of ASCII alone as a twin without them.
 *
 * V8 takes a millisecond to compile one such class, which is as long as a whole answer takes, and most queries, names and English
 * texts never need it. Both find the same in ASCII. `source` is that of a `u` regex whose \p classes are L, Lu, Ll, M, N, P, Z or
 * Script. The result is shared: with the flag `g` use it with matchAll, match, replace or
 * split only, never with test or exec.
 */
export function unicodePattern(source: string, flags = ''): (text: string) => RegExp {
  let ascii: RegExp | undefined
  let unicode: RegExp | undefined
  return (text) => {
    if (!ASCII.test(text)) {
      unicode ??= new RegExp(source, `${flags}u`)
      return unicode
    }
    ascii ??= new RegExp(asciiSource(source), flags)
    return ascii
  }
}

const ASCII = /^[\x00-\x7f]*$/

/** What a class holds of ASCII, written so that it may stand inside brackets. */
const IN_ASCII: ReadonlyMap<string, string> = new Map([
  ['L', 'A-Za-z'],
  ['Lu', 'A-Z'],
  ['Ll', 'a-z'],
  ['Lo', ''],
  ['M', ''],
  ['N', '0-9'],
  ['Z', ' '],
  ['Script=Latin', 'A-Za-z'],
])

/** A class that stands alone gets brackets; one that holds nothing becomes a class that matches nothing. */
function asciiSource(source: string): string {
  let result = ''
  let inside = false
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]!
    if (char === '\\' && source[at + 1] === 'p') {
      const end = source.indexOf('}', at)
      const name = source.slice(at + 3, end)
      const held = IN_ASCII.get(name) ?? (name.startsWith('Script=') ? '' : undefined)
      if (held === undefined) throw new Error(`unicodePattern does not know \\p{${name}}`)
      result += inside ? held : `[${held}]`
      at = end
    } else if (char === '\\' && source[at + 1] === 'u' && source[at + 2] === '{') {
      // Beyond ASCII, as everything that needs this form is.
      at = source.indexOf('}', at)
      if (!inside) result += '[]'
      else if (source[at + 1] === '-') at = source.indexOf('}', at + 1)
    } else if (char === '\\') {
      result += char + source[at + 1]!
      at += 1
    } else {
      if (char === '[') inside = true
      else if (char === ']') inside = false
      result += char
    }
  }
  return result
}
