const SCHEME = 'pmem://'

/** The address of a card as a resource. */
export const cardUri = (id: string): string => resourceUri('card', id)

export const resourceUri = (kind: string, name: string): string => `${SCHEME}${kind}/${encodeURIComponent(name.toWellFormed())}`

/** What an address names: its kind and the name behind it, decoded once; undefined for one that is not ours. Never throws. */
export function parseUri(uri: string): { readonly kind: string; readonly name: string } | undefined {
  const match = /^pmem:\/\/([a-z]+)(?:\/([^/?#]*))?$/.exec(uri)
  if (match === null) return undefined
  try {
    return { kind: match[1]!, name: decodeURIComponent(match[2] ?? '') }
  } catch {
    return undefined
  }
}
