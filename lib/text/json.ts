import { byText } from './order.ts'

/**
 * JSON with object keys in code-unit order, so that equal values give equal bytes. Keys with the value `undefined` are
 * left out, as JSON.stringify does; `indent` is the number of spaces a level (0: one line). Throws on a cycle only.
 */
export const stableJson = (value: unknown, indent = 0): string => JSON.stringify(sorted(value), undefined, indent)

/** The value of a JSON text, or `undefined` when it is not JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True for a JSON object, not an array and not null. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  // defineProperty, since assigning to `__proto__` would not make a key of it.
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort(byText)) {
    Object.defineProperty(copy, key, { value: sorted(value[key]), enumerable: true, configurable: true, writable: true })
  }
  return copy
}
