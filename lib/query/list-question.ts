import { lazy } from '../text/lazy.ts'
import { sortedUnique } from '../text/order.ts'
import { unicodePattern } from '../text/unicode-pattern.ts'

/** A question that wants all cards of a kind: "which decisions are superseded", 有哪些模块. Filters are alternatives within a list, joined by and. */
export type ListQuestion = {
  readonly types: readonly string[]
  /** Status words of the question, as values of `status`; `open` stands for every status that is not an end. */
  readonly statuses: readonly string[]
  readonly priorities: readonly string[]
  readonly stale: boolean
  /** What is left of the question: words that the cards must also match. '' when nothing. */
  readonly topic: string
}

/** Words for the built-in types beside their own names. A project's own types are known by name and plural. */
const TYPE_WORDS: Readonly<Record<string, readonly string[]>> = {
  decision: ['adr', 'adrs', '决策', '决定'],
  module: ['组件', '模块'],
  feature: ['功能', '特性'],
  task: ['todo', 'todos', '任务', '待办'],
  risk: ['风险'],
  assumption: ['假设'],
  constraint: ['约束', '限制条件'],
  person: ['people', '人员', '成员'],
  resource: ['资源'],
  file: ['文件'],
  doc: ['docs', 'documents', 'document', '文档'],
  trace: ['痕迹', '轨迹'],
  fact: ['事实'],
  summary: ['summaries', '摘要', '总结'],
  project: ['项目'],
}

/** Longest first where one word is part of another. */
const statusWords = lazy((): readonly (readonly [words: RegExp, statuses: readonly string[]])[] => [
  [/\bnot (?:yet )?(?:done|finished|completed|closed)(?: yet)?\b|\bunfinished\b|未完成|没完成|没做完/, ['open']],
  [/\bsuperseded\b|\breplaced\b|已?被?(?:取代|替代|替换)了?|已作废/, ['superseded']],
  [/\bdeprecated\b|已?(?:弃用|废弃)/, ['deprecated']],
  [/\barchived\b|已?归档/, ['archived']],
  [/\b(?:done|completed?|finished|closed)\b|(?:已经?)?(?:完成|做完)/, ['done', 'completed']],
  [/\bopen\b|\bpending\b|\bremaining\b|\boutstanding\b|待处理|待办|还没/, ['open']],
  [/\bblocked\b|被?阻塞|卡住/, ['blocked']],
  [/\bdraft\b|草稿/, ['draft']],
  [/\baccepted\b|已?(?:接受|采纳|通过)/, ['accepted']],
  [/\bdesigning\b|设计中/, ['designing']],
  [/\bimplementing\b|实现中|正在(?:实现|开发)/, ['implementing']],
  [/\bin progress\b|进行中|正在(?:进行|做)/, ['implementing', 'active']],
  [/\bactive\b|活跃|生效/, ['active']],
])
const priorityWords = lazy((): readonly (readonly [words: RegExp, priority: string])[] => [
  [/\bhigh[- ]priority\b|\bp[01]\b|高优先级/, 'high'],
  [/\bmedium[- ]priority\b|\bp2\b|中优先级/, 'medium'],
  [/\blow[- ]priority\b|\bp3\b|低优先级/, 'low'],
])
const STALE_WORDS = /\b(?:stale|outdated|unverified)\b|过期|陈旧|过时/
const STRONG_CUE =
  /^(?:please )?(?:list|enumerate|show(?: me)?(?: all)?|give me (?:all|the list of)|all|every|how many|name (?:all|the))\b|\blist (?:all|of|the)\b|有?哪些|所有|全部|列出|列举|有多少/
const MOST_TOPIC_WORDS = 4
/** Questions for a way, a reason or a place are no lists. */
const EXPLAINS = ['how', 'why', 'where', 'when', 'who']
const EXPLAINS_HAN = ['如何', '怎么', '怎样', '为什么', '为何']
const PLURAL_CUE = /\b(?:which|what|any)\b/
const FILLER =
  /\b(?:please|the|are|is|there|do|does|we|have|has|our|in|of|this|that|project|store|memory|exist|existing|current|currently|all|every|list|show|me|give|which|what|how|many|any|name|were|been|so|far|with|status|cards?|tagged|labelled|labeled|tags?|about|enumerate|and|right|now|be|to|still|items?)\b|请|有哪些|哪些|哪几个|所有|全部|列出|列举|有多少|多少|我们|项目|里面?|中|当前|目前|现在|一下|的|是|了|有|都|还|已经|正在|关于|标签|哪|个|条|吗|呢|状态/g

/**
 * Returns what a folded query lists, or undefined when it is no such question. `types` are the card types of the project.
 * With words left over it is a list only after a plain order ("list", "all", 哪些): "what modules use Redis" is asked, not listed.
 */
export function listQuestion(folded: string, types: readonly string[]): ListQuestion | undefined {
  if (folded.length > 200 || explains(folded)) return undefined
  const found = typesNamed(folded, types)
  if (found.length === 0) return undefined
  const statuses = statusWords()
    .filter(([words]) => words.test(folded))
    .flatMap(([, values]) => values)
  const priorities = priorityWords()
    .filter(([words]) => words.test(folded))
    .map(([, value]) => value)
  const stale = STALE_WORDS.test(folded)
  const topic = leftOver(folded, found)
  const strong = STRONG_CUE.test(folded)
  const plural = found.some(({ plural: isPlural }) => isPlural)
  if (!strong && !(plural && (topic === '' || PLURAL_CUE.test(folded)))) return undefined
  if (topic !== '' && !strong && !/^(?:which|what)\b/.test(folded)) return undefined
  // A statement that happens to begin with "every" is no order for a list.
  if (topic.split(' ').length > MOST_TOPIC_WORDS) return undefined
  return {
    types: sortedUnique(found.map(({ type }) => type)),
    statuses: statuses.includes('open') ? ['open'] : statuses,
    priorities,
    stale,
    topic,
  }
}

function explains(folded: string): boolean {
  if (EXPLAINS_HAN.some((word) => folded.startsWith(word))) return true
  const asked = EXPLAINS.find((word) => folded.startsWith(word))
  return asked !== undefined && !isAsciiWord(folded.charCodeAt(asked.length)) && !/^how many\b/.test(folded)
}
const isAsciiWord = (code: number): boolean => code < 0x80 && (isWordPart(code) || (code >= 0x41 && code <= 0x5a))

type TypeNamed = { readonly type: string; readonly word: string; readonly plural: boolean }

function typesNamed(folded: string, types: readonly string[]): TypeNamed[] {
  const found: TypeNamed[] = []
  for (const type of types) {
    for (const word of sortedUnique([type, plural(type), ...(TYPE_WORDS[type] ?? [])])) {
      if (standsIn(folded, word))
        found.push({ type, word, plural: word !== type && word !== 'adr' && word !== 'todo' && word !== 'document' })
    }
  }
  return found
}

const plural = (type: string): string =>
  /[^aeiou]y$/.test(type) ? `${type.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(type) ? `${type}es` : `${type}s`

/** On word boundaries for words with blanks around them; anywhere for Han. Plain code: a Unicode regex costs a millisecond to compile. */
function standsIn(folded: string, word: string): boolean {
  if (word.charCodeAt(0) >= 0x2e80) return folded.includes(word)
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    const end = at + word.length
    const dotted = folded[end] === '.' && isWordPart(folded.charCodeAt(end + 1))
    if (!isJoined(folded.charCodeAt(at - 1)) && folded[at - 1] !== '.' && !isJoined(folded.charCodeAt(end)) && !dotted)
      return true
  }
  return false
}

const isJoined = (code: number): boolean => isWordPart(code) || code === 0x2d

const NO_WORD = unicodePattern(String.raw`[^\p{L}\p{N}]+`, 'g')

/** ASCII letters, digits, underscore, and letters of other alphabets; Han stands beside a word without a blank. NaN is none. */
const isWordPart = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f ||
  (code >= 0xc0 && code < 0x2e80 && (code < 0x2000 || code > 0x206f))

function leftOver(folded: string, found: readonly TypeNamed[]): string {
  let rest = folded
  for (const { word } of [...found].sort((a, b) => b.word.length - a.word.length)) rest = rest.replaceAll(word, ' ')
  for (const [words] of statusWords()) rest = rest.replace(words, ' ')
  for (const [words] of priorityWords()) rest = rest.replace(words, ' ')
  return rest.replace(STALE_WORDS, ' ').replace(FILLER, ' ').replace(NO_WORD(rest), ' ').trim()
}
