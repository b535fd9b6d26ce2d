/** What stands between double brackets, taken apart. */
export type WikiLink = {
  /** The id, alias, title or path that is meant; never empty. */
  readonly target: string
  /** What stands on the other side of a bar: some vaults write `[[label|target]]` where others write `[[target|label]]`. */
  readonly alternative?: string
}

/**
 * Reads the inside of `[[...]]`: label, heading (`#part`), block mark (`^x`) and the `scheme://vault/` of another vault are taken off.
 * Undefined where it names nothing outside the file itself, many notes at once (`a.*`) or a web address.
 */
export function wikiLink(inner: string): WikiLink | undefined {
  const bar = inner.indexOf('|')
  if (bar === -1) {
    const target = bare(inner)
    return target === undefined ? undefined : { target }
  }
  const left = bare(inner.slice(0, bar).replace(/\\$/, ''))
  const right = bare(inner.slice(bar + 1))
  if (left === undefined || right === undefined || left === right) {
    const target = left ?? (looksLikeName(right) ? right : undefined)
    return target === undefined ? undefined : { target }
  }
  // Both readings are kept; a side that has the shape of a file or id name is the likelier target.
  return looksLikeName(right) && !looksLikeName(left)
    ? { target: right, alternative: left }
    : { target: left, alternative: right }
}

const looksLikeName = (text: string | undefined): boolean =>
  text !== undefined && /^[^\s,;!?]+[./][^\s,;!?]*[^\s,;!?.]$/.test(text)

function bare(text: string): string | undefined {
  const local = text.trim().replace(/^(?!https?:)[a-z]{2,20}:\/\/[^/]*\//, '')
  const hash = local.indexOf('#')
  const target = (hash === -1 ? local : local.slice(0, hash)).replace(/\^[^\s^]*$/, '').trim()
  return target === '' || target.includes('*') || target.includes('://') ? undefined : target
}
