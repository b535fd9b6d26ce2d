import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { tokenize } from '../../lib/text/tokenize.ts'

const has = (text: string, ...terms: string[]): void => {
  const found = tokenize(text)
  for (const term of terms) assert.ok(found.includes(term), `${text} -> ${found.join(' ')} lacks ${term}`)
}
const shares = (a: string, b: string): boolean => tokenize(a).some((term) => tokenize(b).includes(term))
const covers = (text: string, query: string): boolean => tokenize(query).every((term) => tokenize(text).includes(term))

const spec = suite('text/tokenize')
spec('gives terms in the order of the text, repeats included', () =>
  assert.equal(tokenize('Cache, disk; cache'), ['cach', 'disk', 'cach']),
)
spec('drops words without a topic', () => assert.equal(tokenize('the of and to is'), []))
spec('gives nothing for marks and blanks', () => {
  for (const text of ['', '   ', '!!!', '" % [ \\ $& ...', '\u0000']) assert.equal(tokenize(text), [], JSON.stringify(text))
})
spec('folds case, width and accents', () => assert.equal(tokenize('ＣＡＦＥ Größe'), tokenize('café grosse')))
spec('keeps the accents of Vietnamese', () => assert.not.ok(shares('Nguyễn mạ', 'nguyen ma')))
spec('folds a French word inside a Vietnamese text', () => has('Nguyễn ăn ở café', 'cafe'))
spec('stems English', () => assert.equal(tokenize('connected connections'), ['connect', 'connect']))
spec('fault 045: finds words in the middle of Chinese, Japanese, Korean and Thai', () => {
  assert.ok(covers('支付网关采用HMAC签名，不存银行卡号。', '银行卡'))
  assert.ok(covers('来週までに請求書の書式を直す。', '請求書'))
  assert.ok(covers('배포파이프라인을 두 단계로 나눈다', '파이프라인'))
  assert.ok(covers('ระบบยืนยันตัวตนใช้โทเค็น', 'โทเค็น'))
})
spec('a lone Han character stays a term', () => assert.equal(tokenize('猫'), ['猫']))
spec('cuts at the border of Latin and Hangul', () => has('API를 호출', 'api'))
spec('cuts Lao, Khmer and Myanmar into pairs of syllables', () => {
  for (const text of ['ລະບົບຢືນຢັນ', 'ប្រព័ន្ធផ្ទៀងផ្ទាត់', 'စနစ်အတည်ပြု']) assert.ok(tokenize(text).length > 2, text)
})
spec('fault 047: finds an identifier glued to Chinese', () => {
  for (const query of ['cfgx', 'app-cfgx', '告警']) assert.ok(covers('改了app-cfgx之后三个告警消失', query), query)
})
spec('fault 049: the words of a question meet those of the card', () => {
  assert.ok(
    tokenize('why is the uploader not backing off on retry?').filter((term) =>
      tokenize('retry backoff for the uploader').includes(term),
    ).length >= 2,
  )
})
spec('fault 051: a code is a term of its own beside its parts', () => {
  for (const code of ['KT-5', 'KT-50', 'B-5', 'ZLX-22']) has(code, code.replace('-', '').toLowerCase())
  assert.not.ok(covers('KT-50', 'KT-5'))
})
spec('fault 052: a version keeps its numbers together and gives its prefixes', () => {
  has('9.4.2.0', '9.4.2.0', '9.4.2', '9.4')
  assert.ok(covers('v2.30.1', 'v2.30'))
  assert.not.ok(shares('2.3.1', 'v2.30'))
  has('since v0.8.', '0.8')
})
spec('fault 054: reads the marks of query languages as text', () => {
  for (const query of ['auth"', '(auth', 'auth*', '-auth', '^auth', '{{auth}}', 'auth;']) has(query, 'auth')
})
spec('fault 055: finds the words of an identifier and the identifier', () => {
  assert.ok(covers('Calls `loadCartByOwner` first.', 'cart by owner'))
  assert.ok(covers('Uses retry_window_minutes.', 'retry window'))
  assert.ok(covers('See parseXMLHeader.', 'xml header'))
  assert.ok(covers('The useTLS13Socket switch.', 'tls13'))
  has('loadCartByOwner', 'loadcartbyowner')
})
spec('retry_window, retry-window and retryWindow are one identifier', () => {
  for (const form of ['retry_window', 'retry-window', 'retryWindow']) has(form, 'retrywindow')
})
spec('fault 058: a possessive is the word', () => {
  assert.equal(tokenize("server's"), tokenize('server'))
  assert.equal(tokenize('server’s'), tokenize('server'))
  assert.equal(tokenize("l'homme"), tokenize('homme'))
})
spec('fault 059: a term of another word is another term', () => {
  assert.not.ok(shares('ask', 'task mask multitask'))
  assert.not.ok(shares('Q7315', 'Q7319'))
})
spec('fault 061: names of built-in properties are ordinary terms', () => {
  has('constructor', 'constructor')
  has('toString', 'tostring')
  has('__proto__', 'proto')
})
spec('tells C++, C#, F# and .NET from C, F and net', () => {
  assert.equal(tokenize('C++ C# F#'), ['c++', 'c#', 'f#'])
  has('.NET', '.net')
  has('run with --dry-run', '--dry-run', 'dryrun')
})
spec('gives the parts of a path, with either slash', () => {
  for (const path of ['src/core/db.ts', '.\\src\\core\\db.ts:12']) has(path, 'src', 'core', 'db')
})
spec('a file name is found by its stem', () => assert.ok(covers('see prompts/prm-next.md', 'prm-next')))
spec('a range is not a number of its own', () => assert.not.ok(tokenize('steps 7-8').includes('78')))
spec('loses the Arabic article', () => assert.ok(shares('الكتاب', 'كتاب')))
spec('is linear on hostile text', () => {
  for (const text of [
    'a'.repeat(200_000),
    '-'.repeat(200_000),
    "a'".repeat(100_000),
    'aB'.repeat(100_000),
    '1.'.repeat(100_000),
    '.a'.repeat(100_000),
  ]) {
    for (const term of tokenize(text)) assert.ok(term.length <= 64)
  }
})
spec('gives the same terms whatever was asked before', () => {
  const before = tokenize('Nguyễn là có café')
  tokenize('là có')
  assert.equal(tokenize('Nguyễn là có café'), before)
})
spec.run()
