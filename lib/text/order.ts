/** Compares two strings by UTF-16 code units, the same on every runtime and in every locale. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Compares two records by a text key. */
export const byKey =
  <T>(key: (value: T) => string) =>
  (a: T, b: T): number =>
    byText(key(a), key(b))

/** Sorted copy without repeats, in code-unit order. */
export const sortedUnique = (values: Iterable<string>): string[] => [...new Set(values)].sort(byText)
