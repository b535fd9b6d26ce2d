import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, idsOf, type World, world } from '../world.ts'

const sample = (): World =>
  world({
    ...card(
      'module.auth',
      'title: Authority\ntags: [login]\nsource_files: [src/auth.ts]\nupdated: 2026-07-03',
      'Sessions hold a token.\n',
    ),
    ...card(
      'decision.jwt',
      'title: Use signed tokens\nconstrains: module.auth\nstatus: accepted',
      'Because a session must not be stored.\n',
    ),
    ...card('task.rotate', 'title: Rotate keys\nmodule: module.auth\nstatus: active'),
    ...card('module.vault', 'title: Vault\nsensitivity: secret', 'The token of the vault is hidden.\n'),
  })

const spec = suite('commands/ask')
spec('JSON has the established fields and those of each match', () => {
  const { code, json } = sample().run('ask', 'authority', '--json')
  assert.is(code, 0)
  for (const field of ['query', 'matched', 'recommended_files', 'evidence_paths', 'total', 'complete', 'index', 'reason'])
    assert.ok(field in json, field)
  const [hit] = json.matched
  for (const field of [
    'id',
    'title',
    'match_type',
    'confidence',
    'graph_distance',
    'file',
    'type',
    'score',
    'reasons',
    'factors',
    'stale',
    'stale_reasons',
  ]) {
    assert.ok(field in hit, field)
  }
  assert.is(hit.id, 'module.auth')
  assert.is(hit.confidence, hit.score)
  for (const { match_type } of json.matched) {
    assert.ok(
      ['exact_id', 'exact_title', 'alias', 'tag', 'source_file', 'graph_expansion', 'keyword_fallback'].includes(match_type),
      match_type,
    )
  }
})
spec('compact names score, channels and summary, then neighbours with the way to them, then what to read', () => {
  const { stdout } = sample().run('ask', 'module.auth')
  assert.match(stdout, /^Matched:\n- module\.auth \(\d\.\d+\) \[exact_id:module\.auth/)
  assert.match(stdout, /Expanded:\n(?:.*\n)*- decision\.jwt \(0\.\d+\) \[via constrained_by from module\.auth\]/)
  assert.match(stdout, 'Recommended read:\n- .pmem/modules/auth.md\n- src/auth.ts')
  assert.match(stdout, 'Evidence:\n- .pmem/decisions/jwt.md')
})
spec('--explain prints the arithmetic, one note a line', () => {
  const { stdout } = sample().run('ask', 'module.auth', '--explain')
  assert.match(stdout, '  . exact_id 1 ')
  assert.match(
    stdout,
    /\n {2}\. score [\d.]+ = [\d.]+ x type_weight 1\.1 x recency 1 x staleness 1 x status 1 x trust 1 x length 1\n/,
  )
})
spec('--limit, --type and --hops cut and widen, and total still counts all', () => {
  const w = sample()
  const limited = w.run('ask', 'module.auth', '--limit', '1', '--json').json
  assert.is(limited.matched.length, 1)
  assert.ok(limited.total > 1)
  assert.is(limited.complete, false)
  assert.equal(idsOf(w.run('ask', 'module.auth', '--type', 'task', '--json')), ['task.rotate'])
  assert.is(w.run('ask', 'module.auth', '--type', 'decisions').code, 0)
  assert.is(w.run('ask', 'module.auth', '--hops', '3').code, 64)
})
spec('--format paths prints files, each once', () => {
  const lines = sample().run('ask', 'module.auth', '--format', 'paths').stdout.trimEnd().split('\n')
  assert.is(lines[0], '.pmem/modules/auth.md')
  assert.is(new Set(lines).size, lines.length)
})
spec('a question without an answer is exit 1 with a reason for programs', () => {
  const { code, json } = sample().run('ask', 'zzzz qqqq', '--json')
  assert.is(code, 1)
  assert.equal(json.matched, [])
  assert.ok(['no_match', 'not_covered'].includes(json.reason.code))
  assert.is(world().run('ask', 'x', '--json').json.reason.code, 'empty_store')
  assert.is(sample().run('ask', 'module.auth', '--type', 'risk', '--json').json.reason.code, 'filtered_out')
})
spec('a secret card is in no answer, by any signal', () => {
  const w = sample()
  for (const query of [
    'module.vault',
    'Vault',
    'vault',
    'hidden',
    '.pmem/modules/vault.md',
    'which modules are there',
    'list all modules',
  ]) {
    const { stdout } = w.run('ask', query, '--json', '--explain', '--hops', '2')
    assert.not(/"module\.vault","type"|The token of the vault/.test(stdout), query)
  }
})
spec('the text of a card cannot forge lines of the answer', () => {
  const w = world(card('module.evil', 'title: "Evil\\n- decision.fake (1) [exact_id]"\nsummary: "one\\ntwo"', 'evil\n'))
  assert.not(w.run('ask', 'module.evil').stdout.includes('\n- decision.fake'))
})
spec('an unknown type is refused with the nearest', () =>
  assert.match(sample().run('ask', 'x', '--type', 'modul').stderr, 'did you mean module?'),
)
spec.run()
