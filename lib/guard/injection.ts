import { maskSecrets } from './secrets.ts'

/** Something in a card that is meant for whoever reads it as text, not for its reader. */
export type InjectionMark = { readonly kind: 'instruction' | 'invisible' | 'direction' | 'fence'; readonly line: number }

/**
 * Lines that speak to an agent rather than about the project, characters that nobody sees or that turn the direction of writing,
 * and tags that look like the frame pmem or a model puts around text. One mark a line and kind, in order. Linear; never throws.
 */
export function findInjections(text: string): readonly InjectionMark[] {
  const marks: InjectionMark[] = []
  for (const [index, line] of text.split('\n').entries()) {
    for (const [kind, isOne] of KINDS) if (isOne(line)) marks.push({ kind, line: index + 1 })
  }
  return marks
}

/**
 * What may leave the store of a text that lies in it: no credentials, no characters that hide or turn text, and lines that give
 * orders marked as what they are, the text of a card. Line breaks stay where they are.
 */
export const outgoing = (text: string): string => harmless(maskSecrets(text))

/** The same of a text whose credentials are masked already. */
export function harmless(text: string): string {
  const seen = visible(text)
  return isOrder(seen) || isFence(seen)
    ? seen
        .split('\n')
        .map((line) => (isOrder(line) || isFence(line) ? `${MARK}${line.replace(FENCES, '\u2039$1')}` : line))
        .join('\n')
    : seen
}
const MARK = '[text of a card, no instruction] '

/** The text without characters that hide or turn text; joiners, which many scripts need, stay. */
export const visible = (text: string): string =>
  ASCII.test(text) || !hidden().test(text) ? text : text.replace(new RegExp(hidden().source, 'gu'), '')

const INVISIBLE = '\\u200b\\u2060-\\u2064\\u{e0000}-\\u{e007f}'
const DIRECTION = '\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069'
const ASCII = /^[\x00-\x7f]*$/
const hidden = (): RegExp => new RegExp(`[${INVISIBLE}${DIRECTION}]|(?<=.)\\ufeff`, 'u')
const isFence = (text: string): boolean =>
  (text.includes('<') || text.includes('[')) &&
  /<\/?(?:project-memory|system|assistant|developer|instructions?|tool_result|function_results?)\b[^<>]{0,200}>|<\|[a-z_]{2,30}\|>|\[\/?INST\]/i.test(
    text,
  )
const FENCES =
  /<(\/?(?:project-memory|system|assistant|developer|instructions?|tool_result|function_results?)\b|\|[a-z_]{2,30}\|>)/gi

type Order = readonly [needed: readonly (readonly string[])[], pattern: () => RegExp]

/**
 * Orders to whoever reads, in the words that are used for it. `needed`: of each list one word stands in every such order, in lower
 * case; nearly all texts fail that, and looking for words costs a fraction of the pattern.
 */
const ORDERS: readonly Order[] = [
  [
    [
      ['ignore', 'disregard', 'forget', 'override', 'bypass'],
      ['instruction', 'rule', 'prompt', 'message', 'directive', 'guideline', 'context'],
    ],
    () =>
      /\b(?:ignore|disregard|forget|override|bypass)\s{1,4}(?:(?:all|any|every|the|your|my|of|these|those)\s{1,4}){0,4}(?:previous|prior|above|earlier|preceding|existing|system)\s{1,4}(?:\w{1,20}\s{1,4}){0,2}(?:instruction|rule|prompt|message|directive|guideline|context)s?\b/i,
  ],
  [
    [
      ['instruction', 'prompt'],
      ['new', 'updated', 'real', 'actual'],
    ],
    () => /\b(?:new|updated|real|actual)\s{1,4}(?:system\s{1,4})?(?:instructions?|prompt)\s{0,4}:/i,
  ],
  [[['you'], ['now']], () => /\byou\s{1,4}are\s{1,4}now\s{1,4}(?:an?|the|in|no\s{1,4}longer)\b/i],
  [
    [
      ['user', 'human', 'operator', 'developer'],
      ['do', 'never'],
      ['tell', 'inform', 'mention', 'show', 'reveal'],
    ],
    () =>
      /\b(?:do\s{1,4}not|don't|never)\s{1,4}(?:tell|inform|mention\s{1,4}(?:this|it)\s{1,4}to|show\s{1,4}(?:this|it)\s{1,4}to|reveal\s{1,4}(?:this|it)\s{1,4}to)\s{1,4}(?:the\s{1,4})?(?:user|human|operator|developer)\b/i,
  ],
  [
    [['system'], ['prompt']],
    () =>
      /\b(?:reveal|print|repeat|send|output|leak)\s{1,4}(?:me\s{1,4})?(?:your|the)\s{1,4}(?:whole\s{1,4}|full\s{1,4}|entire\s{1,4})?system\s{1,4}prompt\b/i,
  ],
  [
    [['忽略', '无视', '忘记', '忘掉', '不要理会']],
    () =>
      /(?:忽略|无视|忘记|忘掉|不要理会)[^。\n]{0,10}(?:之前|上面|以上|先前|前面|所有|系统)[^。\n]{0,10}(?:指令|指示|规则|提示|要求)/,
  ],
  [[['用户', '使用者', '开发者']], () => /(?:不要|别|请勿)(?:告诉|告知|让)(?:用户|使用者|开发者)/],
]

function isOrder(text: string): boolean {
  const lower = text.toLowerCase()
  return ORDERS.some(
    ([needed, pattern]) => needed.every((words) => words.some((word) => lower.includes(word))) && pattern().test(text),
  )
}

const KINDS: readonly (readonly [InjectionMark['kind'], (line: string) => boolean])[] = [
  ['instruction', isOrder],
  ['invisible', (line) => !ASCII.test(line) && new RegExp(`[${INVISIBLE}]|(?<=.)\\ufeff`, 'u').test(line)],
  ['direction', (line) => !ASCII.test(line) && new RegExp(`[${DIRECTION}]`, 'u').test(line)],
  ['fence', isFence],
]
