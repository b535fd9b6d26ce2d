/** Where a node starts. Lines and columns count from 1, columns in UTF-16 code units. */
export type YamlPlace = { readonly line: number; readonly column: number }

/** A scalar. `text` is what was written: the source of a plain scalar (`1.10`, `007`, `true`), the content of a quoted or block one. */
export type YamlScalar = YamlPlace & {
  readonly kind: 'scalar'
  readonly text: string
  readonly style: 'plain' | 'quoted' | 'block'
}
/** An empty value, `~` or a plain `null`. */
export type YamlNull = YamlPlace & { readonly kind: 'null'; readonly text: string }
export type YamlList = YamlPlace & { readonly kind: 'list'; readonly items: readonly YamlNode[] }
/** Pairs in the order of the file; keys are text, so that `__proto__` is a key like any other. */
export type YamlMap = YamlPlace & { readonly kind: 'map'; readonly pairs: readonly YamlPair[] }
export type YamlNode = YamlScalar | YamlNull | YamlList | YamlMap

/** One `key: value`. The place is the key's; `endLine` is the last line that belongs to the value. */
export type YamlPair = YamlPlace & { readonly key: string; readonly value: YamlNode; readonly endLine: number }

/** Why a text cannot be read, or cannot be trusted. Every problem is an error. */
export type YamlProblem = YamlPlace & {
  readonly code: 'syntax' | 'duplicate_key' | 'tag' | 'alias' | 'depth' | 'size' | 'key'
  readonly message: string
}

export type YamlResult = { readonly root: YamlNode; readonly problems: readonly YamlProblem[] }

/** The pair of `key` in a map, or undefined. */
export const pairOf = (map: YamlMap, key: string): YamlPair | undefined => map.pairs.find((pair) => pair.key === key)

/** True for the plain texts that YAML 1.2 core reads as null. */
export const isNullText = (text: string): boolean =>
  text === '' || text === '~' || text === 'null' || text === 'Null' || text === 'NULL'
