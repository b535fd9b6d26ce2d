import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { findSecrets, maskSecrets } from '../../lib/guard/secrets.ts'
import { commit, repository, runIn, write } from '../repository.ts'
import { card, cardText, type Json, type World, world } from '../world.ts'
import { FAKE_SECRETS } from './fake-secrets.ts'

const join = (...parts: readonly string[]): string => parts.join('')
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
for (const [kind, text] of FAKE_SECRETS)
  spec(`finds a ${kind}: ${text.slice(0, 8)}...`, () => {
    const [found] = findSecrets(`first line\n  ${text}\n`)
    assert.equal([found?.kind, found?.line], [kind, 2])
  })
spec('leaves prose, placeholders, variables, hashes and paths alone', () => {
  for (const text of HARMLESS) assert.equal(findSecrets(text), [], text)
})
spec('never shows more than the beginning of what it found', () => {
  for (const [, text] of FAKE_SECRETS)
    for (const { shown } of findSecrets(text)) {
      assert.match(shown, /^.{0,4}\.\.\.$/)
      assert.not.match(shown, /hunter|s3cr3tPw/)
    }
})
spec('a text without them has as many lines, and nothing is found in it any more', () => {
  const text = FAKE_SECRETS.map(([, secret]) => `before ${secret} behind\n\n`).join('')
  const masked = maskSecrets(text)
  assert.equal(findSecrets(masked), [])
  assert.is(masked.split('\n').length, text.split('\n').length)
  assert.is(masked.match(/before/g)?.length, FAKE_SECRETS.length)
  assert.is(maskSecrets('a plain text'), 'a plain text')
})
spec('each place is told once', () => {
  for (const [, text] of FAKE_SECRETS) assert.is(findSecrets(text).length, 1, text.slice(0, 8))
})
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
const TOKEN = join('gh', 'p_', 'aB3'.repeat(12))
/** Every file below a folder of the store, but for those below another. */
const everything = (w: World, folder = '.pmem', but = ''): string =>
  (w.host.files('/project').list(folder) ?? [])
    .filter(({ name }) => `${folder}/${name}` !== but)
    .map(({ name, kind }) => (kind === 'folder' ? everything(w, `${folder}/${name}`, but) : (w.text(`${folder}/${name}`) ?? '')))
    .join('\n')
spec('every command that writes a text refuses one that holds a secret, and nothing of it is left or printed', () => {
  const w = world({
    ...card('module.a', 'title: A\nlast_verified: 2026-07-03\nupdated: 2026-07-03'),
    ...card('fact.f', 'title: F', 'The pier is long.\n'),
    'notes/in.md': '# Notes\n',
    'facts.jsonl': `${JSON.stringify({ content: `Use ${TOKEN}` })}\n`,
  })
  w.run('rebuild')
  for (const argv of [
    ['new', 'risk', `Lost ${TOKEN}`],
    ['new', 'risk', 'Lost', '--summary', TOKEN],
    ['remember', TOKEN],
    ['update', '--confirm', '-s', `Rotated ${TOKEN}`],
    ['update', '--confirm', '-s', 'Rotated', '-n', `Use ${TOKEN}`],
    ['update', 'module.a', '--set', `owner=${TOKEN}`],
    ['update', 'module.a', '--section', `Next Step=${TOKEN}`],
    ['update', 'fact.f', '--content', TOKEN],
    ['mark-dirty', 'module.a', '--reason', TOKEN],
    ['forget', 'fact.f', '--reason', TOKEN],
    ['feedback', 'fact.f', 'helpful', '--query', TOKEN],
  ])
    for (const dry of [[], ['--dry-run']]) {
      const { code, stdout, stderr } = w.run(...argv, ...dry)
      assert.is(code, 65, `${argv.join(' ')} ${dry.join(' ')}: ${stdout}${stderr}`)
      assert.not.ok((stdout + stderr).includes(TOKEN), argv.join(' '))
    }
  w.run('import', 'facts.jsonl', '--json')
  assert.not.ok(everything(w).includes(TOKEN))
  assert.not.ok((w.host.output.stdout + w.host.output.stderr).includes(TOKEN))
})
spec('a trace that holds one is not distilled, unless asked to', () => {
  const trace = card('trace.t', 'created: 2026-07-02\ndistilled: false', `## Learned\n\n- The build uses ${TOKEN} for uploads.\n`)
  const w = world({ ...card('module.a', 'title: A'), ...trace })
  const path = '.pmem/traces/t.md'
  w.edit(path, w.text(path)!.replace('distilled: false', 'related: [module.a]\ndistilled: false'))
  const { code, stderr, stdout } = w.run('distill', '--confirm')
  assert.is(code, 65, stdout)
  assert.match(stderr, '.pmem/modules/a.md would hold what looks like a secret: GitHub token')
  assert.is(w.run('distill', '--confirm', '--allow-secrets').code, 0)
})
spec('verify finds those that are there already, and no command prints or indexes them', () => {
  const w = world({
    ...card(
      'module.a',
      `title: A ${TOKEN}\nsummary: Uploads with ${TOKEN}.\ntags: [uploads]`,
      `Uploads use ${TOKEN} each night.\n`,
    ),
    ...card('fact.f', '', `The uploader has ${TOKEN}.\n`),
    '.pmem/next.md': `# Next\n\nRotate ${TOKEN}\n`,
  })
  w.run('rebuild')
  const found = w.run('verify', '--json').json.findings.filter(({ code }: { code: string }) => code === 'secret-found')
  assert.equal(found.map(({ file, line }: { file: string; line: number }) => `${file}:${line}`).sort(), [
    '.pmem/facts/f.md:5',
    '.pmem/modules/a.md:4',
    '.pmem/modules/a.md:5',
    '.pmem/modules/a.md:8',
    '.pmem/next.md:3',
  ])
  for (const argv of [
    ['recall'],
    ['ask', 'uploads'],
    ['ask', 'uploads', '--explain'],
    ['ask', TOKEN],
    ['context', 'uploads'],
    ['show', 'module.a'],
    ['show', 'fact.f'],
    ['list'],
    ['next'],
    ['status'],
    ['verify'],
    ['facts', 'search', 'uploader'],
    ['facts', 'list'],
    ['probe', 'uploads'],
    ['update', '--suggest'],
    ['forget', 'fact.f', '--reason', 'x', '--dry-run'],
    ['rename', 'module.a', 'module.b', '--dry-run'],
  ])
    for (const format of [[], ['--json']]) {
      const { stdout, stderr } = w.run(...argv, ...format)
      // A question is repeated to who asked it; it is kept nowhere.
      if (argv[1] !== TOKEN) assert.not.ok((stdout + stderr).includes(TOKEN), `${argv.join(' ')} ${format.join(' ')}: ${stdout}`)
    }
  assert.not.ok(everything(w, '.pmem/indexes').includes(TOKEN))
  assert.not.ok(everything(w, '.pmem/local').includes(TOKEN))
})
spec('a card marked secret leaves by no command but under its id', () => {
  const hidden = 'zeppelin'
  const w = world({
    ...card(
      'decision.offer',
      `title: The ${hidden} offer\nsensitivity: secret\nsummary: ${hidden} first\ntags: [${hidden}]\naliases: [${hidden}]\nentities: [${hidden}]\nstatus: accepted`,
      `# ${hidden}\n\n${hidden} text\n`,
    ),
    ...card('module.a', 'title: A\ndepends_on: [decision.offer]'),
    ...card('fact.s', `sensitivity: secret\ncategory: ${hidden}`, `${hidden} fact\n`),
    '.pmem/index.md': '# Sample\n',
  })
  w.run('rebuild')
  w.run('mark-dirty', 'decision.offer', '--reason', 'x')
  for (const argv of [
    ['recall'],
    ['recall', '--mode', 'deep'],
    ['ask', 'offer'],
    ['ask', 'which decisions are accepted'],
    ['context', 'offer'],
    ['list'],
    ['show', 'decision.offer'],
    ['related', 'module.a'],
    ['trace', 'module.a'],
    ['path', 'module.a', 'decision.offer'],
    ['impact', 'decision.offer'],
    ['next'],
    ['status'],
    ['verify'],
    ['facts', 'search', 'fact'],
    ['facts', 'list'],
    ['facts', 'related', 'fact.s'],
    ['facts', 'contradict'],
    ['probe', 'offer'],
    ['reason', 'offer', 'module.a'],
    ['update', '--auto'],
    ['mark-dirty', 'decision.offer', '--reason', 'y'],
    ['update', '--confirm', '-s', 'done'],
  ])
    for (const format of [[], ['--json']]) {
      const { stdout, stderr } = w.run(...argv, ...format)
      assert.not.ok((stdout + stderr).includes(hidden), `${argv.join(' ')} ${format.join(' ')}: ${stdout}`)
    }
  assert.not.ok(w.text('.pmem/index.md')!.includes(hidden))
  // The card itself is kept as it was, for this person alone, as the file in the project is.
  assert.not.ok(everything(w, '.pmem/local', '.pmem/local/past').includes(hidden))
  assert.not.ok(w.text('.pmem/indexes/bm25.json')!.includes(hidden))
})
spec('what was taken out of a card is nowhere: what cards were is kept without it, and why says so', () => {
  const key = ['-----BEGIN PRIVATE KEY-----', 'q8Zr'.repeat(16), '-----END PRIVATE KEY-----'].join('\n')
  const body = (secret: string): string => `Uploads use ${secret} each night.\n\n${secret === '' ? '' : key}\n`
  const w = world({ ...card('module.a', 'title: Uploads', body(TOKEN)), ...card('module.b', 'title: Nightly uploads') })
  const was = w.run('ask', 'nightly uploads', '--json')
  w.edit('.pmem/modules/a.md', cardText('module.a', 'title: Uploads', body('')))
  w.run('ask', 'nightly uploads')
  const left = everything(w)
  for (const part of [TOKEN, 'q8Zrq8Zr']) assert.not.ok(left.includes(part), part)
  const again = w.run('why', was.json.receipt, '--json')
  assert.is(again.code, 0, again.stderr)
  assert.match(again.stderr, 'held a credential then, which is not kept')
  const ids = (json: Json): readonly string[] => json.matched.map(({ id, score }: Json) => `${id} ${score}`)
  assert.equal(ids(again.json), ids(was.json))
})
spec('an answer from a commit that holds a credential masks it, in every format', () => {
  const root = repository(card('module.a', `title: Uploads ${TOKEN}`, `Uploads use ${TOKEN} each night.\n`))
  write(root, '.pmem/modules/a.md', cardText('module.a', 'title: Uploads'))
  commit(root)
  for (const format of ['compact', 'json', 'paths', 'pack']) {
    const { code, stdout, stderr } = runIn(root, 'ask', 'uploads', '--at', 'HEAD~1', '--explain', '--format', format)
    assert.is(code, 0, stderr)
    assert.not.ok((stdout + stderr).includes(TOKEN), format)
  }
})
spec.run()
