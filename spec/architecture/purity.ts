import { PLATFORM_ROOMS } from './imports.ts'
import { placesOf, roomOf, type SourceFile, type Violation } from './source-file.ts'

/** What makes the same input give other bytes, anywhere in lib: by locale, by chance. */
const NEVER: readonly (readonly [RegExp, string])[] = [
  [/\bMath\s*\.\s*random\b/g, 'chance: pass the number in'],
  [/\.\s*localeCompare\b/g, 'order by locale: use byText of lib/text/order.ts'],
  [/\.\s*toLocale\w*/g, 'text by locale: write the format out'],
  [/\bIntl\s*\.\s*\w+/g, 'data of the runtime: differs between engines'],
]

/** What belongs to the platform and so reaches a pure room only as an argument. */
const NOT_IN_PURE_ROOMS: readonly (readonly [RegExp, string])[] = [
  [/\bDate\s*\.\s*now\b/g, 'a clock: `now` is a parameter'],
  [/\bnew\s+Date\s*(?:\(\s*\)|(?![\s(\w]))/g, 'a clock: `now` is a parameter'],
  [/(?<!new\s+|[.\w$])Date\s*\(/g, 'a clock: `now` is a parameter'],
  [/\bperformance\s*\.\s*\w+/g, 'a clock: `now` is a parameter'],
  [/(?<![.\w$])console\s*\./g, 'prints: return data and let host write'],
  [/(?<![.\w$])process\s*\./g, 'the platform: take it through a port'],
  [/(?<![.\w$])(?:globalThis|crypto|fetch|setTimeout|setInterval)\b(?=\s*[.(])/g, 'the platform: take it through a port'],
]

/** Calls in lib that make a result depend on locale, chance, clock or platform. */
export function impureCalls(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => path.startsWith('lib/') && path.endsWith('.ts'))
    .flatMap((file) => {
      const isPure = !PLATFORM_ROOMS.includes(roomOf(file.path) ?? '')
      const rules = isPure ? [...NEVER, ...NOT_IN_PURE_ROOMS] : NEVER
      return rules.flatMap(([pattern, why]) =>
        placesOf(file, pattern).map(({ line, found }) => ({ file: file.path, line, message: `${found}: ${why}` })),
      )
    })
}
