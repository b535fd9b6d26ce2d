/** Makes a value when it is first asked for. All modules of a program run as it starts, and a question needs few of their tables. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
