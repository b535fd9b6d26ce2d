import { isPlaceholder, looksRandom } from './secret-shape.ts'

/** Something in a text that looks like a credential. `shown` is its beginning, so that a person finds it; never the whole. */
export type FoundSecret = { readonly kind: string; readonly line: number; readonly shown: string }

/**
 * Finds credentials in a text: tokens of known shape, private keys, passwords in addresses, and assignments to a name like
 * `password` or `api_key` of something that looks random. Placeholders, variables and prose are left alone. In the order they
 * stand, each place once. Linear; never throws.
 */
export function findSecrets(text: string): readonly FoundSecret[] {
  let [line, counted] = [1, 0]
  return secretPlaces(text).map(({ at, kind, value }) => {
    for (let next = text.indexOf('\n', counted); next >= 0 && next < at; next = text.indexOf('\n', counted)) {
      line += 1
      counted = next + 1
    }
    return { kind, line, shown: `${value.slice(0, Math.min(4, value.length >> 2))}...` }
  })
}

/** The text with every credential in it replaced, of a private key all its lines; as many lines as before. */
export function maskSecrets(text: string): string {
  const places = secretPlaces(text)
  if (places.length === 0) return text
  let [masked, next] = ['', 0]
  for (const { at, end, value } of places) {
    if (end <= next) continue
    const whole = text.slice(at, end)
    const isKey = value.startsWith('-----BEGIN')
    masked += text.slice(next, at) + (isKey ? whole.replace(/[^\n]+/g, MASK) : whole.replaceAll(value, MASK))
    next = end
  }
  return masked + text.slice(next)
}
const MASK = '(secret)'

type SecretPlace = { readonly at: number; readonly end: number; readonly kind: string; readonly value: string }

function secretPlaces(text: string): readonly SecretPlace[] {
  const found: SecretPlace[] = []
  for (const [kind, pattern, needed] of SHAPES) {
    if (!needed.some((part) => text.includes(part))) continue
    for (const match of text.matchAll(pattern())) {
      const value = match.groups?.['value'] ?? match[0]
      if (match.groups === undefined || !(isPlaceholder(value) || PORT.test(value)))
        found.push({ at: match.index, end: match.index + match[0].length, kind, value })
    }
  }
  if (mayAssign(text) && SET.test(text)) {
    for (const match of text.matchAll(ASSIGNED)) {
      const { name = '', quoted, bare } = match.groups ?? {}
      const given = quoted ?? bare ?? ''
      // A parameter of an address ends at the next one.
      const value = /[?&]/.test(text[match.index - 1] ?? '') ? given.replace(/&[\s\S]*$/, '') : given
      if (looksRandom(value, PASSWORD.test(name)))
        found.push({ at: match.index, end: match.index + match[0].length, kind: `value of ${name.toLowerCase()}`, value })
    }
  }
  if (found.length === 0) return found
  const kept: SecretPlace[] = []
  let end = 0
  for (const place of found.sort((a, b) => a.at - b.at || b.end - a.end)) {
    if (place.at < end) continue
    const whole = place.value.startsWith('-----BEGIN') ? { ...place, end: keyEnd(text, place.end) } : place
    kept.push(whole)
    end = whole.end
  }
  return kept
}

/** Where a private key ends: behind its last line, or where its block of lines does. */
function keyEnd(text: string, from: number): number {
  const blank = text.slice(from, from + MOST_KEY).search(/\n[ \t]*\n(?![A-Za-z0-9+/=]{16,}\s)/)
  const until = blank < 0 ? Math.min(text.length, from + MOST_KEY) : from + blank
  const last = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(text.slice(from, until))
  return last === null ? until : from + last.index + last[0].length
}
const MOST_KEY = 20_000

// Compiled when a text holds what they need: a question must not pay for forty patterns.
const token = (shape: string) => (): RegExp => new RegExp(`(?<![A-Za-z0-9_/+-])(?:${shape})(?![A-Za-z0-9_])`, 'g')

/** Published formats of the services that issue them. A named group `value` is looked at again for placeholders. */
const SHAPES: readonly (readonly [kind: string, pattern: () => RegExp, needed: readonly string[]])[] = [
  ['private key', () => /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g, ['PRIVATE KEY']],
  ['PuTTY private key', () => /^[ \t]{0,8}PuTTY-User-Key-File-\d/gm, ['PuTTY-']],
  ['age secret key', token('AGE-SECRET-KEY-1[0-9A-Z]{50,}'), ['AGE-SECRET']],
  ['AWS access key id', token('(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}'), ['AKIA', 'ASIA', 'ABIA', 'ACCA']],
  [
    'GitHub token',
    token('gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255}'),
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  ],
  ['GitLab token', token('gl(?:pat|ptt|dt|rt|cbt|oas|soat|ft|imt|agent)-[A-Za-z0-9_-]{20,}'), ['gl']],
  ['Slack token', token('xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\\d-[A-Za-z0-9-]{10,}'), ['xox', 'xapp-']],
  ['Slack webhook', () => /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,}/g, ['hooks.slack']],
  ['Discord webhook', () => /discord(?:app)?\.com\/api\/webhooks\/\d{15,}\/[A-Za-z0-9_-]{30,}/g, ['/api/webhooks/']],
  ['Stripe key', token('(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}'), ['k_live_', 'k_test_', 'whsec_']],
  ['Google API key', token('AIza[0-9A-Za-z_-]{35}'), ['AIza']],
  ['Google OAuth secret', token('GOCSPX-[0-9A-Za-z_-]{20,}|ya29\\.[0-9A-Za-z_-]{20,}'), ['GOCSPX', 'ya29']],
  ['Anthropic key', token('sk-ant-[A-Za-z0-9_-]{20,}'), ['sk-ant']],
  ['OpenAI key', token('sk-(?:proj-|svcacct-|admin-)?(?=[A-Za-z0-9_-]*[0-9])(?=[A-Za-z0-9_-]*[A-Z])[A-Za-z0-9_-]{20,}'), ['sk-']],
  ['Hugging Face token', token('hf_[A-Za-z0-9]{30,}'), ['hf_']],
  ['npm token', token('npm_[A-Za-z0-9]{36}'), ['npm_']],
  ['PyPI token', token('pypi-AgE[A-Za-z0-9_-]{50,}'), ['pypi-']],
  ['SendGrid key', token('SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}'), ['SG.']],
  ['Twilio key', token('SK[0-9a-f]{32}'), ['SK']],
  ['Mailgun key', token('key-[0-9a-f]{32}'), ['key-']],
  ['Telegram bot token', token('\\d{8,10}:AA[A-Za-z0-9_-]{33}'), [':AA']],
  ['DigitalOcean token', token('do[opr]_v1_[0-9a-f]{60,}'), ['_v1_']],
  ['Shopify token', token('shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}'), ['shp']],
  ['Linear key', token('lin_api_[A-Za-z0-9]{30,}'), ['lin_api']],
  ['Notion token', token('ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}'), ['ntn_', 'secret_']],
  ['Vault token', token('hv[sbr]\\.[A-Za-z0-9_-]{24,}'), ['hvs.', 'hvb.', 'hvr.']],
  ['Databricks token', token('dapi[0-9a-f]{32}'), ['dapi']],
  ['Azure storage key', () => /AccountKey=[A-Za-z0-9+/]{60,}={0,2}/g, ['AccountKey']],
  ['JSON web token', token('eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}'), ['eyJ']],
  [
    'password in an address',
    () => /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/?#'"<>]{0,80}:(?<value>[^\s@/'"<>]{3,200})@[^\s@]/gi,
    ['://'],
  ],
  [
    'authorization header',
    () => /\bAuthorization\s{0,4}[:=]\s{0,4}["']?(?:Bearer|Basic|Token)\s{1,4}(?<value>[A-Za-z0-9._~+/=-]{12,})/gi,
    ['uthorization', 'UTHORIZATION'],
  ],
  [
    'bearer token',
    () => /\bBearer\s{1,4}(?<value>(?=[A-Za-z0-9._~+/-]*\d)(?=[A-Za-z0-9._~+/-]*[A-Za-z])[A-Za-z0-9._~+/-]{24,}=*)/g,
    ['Bearer'],
  ],
]

/** A name of a credential, perhaps with more before and behind it, then `=`, `:` or a word that sets it, then a value. */
const ASSIGNED =
  /(?<![A-Za-z0-9])(?<name>(?:[A-Za-z0-9]{1,30}[_.-]){0,6}(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|apikey|access[_-]?key(?:[_-]?id)?|secret[_-]?key|auth[_-]?key|private[_-]?key|client[_-]?secret|credentials?|signing[_-]?key|encryption[_-]?key)(?:[_-][A-Za-z0-9]{1,20}){0,2}|[A-Za-z]{1,20}(?:Password|Secret|Token|ApiKey|AccessKey|PrivateKey)|密码|口令|密钥|私钥|令牌)["'`]?\s{0,4}(?::=|=>|[:=\uff1a]|\bis\b|\bwas\b|是|为)\s{0,4}(?:["'`\u201c](?<quoted>[^"'`\u201d\n]{4,300})["'`\u201d]|(?<bare>[^\s"'`,;\u3002\uff0c\uff1b]{4,300}))/gi
/**
 * What each of these has in it, found without looking back from every word: the word that every name of a credential ends in, what may
 * follow it, and what sets a value. Texts about keys and tokens have the words, few have the rest.
 */
const SET =
  /(?:pass(?:word|wd|phrase)?|pwd|secret|token|key|credential|密码|口令|密钥|私钥|令牌)[A-Za-z0-9_-]{0,42}["'`]?\s{0,4}(?::=|=>|[:=\uff1a]|\bis\b|\bwas\b|是|为)/i
/** One of these stands in every such name; nearly no question has one, and looking for words costs a fraction of the pattern. */
const NAMES = ['pass', 'pwd', 'secret', 'token', 'key', 'credential', '密码', '口令', '密钥', '私钥', '令牌']
function mayAssign(text: string): boolean {
  const lower = text.toLowerCase()
  return NAMES.some((name) => lower.includes(name))
}
const PORT = /^\d{1,5}$/
const PASSWORD = /pass|pwd|密码|口令/i
