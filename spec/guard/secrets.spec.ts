import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { findSecrets } from '../../lib/guard/secrets.ts'
import { world } from '../world.ts'

/** Made-up credentials are put together here, so that no file looks as if it held one. */
const join = (...parts: readonly string[]): string => parts.join('')
const SECRETS: readonly (readonly [kind: string, text: string])[] = [
  ['AWS access key id', join('AKI', 'A', 'QWERTYUIOP123456')],
  ['GitHub token', join('gh', 'p_', 'aB3'.repeat(12))],
  ['GitHub token', join('github', '_pat_', 'aB3'.repeat(12))],
  ['GitLab token', join('gl', 'pat-', 'aB3xY'.repeat(4))],
  ['Slack token', join('xo', 'xb-', '1234567890-', 'abcdefghij')],
  ['Stripe key', join('sk', '_live_', 'aB3xY'.repeat(5))],
  ['Google API key', join('AI', 'za', 'aB3xY'.repeat(7))],
  ['Anthropic key', join('sk', '-ant-', 'api03-', 'aB3xY'.repeat(6))],
  ['OpenAI key', join('sk', '-proj-', 'aB3xY'.repeat(6))],
  ['npm token', join('np', 'm_', 'aB3'.repeat(12))],
  ['JSON web token', join('ey', 'JhbGciOiJIUzI1', '.', 'ey', 'JzdWIiOiIxMjM0', '.', 'c2lnbmF0dXJlMTIz')],
  ['private key', join('-----BEGIN RSA PRIV', 'ATE KEY-----')],
  ['private key', join('-----BEGIN PGP PRIV', 'ATE KEY BLOCK-----')],
  ['password in an address', join('postgres://app:', 's3cr3tPw@db.internal/orders')],
  ['authorization header', join('Authorization: Bea', 'rer abcdefghijklmnop1234')],
  ['value of api_token', join('export API_TO', 'KEN=', 'abcdef0123456789'.repeat(2))],
  ['value of password', join('the password is ', 'hunter2')],
  ['value of db_password', join('DB_PASS', 'WORD=', 'pa55word!')],
  ['value of 密码', join('密码是 ', 'Abc12345!')],
  ['value of client_secret', join('{"client_sec', 'ret": "', '9f8e7d6c5b4a39281706f5e4"}')],
]
const HARMLESS = [
  'The password is required',
  'the token is refreshed every 15 minutes',
  'api_key: process.env.API_KEY',
  'password=${DB_PASSWORD}',
  'secret: <your-secret>',
  'password: ********',
  'tokens: 4096, token budget is 2000',
  'The secret is stored in vault/prod/db',
  'commit 9f8e7d6c5b4a392817069f8e7d6c5b4a39281706',
  'sha256: 9f8e7d6c5b4a392817069f8e7d6c5b4a392817069f8e7d6c5b4a392817069f8e',
  'token = getToken()',
  'The access key is in 1Password under infra-2026',
  'password hashing: argon2id-v19',
  '密码是必填项',
  'token: short-lived-tokens-2026',
  'http://localhost:8080 and https://user:password@example.com',
  'secret: decision-2026-07-03',
  'The API token expires in 24h',
]

const spec = suite('guard/secrets')
for (const [kind, text] of SECRETS)
  spec(`finds a ${kind}: ${text.slice(0, 8)}...`, () => {
    const [found] = findSecrets(`first line\n  ${text}\n`)
    assert.equal([found?.kind, found?.line], [kind, 2])
  })
spec('leaves prose, placeholders, variables, hashes and paths alone', () => {
  for (const text of HARMLESS) assert.equal(findSecrets(text), [], text)
})
spec('never shows more than the beginning of what it found', () => {
  for (const [, text] of SECRETS)
    for (const { shown } of findSecrets(text)) {
      assert.match(shown, /^.{0,4}\.\.\.$/)
      assert.not.match(shown, /hunter|s3cr3tPw/)
    }
})
spec('each place is told once', () => assert.is(findSecrets(SECRETS[15]![1]).length, 1))
spec('comes to an end with what repeats for long', () => {
  for (const part of ['password=', 'a_', 'a://b:', 'Bearer ', 'eyJ', '-----BEGIN ', 'token is ', 'x_token_']) {
    const long = part.repeat(20_000)
    assert.ok(findSecrets(long).length <= 20_000)
  }
})
spec('fault 146: a fact that holds a secret is refused and leaves no trace; --allow-secrets stores it', () => {
  const w = world()
  const text = join('the password is ', 'hunter2')
  const { code, json } = w.run('remember', text, '--json')
  assert.equal([code, json.error.code], [65, 'SECRET_FOUND'])
  assert.not.match(JSON.stringify(json), 'hunter2')
  assert.equal(w.host.files('/project').list('.pmem/facts'), undefined)
  const { id } = w.run('remember', 'The pier is long', '--json').json.facts[0]
  assert.is(w.run('update', id, '--content', text).code, 65)
  assert.is(w.run('update', id, '--set', `summary=${text}`).code, 65)
  assert.is(w.run('remember', text, '--allow-secrets').code, 0)
})
spec.run()
