import { byText } from './order.ts'

/** What follows the key of one line in sorted lines `key<TAB>value`, each ended by a line break, found by bisection; undefined when no line has that key. */
export function rowValue(rows: string, key: string): string | undefined {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const start = rows.lastIndexOf('\n', middle - 1) + 1
    const end = rows.indexOf('\n', middle)
    if (end < 0) return undefined
    const tab = rows.indexOf('\t', start)
    const order = byText(rows.slice(start, tab), key)
    if (order === 0) return rows.slice(tab + 1, end)
    if (order < 0) low = end + 1
    else high = start
  }
  return undefined
}

/** All lines that `rowsOf` wrote. */
export const entriesOf = (rows: string): readonly (readonly [key: string, value: string])[] =>
  rows
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => [row.slice(0, row.indexOf('\t')), row.slice(row.indexOf('\t') + 1)])

/** Lines that `rowValue` reads. Keys and values hold no line break, keys no tab; a key that does is left out. */
export const rowsOf = (entries: Iterable<readonly [key: string, value: string]>): string =>
  [...entries]
    .filter(([key]) => !/[\t\n]/.test(key))
    .sort(([a], [b]) => byText(a, b))
    .map(([key, value]) => `${key}\t${value}\n`)
    .join('')
