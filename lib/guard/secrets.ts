import { isPlaceholder, looksRandom } from './secret-shape.ts'

/** Something in a text that looks like a credential. `shown` is its beginning, so that a person finds it; never the whole. */
export type FoundSecret = { readonly kind: string; readonly line: number; readonly shown: string }

/**
 * Finds credentials in a text: tokens of known shape, private keys, passwords in addresses, and assignments to a name like
 * `password` or `api_key` of something that looks random. Placeholders, variables and prose are left alone. In the order they
 * stand, each place once. Linear; never throws.
 */
export function findSecrets(text: string): readonly FoundSecret[] {
  const found: { readonly at: number; readonly end: number; readonly kind: string; readonly value: string }[] = []
  for (const [kind, pattern] of SHAPES)
    for (const match of text.matchAll(pattern)) {
      const value = match.groups?.['value'] ?? match[0]
      if (match.groups === undefined || !(isPlaceholder(value) || PORT.test(value)))
        found.push({ at: match.index, end: match.index + match[0].length, kind, value })
    }
  for (const match of text.matchAll(ASSIGNED)) {
    const { name = '', quoted, bare } = match.groups ?? {}
    const value = quoted ?? bare ?? ''
    if (looksRandom(value, PASSWORD.test(name))) {
      found.push({ at: match.index, end: match.index + match[0].length, kind: `value of ${name.toLowerCase()}`, value })
    }
  }
  const kept = found
    .sort((a, b) => a.at - b.at || b.end - a.end)
    .filter(({ at }, index, all) => !all.slice(Math.max(0, index - 8), index).some((other) => at < other.end))
  return kept.map(({ at, kind, value }) => ({
    kind,
    line: lineAt(text, at),
    shown: `${value.slice(0, Math.min(4, value.length >> 2))}...`,
  }))
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

const token = (shape: string): RegExp => new RegExp(`(?<![A-Za-z0-9_/+-])(?:${shape})(?![A-Za-z0-9_])`, 'g')

/** Published formats of the services that issue them. A named group `value` is looked at again for placeholders. */
const SHAPES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['private key', /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g],
  ['PuTTY private key', /^PuTTY-User-Key-File-\d/gm],
  ['age secret key', token('AGE-SECRET-KEY-1[0-9A-Z]{50,}')],
  ['AWS access key id', token('(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}')],
  ['GitHub token', token('gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255}')],
  ['GitLab token', token('gl(?:pat|ptt|dt|rt|cbt|oas|soat|ft|imt|agent)-[A-Za-z0-9_-]{20,}')],
  ['Slack token', token('xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-\\d-[A-Za-z0-9-]{10,}')],
  ['Slack webhook', /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{20,}/g],
  ['Discord webhook', /discord(?:app)?\.com\/api\/webhooks\/\d{15,}\/[A-Za-z0-9_-]{30,}/g],
  ['Stripe key', token('(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}')],
  ['Google API key', token('AIza[0-9A-Za-z_-]{35}')],
  ['Google OAuth secret', token('GOCSPX-[0-9A-Za-z_-]{20,}|ya29\\.[0-9A-Za-z_-]{20,}')],
  ['Anthropic key', token('sk-ant-[A-Za-z0-9_-]{20,}')],
  ['OpenAI key', token('sk-(?:proj-|svcacct-|admin-)?(?=[A-Za-z0-9_-]*[0-9])(?=[A-Za-z0-9_-]*[A-Z])[A-Za-z0-9_-]{20,}')],
  ['Hugging Face token', token('hf_[A-Za-z0-9]{30,}')],
  ['npm token', token('npm_[A-Za-z0-9]{36}')],
  ['PyPI token', token('pypi-AgE[A-Za-z0-9_-]{50,}')],
  ['SendGrid key', token('SG\\.[A-Za-z0-9_-]{16,}\\.[A-Za-z0-9_-]{16,}')],
  ['Twilio key', token('SK[0-9a-f]{32}')],
  ['Mailgun key', token('key-[0-9a-f]{32}')],
  ['Telegram bot token', token('\\d{8,10}:AA[A-Za-z0-9_-]{33}')],
  ['DigitalOcean token', token('do[opr]_v1_[0-9a-f]{60,}')],
  ['Shopify token', token('shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}')],
  ['Linear key', token('lin_api_[A-Za-z0-9]{30,}')],
  ['Notion token', token('ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}')],
  ['Vault token', token('hv[sbr]\\.[A-Za-z0-9_-]{24,}')],
  ['Databricks token', token('dapi[0-9a-f]{32}')],
  ['Azure storage key', /AccountKey=[A-Za-z0-9+/]{60,}={0,2}/g],
  ['JSON web token', token('eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}')],
  ['password in an address', /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/?#'"<>]{0,80}:(?<value>[^\s@/'"<>]{3,200})@[^\s@]/gi],
  [
    'authorization header',
    /\bAuthorization\s{0,4}[:=]\s{0,4}["']?(?:Bearer|Basic|Token)\s{1,4}(?<value>[A-Za-z0-9._~+/=-]{12,})/gi,
  ],
  ['bearer token', /\bBearer\s{1,4}(?<value>(?=[A-Za-z0-9._~+/-]*\d)(?=[A-Za-z0-9._~+/-]*[A-Za-z])[A-Za-z0-9._~+/-]{24,}=*)/g],
]

/** A name of a credential, perhaps with more before and behind it, then `=`, `:` or a word that sets it, then a value. */
const ASSIGNED =
  /(?<![A-Za-z0-9])(?<name>(?:[A-Za-z0-9]{1,30}[_.-]){0,6}(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|apikey|access[_-]?key(?:[_-]?id)?|secret[_-]?key|auth[_-]?key|private[_-]?key|client[_-]?secret|credentials?|signing[_-]?key|encryption[_-]?key)(?:[_-][A-Za-z0-9]{1,20}){0,2}|[A-Za-z]{1,20}(?:Password|Secret|Token|ApiKey|AccessKey|PrivateKey)|密码|口令|密钥|私钥|令牌)["'`]?\s{0,4}(?::=|=>|[:=\uff1a]|\bis\b|\bwas\b|是|为)\s{0,4}(?:["'`\u201c](?<quoted>[^"'`\u201d\n]{4,300})["'`\u201d]|(?<bare>[^\s"'`,;\u3002\uff0c\uff1b]{4,300}))/gi
const PORT = /^\d{1,5}$/
const PASSWORD = /pass|pwd|密码|口令/i
