/** True for what stands in place of a credential: a variable, a hole to be filled in, stars, an example. */
export const isPlaceholder = (value: string): boolean =>
  /^(?:[$%<{[(&*]|process\.|os\.|env[.:[(]|secrets?\.|vault:|op:\/\/|ENC\[)/i.test(value) ||
  /[*\u2022]{3}|\.\.\.|\u2026|[$#]\{|\{\{|<[^>]*>/.test(value) ||
  /^(.)\1+$/.test(value) ||
  /^(?:x{3,}|your|my|the|some|an?|none|null|nil|undefined|true|false|todo|tbd|change-?_?me|placeholder|redacted|hidden|masked|removed|dummy|fake|sample|example|test|password|secret|token|pass|pwd|user|foo|bar|abc|123456?)(?:$|[-_. ])/i.test(
    value,
  )

/**
 * Whether a value that is set to a credential's name looks like one. A password is six characters and more with letters and digits
 * or marks mixed; any other credential has sixteen and more, both kinds of characters, and little repetition. Words, paths,
 * addresses, calls and numbers with a unit are none.
 */
export function looksRandom(value: string, isPassword: boolean): boolean {
  const bare = value.replace(/[.!?)\]}]+$/, '')
  if (isPlaceholder(bare) || /\s/.test(bare) || !/^[\x21-\x7e]+$/.test(bare)) return false
  if (/^(?:\.{0,2}\/|[a-z]+:\/\/|[A-Za-z]:\\)/.test(bare) || /\(/.test(bare)) return false
  const hasDigit = /\d/.test(bare)
  const hasLetter = /[A-Za-z]/.test(bare)
  if (!hasLetter) return false
  if (isPassword) {
    if (bare.length < 6 || /^[\w-]+\.[\w.-]+$/.test(bare) || /^\d+[a-z]*$/i.test(bare)) return false
    const marks = bare.replace(/[A-Za-z0-9_.:/-]/g, '').length
    return (hasDigit && !isWords(bare)) || (marks > 0 && bare.length >= 8)
  }
  if (bare.length < 16 || !hasDigit || isWords(bare) || /^[\w-]+(?:\.[A-Za-z_]\w*)+$/.test(bare)) return false
  return entropy(bare) >= 3
}

/** Words, numbers and years joined by marks, such as `short-lived-2026` or `auth/tokens/v2`. */
const isWords = (text: string): boolean =>
  /^(?:[A-Za-z]?[a-z]+|[A-Z]+|v?\d{1,4})(?:[-_./:](?:[A-Za-z]?[a-z]+|[A-Z]+|v?\d{1,4}))+$/.test(text)

/** Bits a character, by the frequencies in the text itself. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0)
}
