import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namedCandidates, TIER } from '../../lib/query/candidates.ts'
import { readIntent } from '../../lib/query/intent.ts'
import { store } from '../store.ts'
import { card } from '../world.ts'

const FILES = {
  ...card(
    'module.auth-flow',
    'title: Login Flow\naliases: [sign in]\ntags: [session-store, hot]\nsource_files: [src/auth/flow.ts, "src/db/**"]',
  ),
  ...card('task.it', 'title: Authority'),
}
/** What the query finds: `id channel base`, every phrase counting in full. */
const find = (query: string, share = 1): readonly string[] => {
  const { graph, manifest } = store(FILES)
  const found = namedCandidates(readIntent(query, manifest.schema.cardTypes, 0), graph, () => share)
  return [...found.values()].flatMap(({ id, reasons }) => reasons.map(({ channel, base }) => `${id} ${channel} ${base}`))
}
const tier = (query: string): number | undefined => {
  const { graph, manifest } = store(FILES)
  return [...namedCandidates(readIntent(query, manifest.schema.cardTypes, 0), graph, () => 1).values()][0]?.tier
}
const has = (query: string, line: string): void => assert.ok(find(query).includes(line), `${query}: ${find(query).join(', ')}`)

const spec = suite('query/candidates')
spec('each channel has its base', () => {
  has('module.auth-flow', 'module.auth-flow exact_id 1')
  has('sign in', 'module.auth-flow alias 0.9')
  has('login flow', 'module.auth-flow exact_title 0.85')
  has('src/auth/flow.ts', 'module.auth-flow source_file 0.9')
  has('src/auth', 'module.auth-flow source_prefix 0.75')
  has('src/db/deep/pool.ts', 'module.auth-flow source_prefix 0.75')
  has('session-store', 'module.auth-flow tag 0.7')
  has('session', 'module.auth-flow tag_token 0.6')
  has('auth', 'module.auth-flow id_part 0.85')
})
spec('tiers: id and file before alias and title before a tag before the rest', () => {
  assert.is(tier('module.auth-flow'), TIER.exact)
  assert.is(tier('flow.ts'), TIER.exact)
  assert.is(tier('Sign In?'), TIER.named)
  assert.is(tier('login flow'), TIER.named)
  assert.is(tier('hot'), TIER.tag)
  assert.is(tier('session'), TIER.rest)
})
spec('a name matches on word boundaries alone, a part of an id from four characters', () => {
  assert.not(find('it').some((line) => line.includes('exact_title')))
  assert.not(find('aut').some((line) => line.startsWith('module.auth-flow id_part')))
  assert.equal(find('uthorit'), [])
})
spec('a phrase that carries little of a question counts in proportion', () => {
  const channel = (share: number): string | undefined =>
    find('is the sign in page hot', share).find((line) => line.includes('alias'))
  assert.is(channel(1), 'module.auth-flow alias 0.9')
  assert.is(channel(0.25), 'module.auth-flow alias 0.225')
})
spec('ids that differ in case alone: the very spelling is found', () => {
  const files = {
    '.pmem/modules/a.md': '---\nid: module.Auth\ntype: module\ntitle: A\n---\n',
    '.pmem/modules/b.md': '---\nid: module.auth\ntype: module\ntitle: B\n---\n',
  }
  const { graph, manifest } = store(files)
  const exact = (query: string): readonly string[] =>
    [...namedCandidates(readIntent(query, manifest.schema.cardTypes, 0), graph, () => 1).values()]
      .filter((candidate) => candidate.tier === TIER.exact)
      .map(({ id }) => id)
  assert.equal(exact('module.auth'), ['module.auth'])
  assert.equal(exact('module.Auth'), ['module.Auth'])
})
spec('names that every object has find nothing that is not there', () => {
  for (const query of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) assert.equal(find(query), [], query)
})
spec.run()
