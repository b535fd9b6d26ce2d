import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { estimateTokens, packingBudget, TOKEN_MARGIN, tokenWeight } from '../../lib/text/tokens.ts'

/** Text and its true number of o200k tokens, counted by the tokenizer package that the bench uses. */
const COUNTED: readonly (readonly [string, number, string])[] = [
  [
    'English',
    36,
    'The packer keeps a margin, so that the real number of tokens stays within the budget that was asked for. What is cut is named in the footer, with the reason.',
  ],
  [
    'code',
    58,
    'export const isoDate = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)\nfor (const [id, hits] of found) if (hits.length > 3) console.log(`${id}: ${hits.length}`)',
  ],
  [
    'Markdown',
    60,
    '## Alternatives\n\n- **JPEG XL**: rejected, see [decision.thumb-jpeg](../decisions/thumb-jpeg.md)\n- `WebP`: kept until 2026-08-05\n\n| format | size |\n|---|--:|\n| AVIF | 46 GB |\n',
  ],
  [
    'JSON',
    50,
    '{"id":"module.store","score":0.608999,"reasons":[{"channel":"fts","base":0.8}],"factors":{"recency":0.875},"file":"lib/store/open.ts","stale":false}',
  ],
  ['Chinese', 36, '这个模块负责把记忆卡片写入磁盘，并在读取时检查索引是否过期。如果索引已经过期，就在内存中重新建立。'],
  ['Japanese', 34, 'このモジュールは、プロジェクトの記憶をカードとして保存し、検索のときに古くなった索引を更新します。'],
  ['Korean', 28, '이 모듈은 프로젝트의 기억을 카드로 저장하고, 검색할 때 오래된 색인을 새로 만듭니다.'],
  ['Turkish', 28, 'Bu modül, projenin belleğini kartlar halinde saklar ve arama sırasında eskimiş dizinleri yeniden oluşturur.'],
  [
    'German',
    27,
    'Dieses Modul speichert das Gedächtnis des Projekts als Karten und erneuert beim Suchen veraltete Verzeichnisse.',
  ],
  ['Russian', 17, 'Все люди рождаются свободными и равными в своем достоинстве и правах.'],
  ['Greek', 31, 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.'],
  ['Arabic', 18, 'يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق.'],
  ['Hindi', 25, 'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।'],
  ['Thai', 32, 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ'],
  ['emoji', 27, 'Release day 🚀 all green ✅ docs 📚 updated 🎉 one flaky test 🐛 fixed ⚠️ watch memory 🔥'],
]

/** Text that changes its script at every word, fifty times, and its true number of o200k tokens. */
const ALTERNATING: readonly (readonly [string, number])[] = [
  ['字 word ', 101],
  ['词 word 库 index 锁 cache ', 450],
  ['字word ', 101],
  ['word字 ', 101],
  ['글 word 줄 index ', 201],
  ['ф word щ index ', 201],
  ['א word ש index ', 201],
  ['ع word غ index ', 201],
  ['Ω word ψ index ', 201],
  ['ก word ฬ index ', 251],
  ['🚀 word 🐛 index ', 351],
  ['word， index 。 ', 201],
  ['字 あ 글 ф 🚀 ', 301],
]

/** Deterministic pieces of hostile text. */
const PIECES = [
  'word',
  'Wörter',
  'camelCase',
  'HTTP',
  '12345',
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '\n\n',
  ' \n',
  '.',
  '(',
  '```',
  '-----',
  '中文',
  'かな',
  '한글',
  'мир',
  'ไทย',
  '🚀',
  '👩‍👩‍👧',
  '\ud800',
  '\udc00',
  '—',
  '│',
  '\u0000',
  "it's",
  '/path',
  '_id',
  '𠮷',
]
function hostile(seed: number, pieces: number): string {
  let state = seed
  let text = ''
  for (let at = 0; at < pieces; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += PIECES[(state >>> 8) % PIECES.length]
  }
  return text
}
const SAMPLES = Array.from({ length: 300 }, (_, seed) => hostile(seed, 40))
const linesOf = (text: string): string[] => text.split(/(?<=\n)/)

const spec = suite('text/tokens: estimateTokens')

for (const [name, tokens, text] of COUNTED) {
  spec(`is between 8 % under and 45 % over on ${name}`, () => {
    const ratio = estimateTokens(text) / tokens
    assert.ok(ratio >= 0.92 && ratio <= 1.45, `${estimateTokens(text)} for ${tokens}`)
  })
}
spec('is within 18 % over the counted texts together', () => {
  const real = COUNTED.reduce((sum, [, tokens]) => sum + tokens, 0)
  const estimate = COUNTED.reduce((sum, [, , text]) => sum + estimateTokens(text), 0)
  assert.ok(estimate >= real && estimate <= 1.18 * real, `${estimate} for ${real}`)
})
for (const [unit, tokens] of ALTERNATING) {
  spec(`is within the margin of a budget on ${JSON.stringify(unit)} again and again`, () => {
    const ratio = estimateTokens(unit.repeat(50)) / tokens
    assert.ok(ratio >= TOKEN_MARGIN && ratio <= 1.3, `${estimateTokens(unit.repeat(50))} for ${tokens}`)
  })
}
spec('is 0 for the empty text and for nothing else', () => {
  assert.is(estimateTokens(''), 0)
  for (const text of PIECES) assert.ok(estimateTokens(text) >= 1, JSON.stringify(text))
})
spec('is a whole number', () => {
  for (const text of SAMPLES) assert.ok(Number.isInteger(estimateTokens(text)) && Number.isInteger(tokenWeight(text)))
})
spec('never falls when a line is appended', () => {
  for (const [at, text] of SAMPLES.entries()) {
    const line = SAMPLES[(at + 1) % SAMPLES.length] as string
    assert.ok(tokenWeight(`${text}\n${line}`) >= tokenWeight(text), JSON.stringify([text, line]))
    assert.ok(tokenWeight(`${text}\n`) >= tokenWeight(text), JSON.stringify(text))
  }
})
spec('is at most the sum over the lines', () => {
  for (const text of SAMPLES) {
    const sum = linesOf(text).reduce((total, line) => total + tokenWeight(line), 0)
    assert.ok(tokenWeight(text) <= sum, JSON.stringify(text))
  }
})
spec('is the sum over the lines where no blank lines meet', () => {
  const text = '# Title\n- one, two\n  - three (four)\nlast 5\n'
  assert.is(
    tokenWeight(text),
    linesOf(text).reduce((total, line) => total + tokenWeight(line), 0),
  )
})
spec('counts lone surrogates, also at both ends', () => {
  assert.ok(estimateTokens('\ud83d') >= 1)
  assert.ok(estimateTokens('\udc00x\ud83d') >= 3)
})
spec('grows in step with the text: twice the lines, twice the weight', () => {
  const line = 'A line of text with números, 中文 and 🚀.\n'
  assert.is(tokenWeight(line.repeat(20_000)), 20_000 * tokenWeight(line))
})
spec('does not take a word, a rule or blanks without end for free', () => {
  for (const piece of ['a', 'A', '-', ' ', '\n', 'é', 'б', '中'])
    assert.ok(estimateTokens(piece.repeat(10_000)) >= 10_000 / 20, JSON.stringify(piece))
})
spec('reads a megabyte of each hostile piece to the end', () => {
  for (const piece of PIECES) assert.ok(estimateTokens(piece.repeat(Math.ceil(1_000_000 / piece.length))) > 0)
})
spec('leaves the margin of a budget free', () => {
  assert.is(packingBudget(1_000), Math.floor(1_000 * TOKEN_MARGIN))
  assert.is(packingBudget(0), 0)
  assert.is(packingBudget(-5), 0)
})
spec.run()
