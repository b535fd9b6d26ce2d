import { maskCode, withoutComments } from '../card/code-mask.ts'
import { plainText } from '../card/plain.ts'
import { type Section, sections } from '../card/sections.ts'
import { foldName, foldText } from '../text/fold.ts'

/** What a fact states. `learned` is a fact of no special kind, worth keeping because its section says so. */
export const FACT_KINDS = ['decision', 'constraint', 'risk', 'interface', 'next', 'learned'] as const
export type FactKind = (typeof FACT_KINDS)[number]

/** One thought of a trace. `line` counts from the first line of the body, 1. */
export type Fact = { readonly kind: FactKind; readonly text: string; readonly line: number }

/** Sections whose every item counts, by their headings in English and Chinese. */
const SECTION_KINDS: readonly (readonly [FactKind, RegExp])[] = [
  ['decision', /^(?:decisions?(?: made)?|decided|choices?|决策|决定|选择)$/],
  ['constraint', /^(?:constraints?|rules?|invariants?|requirements?|assumptions?|约束|限制|规则|要求|假设)$/],
  ['risk', /^(?:risks?|pitfalls?|gotchas?|traps?|known issues?|caveats?|风险|隐患|陷阱|已知问题|注意事项)$/],
  ['interface', /^(?:interfaces?|api|apis|contracts?|signatures?|接口|契约)$/],
  ['next', /^(?:next|next steps?|todo|to do|follow[- ]?ups?|remaining|open(?: points| questions)?|下一步|后续|待办|遗留)$/],
  ['learned', /^(?:learned|lessons?(?: learned)?|findings?|facts?|conclusions?|takeaways?|结论|收获|发现|经验|事实)$/],
]
/** Sections that tell the story or point elsewhere: nothing in them is a fact by itself. */
const EVIDENCE = /^(?:evidence|references?|links?|files?|证据|参考|文件)$/

/** Sentences that state something, wherever they stand. The first kind that matches counts; chinese and english alike. */
const SENTENCE_KINDS: readonly (readonly [FactKind, RegExp])[] = [
  [
    'decision',
    /\b(?:(?:we|i|team) )?(?:decided|chose|agreed|settled on|opted|rejected|switched (?:from|to)|replaced \S.{0,60} (?:with|by)|will use|adopted|dropped)\b|决定|选定|选择了|采用|改用|换成|放弃|否决|拒绝了|弃用/i,
  ],
  [
    'next',
    /\b(?:next(?: step)?(?: is|:)|todo\b|still (?:to do|has to|have to|needs? to|open)|remains to|follow[- ]up|left to do)|下一步|待办|还需要?|尚未|有待|接下来/i,
  ],
  [
    'constraint',
    /\b(?:must(?: not)?|never|may not|cannot|has to|have to|only allowed|required to|is required|not allowed|at most|at least|no more than|invariant)\b|必须|不得|不能|禁止|只能|不允许|务必|至多|至少|不可以/i,
  ],
  [
    'risk',
    /\b(?:risk|danger|could (?:break|fail|lose|leak)|may (?:break|fail|lose|leak)|might (?:break|fail|lose|leak)|breaks (?:when|if)|fails (?:when|if)|race condition|data loss|vulnerab\w+)\b|风险|隐患|可能(?:会)?(?:失败|丢失|泄漏|崩溃|出错)|有问题|竞态|漏洞/i,
  ],
  [
    'interface',
    /\b(?:(?:new|changed|renamed|removed|added|public) (?:api|interface|endpoint|flag|option|function|method|parameter|argument|field|column|event)|now (?:accepts|returns|takes|throws|requires|emits)|endpoint|signature)\b|接口|返回值?|参数|端点|字段|入参|签名/i,
  ],
]

const SHORTEST = 8
const SHORTEST_HAN = 4
const LONGEST = 400

/** The facts a trace states: the items of sections that are kept for them, and sentences elsewhere that state one. In order, each once. */
export function extractFacts(body: string): readonly Fact[] {
  const facts: Fact[] = []
  const seen = new Set<string>()
  for (const section of sections(withoutComments(body), 1)) {
    const kind = kindOfSection(section)
    if (kind === 'none') continue
    for (const { text, line } of statements(section, kind !== undefined)) {
      const found = kind ?? SENTENCE_KINDS.find(([, pattern]) => pattern.test(text))?.[0]
      const key = factKey(text)
      if (found === undefined || !isFact(text) || seen.has(key)) continue
      seen.add(key)
      facts.push({ kind: found, text, line })
    }
  }
  return facts
}

/** Every statement of a body, list items and sentences, headings and code left out. */
export const statementsOf = (body: string): readonly string[] =>
  sections(withoutComments(body), 1).flatMap((section) =>
    [...statements(section, true), ...statements(section, false)].map(({ text }) => text),
  )

/** What makes two facts the same: letters and digits alone, case and accents folded. */
export const factKey = (text: string): string =>
  foldText(text.replace(/\(?\[\[[^\]]{1,200}\]\]\)?/g, ' '))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/**
 * True where two texts say the same: equal, or nearly so with the same numbers, names and negations. Numbers, negations and
 * differing names are no duplicates.
 */
export function saysTheSame(a: string, b: string): boolean {
  const [x, y] = [factKey(a), factKey(b)]
  if (x === y) return true
  const [p, q] = [wordsOf(x), wordsOf(y)]
  if (p.size < 4 || q.size < 4 || telling(a) !== telling(b)) return false
  const shared = [...p].filter((word) => q.has(word)).length
  return shared / (p.size + q.size - shared) >= 0.85
}

const NEGATION = /^(?:not|no|never|without|cannot|isn|doesn|don|won|无|不|未|非|没)$/
/** What must be equal: numbers, negations, and words with capitals or signs inside. */
const telling = (text: string): string =>
  [...text.matchAll(/[\p{L}\p{M}\p{N}_.]+|[不未无没非]/gu)]
    .map(([word]) => word.replace(/\.+$/, ''))
    .filter((word) => /\d/.test(word) || NEGATION.test(word.toLowerCase()) || /.[\p{Lu}_.]/u.test(word))
    .sort()
    .join(' ')

/** The words of a key, of scripts without blanks pairs of characters. */
export function wordsOf(key: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const word of key.split(' ')) {
    if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u.test(word))
      for (let at = 0; at < word.length - 1; at += 1) words.add(word.slice(at, at + 2))
    else words.add(word)
  }
  return words
}

function kindOfSection({ level, heading }: Section): FactKind | 'none' | undefined {
  if (level === 0) return undefined
  const name = foldName(heading).replace(/[:：]$/, '')
  if (EVIDENCE.test(name)) return 'none'
  return SECTION_KINDS.find(([, pattern]) => pattern.test(name))?.[0]
}

/** Prose sentence by sentence, list items too unless they are to stay whole; code, tables and quotes are left out. */
function* statements(
  { text, textLine }: Section,
  wholeItems: boolean,
): Generator<{ readonly text: string; readonly line: number }> {
  const { lines, kinds } = maskCode(text)
  let open: { text: string; line: number; item: boolean } | undefined
  for (let index = 0; index <= lines.length; index += 1) {
    const line = kinds[index] === 'prose' ? lines[index]! : ''
    const marker = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/.exec(line)
    const ends = line.trim() === '' || /^\s*(?:>|\||#{1,6}\s)/.test(line)
    if (open !== undefined && (ends || marker !== null)) {
      yield* open.item && wholeItems ? [{ text: clean(open.text), line: open.line }] : sentencesOf(open.text, open.line)
      open = undefined
    }
    if (ends) continue
    const part = marker === null ? line.trim() : line.slice(marker[0].length).trim()
    open =
      open === undefined
        ? { text: part, line: textLine + index, item: marker !== null }
        : { ...open, text: `${open.text} ${part}` }
  }
}

function* sentencesOf(text: string, line: number): Generator<{ readonly text: string; readonly line: number }> {
  for (const sentence of clean(text).split(/(?<=[.!?]["')\u2019\u201d]?)\s+(?=[\p{Lu}\p{N}"'(])|(?<=[\u3002\uff01\uff1f])/u))
    yield { text: sentence.trim(), line }
}

/** Code marks stay: names in code are names. */
const clean = (text: string): string => plainText(text.replace(/^(?:\d\d:\d\d\s+)/, '').replace(/`/g, '\\`'))

function isFact(text: string): boolean {
  const han = /[\p{Script=Han}]/u.test(text)
  return (
    [...text].length >= (han ? SHORTEST_HAN : SHORTEST) && text.length <= LONGEST && !/[?？]$/.test(text) && /[\p{L}]/u.test(text)
  )
}
