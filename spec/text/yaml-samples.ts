/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

const WORDS = [
  'a',
  'auth',
  '007',
  '1.10',
  'true',
  'null',
  '~',
  '83e7120',
  '2026-05-20',
  '2026-05-20T10:00:00Z',
  'C++',
  "it's",
  'x:y',
  'a#b',
  '深色主题',
  'émile',
  '😀',
  'module.auth',
  '[[module.auth]]',
  '-1',
  '- x',
  '-',
  '?',
  ': ',
  ' #',
  ',',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  '\\',
  '&a',
  '*a',
  '!t',
  '|',
  '>',
  '%',
  '@',
  '`',
  '---',
  '...',
  'http://x.y/z?q=1#f',
  '<<<<<<<',
  '\u00a0',
  '\u2028',
  '\t',
  '  ',
  'a: b',
  '"q"',
  "'q'",
  "'it''s'",
  '"\\n"',
  'null ',
  'No',
  '.5',
  '0x1f',
  '=',
  '<<',
]
const KEYS = [
  'id',
  'type',
  'title',
  'tags',
  'x_custom',
  'a-b',
  '_k',
  'K9',
  '__proto__',
  'constructor',
  'null',
  'true',
  '9',
  '"q"',
  'a b',
  '键',
  '?',
  '- k',
  '',
]

/** The text of a frontmatter: ordinary for the most part, with anything YAML knows or refuses mixed in. */
export function sampleYaml(random: () => number): string {
  const lines: string[] = []
  const count = 1 + Math.floor(random() * 6)
  for (let index = 0; index < count; index++) lines.push(...sampleField(random))
  return lines.join('\n')
}

function sampleField(random: () => number): readonly string[] {
  const key = random() < 0.9 ? `k${Math.floor(random() * 9)}` : pick(random, KEYS)
  const value = (): string => sampleScalar(random)
  const indent = pick(random, ['', '  ', '  ', '    ', ' '])
  switch (Math.floor(random() * 12)) {
    case 0:
      return [`${key}:`]
    case 1:
      return [
        `${key}: [${[value(), value(), value()].slice(0, Math.floor(random() * 4)).join(pick(random, [', ', ',', ' , ']))}]${comment(random)}`,
      ]
    case 2:
      return [`${key}: { a: ${value()}, b: ${value()} }${comment(random)}`]
    case 3:
    case 4:
      return [
        `${key}:${comment(random)}`,
        ...[value(), value()].map((item) => `${random() < 0.95 ? indent : ' '}-${pick(random, [' ', ' ', '  ', ''])}${item}`),
      ]
    case 5:
      return [pick(random, ['', '  ', '# comment', '   # comment', '\t', '---', '...'])]
    case 6:
      return random() < 0.3 ? [`${key}: ${pick(random, ['|', '>-', '>'])}`, '  text', `  ${value()}`, ''] : [`${key}: ${value()}`]
    case 7:
      return random() < 0.3 ? [`${key}:`, `  sub: ${value()}`, '  two: 2'] : [`${key}:  ${value()} `]
    case 8:
      return random() < 0.2 ? [`${key}: ${value()}`, `  ${value()}`] : [`${key}: ${value()}`]
    default:
      return [`${key}: ${value()}${comment(random)}`]
  }
}

const comment = (random: () => number): string => (random() < 0.15 ? pick(random, [' # note', '  # a: b', ' #', '#x']) : '')

function sampleScalar(random: () => number): string {
  const words = Array.from({ length: Math.floor(random() * 3) + (random() < 0.95 ? 1 : 0) }, () =>
    pick(random, random() < 0.6 ? WORDS.slice(0, 18) : WORDS),
  )
  const text = words.join(pick(random, [' ', ' ', '']))
  const style = random()
  return style < 0.1 ? `"${text}"` : style < 0.2 ? `'${text}'` : text
}
