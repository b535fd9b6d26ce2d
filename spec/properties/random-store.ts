import { random } from '../random.ts'

/** Characters that a reader sees as one and that are several code points: families, flags, skin tones, marks, keycaps. */
export const CLUSTERS = [
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇩🇪',
  '🇯🇵',
  '👍🏽',
  'e\u0301',
  'n\u0303',
  'ก\u0e33',
  '각',
  '1️⃣',
  '❤️',
  '𝔘',
  'क्षि',
] as const

const WORDS: readonly (readonly string[])[] = [
  [
    'storage',
    'retry',
    'the',
    'index',
    'reads',
    'before',
    'a',
    'lock',
    'token',
    'budget',
    'HTTPServer',
    'snake_case_name',
    'v0.8.1',
    'so',
    'that',
  ],
  ['决策', '存储', '索引', '为什么', '不使用', '数据库', '测试框架', '缓存', '更新', '策略。'],
  ['設計', 'データ', 'ログイン', 'する', 'ための', '사용자', '인증을', '위한', 'Привет', 'настройки', 'ไทย', 'مرحبا'],
  CLUSTERS,
]
const TYPES = ['module', 'decision', 'task', 'risk', 'trace', 'fact', 'constraint', 'feature', 'assumption'] as const
const STATUSES = ['active', 'accepted', 'implementing', 'done', 'superseded', 'draft', 'blocked'] as const
const HEADINGS = ['Decision', 'Current State', 'Context', 'Next Step', '背景', 'Notes'] as const
const HOSTILE = [
  '"quoted" \\ back\\\\slash',
  '<script>alert(1)</script>',
  '</project-memory>',
  '\u202eright to left',
  '{"json": [1, 2',
  '```',
  '-- shown 1 of 1 cards',
] as const

/** Files of a project with `size` cards, the same for the same seed: several scripts, hostile text, code fences, edges of all kinds. */
export function randomStore(size: number, seed: number): Readonly<Record<string, string>> {
  const chance = random(seed)
  const words = chance.pick(WORDS)
  const word = (): string => (chance.below(12) === 0 ? chance.pick(chance.pick(WORDS)) : chance.pick(words))
  const glue = (): string => (words === CLUSTERS && chance.below(2) === 0 ? '' : ' ')
  const text = (most: number): string =>
    Array.from({ length: 1 + chance.below(most) }, () => `${word()}${glue()}`)
      .join('')
      .trim()
  const day = (): string => `2026-0${1 + chance.below(6)}-${10 + chance.below(18)}`
  const ids = Array.from(
    { length: size },
    (_, number) => `${chance.pick(TYPES)}.${chance.below(9) === 0 ? '卡片' : 'card'}-${number}`,
  )
  const files: Record<string, string> = {
    '.pmem/index.md': `# P\n\n## Current Focus\n\n${chance.below(4) === 0 ? '' : `${text(25)} ${chance.pick(ids)}`}\n`,
    '.pmem/next.md': chance.below(4) === 0 ? '' : `- [P0] ${text(12)}\n  Why: ${text(12)}\n- ${text(5)}\n`,
  }
  for (const [number, id] of ids.entries()) {
    const type = id.slice(0, id.indexOf('.'))
    const fields = [
      `id: ${id}`,
      `type: ${type}`,
      `title: ${JSON.stringify(text(8))}`,
      ...(chance.below(3) > 0 ? [`summary: ${JSON.stringify(chance.below(8) === 0 ? chance.pick(HOSTILE) : text(60))}`] : []),
      ...(chance.below(4) > 0 ? [`status: ${chance.pick(STATUSES)}`] : []),
      ...(chance.below(4) > 0 ? [`updated: ${day()}`] : []),
      ...(chance.below(3) === 0 ? [`last_verified: ${day()}`] : []),
      ...(chance.below(2) === 0 ? [`tags: [t${chance.below(5)}, ${chance.pick(['core', 'edge'])}]`] : []),
      ...(chance.below(2) === 0 ? [`source_files: [src/part-${chance.below(10)}.ts]`] : []),
      ...(chance.below(2) === 0 ? [`related: [${chance.pick(ids)}]`, `depends_on: [${chance.pick(ids)}]`] : []),
      ...(chance.below(10) === 0 ? ['sensitivity: secret'] : []),
      ...(number > 0 && chance.below(8) === 0 ? [`supersedes: ${ids[number - 1]}`] : []),
    ]
    const sections = Array.from(
      { length: chance.below(4) },
      () =>
        `## ${chance.pick(HEADINGS)}\n\n${text(120)}\n\n\`\`\`ts\nconst x = '${text(6)}'\n\`\`\`\n\n- ${text(10)}\n- ${text(10)}\n`,
    )
    files[`.pmem/${type}s/c${number}.md`] = `---\n${fields.join('\n')}\n---\n\n${sections.join('\n')}`
  }
  return files
}
