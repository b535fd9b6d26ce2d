import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, DAY_MS, type Json, type World, world } from '../world.ts'
import { called, connected, ERAS, filesOf, LEARNED, PROJECT, type Session } from './session.ts'

const ACTIONS = ['add', 'search', 'probe', 'related', 'reason', 'contradict', 'update', 'remove', 'list', 'learn', 'audit']
const store = (session: Session, action: string, args: Json = {}): Promise<Json> =>
  called(session, 'fact_store', { action, ...args })
/** The error of a call that is refused. */
const refused = async (session: Session, name: string, args: Json): Promise<Json> => {
  const reply = (await session.client.callTool({ name, arguments: args })) as Json
  assert.is(reply.isError, true, JSON.stringify(args))
  assert.is(reply.structuredContent, undefined)
  return JSON.parse(reply.content[0].text).error
}
const opened = (w: World, write: 'off' | 'append' | 'full' = 'full'): Promise<Session> => connected(w.host, 'legacy', { write })

const spec = suite('mcp/fact-tools')
spec('G: fact_store takes the twelve arguments and eleven actions of its description, and a budget', async () => {
  const session = await opened(world(PROJECT))
  const { inputSchema } = (await session.client.listTools()).tools.find(({ name }) => name === 'fact_store') as Json
  assert.equal(inputSchema.properties.action.enum, ACTIONS)
  assert.equal(Object.keys(inputSchema.properties).sort(), [
    'action',
    'budget',
    'category',
    'content',
    'entities',
    'entity',
    'fact_id',
    'limit',
    'min_trust',
    'query',
    'summary',
    'tags',
    'trust_delta',
  ])
  await session.close()
})
spec('G: what may be written decides which actions there are', async () => {
  const actions = async (write: 'off' | 'append' | 'full'): Promise<readonly string[]> => {
    const session = await opened(world(PROJECT), write)
    const { inputSchema } = (await session.client.listTools()).tools.find(({ name }) => name === 'fact_store') as Json
    await session.close()
    return inputSchema.properties.action.enum
  }
  assert.equal(await actions('full'), ACTIONS)
  assert.equal(
    await actions('append'),
    ACTIONS.filter((action) => action !== 'update' && action !== 'remove'),
  )
  assert.equal(await actions('off'), ['search', 'probe', 'related', 'reason', 'contradict', 'list', 'audit'])
})
for (const era of ERAS)
  spec(`G: ${era}: a client goes through every action`, async () => {
    const w = world(PROJECT)
    const session = await connected(w.host, era, { write: 'full' })
    const added = await store(session, 'add', {
      content: 'The `Mongo` port is 27017.',
      summary: 'Port of Mongo',
      category: 'database',
      tags: ['port'],
      entities: ['Mongo'],
    })
    const [{ id }] = added.facts
    assert.match(w.text(`.pmem/facts/${id.slice('fact.'.length)}.md`) ?? '', 'category: database')
    const found = await store(session, 'search', { query: 'mongo port', limit: 3, min_trust: 0.1, category: 'database' })
    assert.equal([found.results[0].id, found.results[0].summary], [id, 'Port of Mongo'])
    assert.ok((await store(session, 'probe', { entity: 'Mongo' })).footer.total > 0)
    assert.ok((await store(session, 'related', { entity: 'Postgres', limit: 5 })).footer.total > 0)
    assert.ok((await store(session, 'related', { fact_id: 'fact.cache' })).footer.total > 0)
    assert.match(JSON.stringify(await store(session, 'reason', { entities: ['Postgres', 'Redis'] })), 'fact.cache')
    const { contradictions } = await store(session, 'contradict', { entity: 'Postgres' })
    assert.equal([contradictions[0].a.id, contradictions[0].b.id], ['fact.other', 'fact.port'])
    await store(session, 'update', { fact_id: id, content: 'The `Mongo` port is 27018.', trust_delta: 0.2 })
    assert.match(w.text(`.pmem/facts/${id.slice('fact.'.length)}.md`) ?? '', '27018')
    const all = await store(session, 'list')
    assert.is(all.total, 4)
    assert.is((await store(session, 'list', { category: 'cache' })).total, 1)
    const rated = await called(session, 'fact_feedback', { action: 'unhelpful', fact_id: id })
    assert.equal([rated.old_trust, rated.new_trust], [0.7, 0.6])
    const learned = await store(session, 'learn')
    for (const part of ['promoted', 'demoted', 'aged', 'unchanged']) assert.type(learned[part], 'number', part)
    assert.equal(learned.long_facts, [])
    const audited = await store(session, 'audit')
    for (const part of ['total_facts', 'long_without_summary', 'low_helpful_rate', 'aging_candidates'])
      assert.ok(audited[part] !== undefined, part)
    await store(session, 'remove', { fact_id: id })
    assert.is((await store(session, 'list')).total, 3)
    await session.close()
  })
spec('G: an update without a category keeps it, with a summary replaces the old one, and search follows', async () => {
  const w = world({ ...card('fact.x', 'category: shop\nsummary: Opening hours\ntags: [a]', 'It opens at nine.\n') })
  const session = await opened(w)
  await store(session, 'update', { fact_id: 'fact.x', summary: 'When the aquarium opens' })
  const [fact] = (await store(session, 'list')).facts
  assert.equal([fact.category, fact.summary, fact.content], ['shop', 'When the aquarium opens', 'It opens at nine.'])
  assert.match(w.text('.pmem/facts/x.md') ?? '', 'tags: [a]')
  assert.is((await store(session, 'search', { query: 'aquarium' })).results[0].id, 'fact.x')
  await session.close()
})
spec('G: trust_delta moves the trust a fact begins with, within 0 and 1', async () => {
  const w = world({ ...card('fact.x', 'trust: 0.9', 'It opens at nine.\n') })
  const session = await opened(w)
  await store(session, 'update', { fact_id: 'fact.x', trust_delta: 0.5 })
  assert.match(w.text('.pmem/facts/x.md') ?? '', /^trust: 1$/m)
  await store(session, 'update', { fact_id: 'fact.x', trust_delta: -0.25 })
  assert.match(w.text('.pmem/facts/x.md') ?? '', /^trust: 0.75$/m)
  await session.close()
})
spec(
  'G: limits below 1, unknown keys, arguments an action ignores and unknown ids are refused, and nothing is written',
  async () => {
    const w = world({ ...PROJECT, ...LEARNED })
    const session = await opened(w)
    await store(session, 'list')
    const before = filesOf(w)
    const cases: readonly [string, Json, RegExp][] = [
      ['fact_store', { action: 'list', limit: 0 }, /limit is at least 1/],
      ['fact_store', { action: 'search', query: 'x', limit: -1 }, /limit is at least 1/],
      ['fact_store', { action: 'search', query: 'x', limit: 1.5 }, /limit is a whole number/],
      ['fact_store', { action: 'search', query: 'x', maxResults: 3 }, /no argument "maxResults"/],
      ['fact_store', { action: 'search' }, /search needs query/],
      ['fact_store', { action: 'search', query: '  ' }, /search needs query/],
      ['fact_store', { action: 'search', query: 'x', content: 'y' }, /search takes no content/],
      ['fact_store', { action: 'audit', limit: 3 }, /audit takes no limit/],
      ['fact_store', { action: 'nope' }, /action is one of add, /],
      ['fact_store', {}, /needs action/],
      ['fact_store', { action: 'related', entity: 'a', fact_id: 'b' }, /one of the two/],
      ['fact_store', { action: 'update', fact_id: 'fact.nope', content: 'x' }, /fact.nope/],
      ['fact_store', { action: 'update', fact_id: 'fact.port' }, /something to change/],
      ['fact_store', { action: 'update', fact_id: 'module.store', content: 'x' }, /not a fact/],
      ['fact_store', { action: 'remove', fact_id: 'fact.nope' }, /fact.nope/],
      ['fact_store', { action: 'remove', fact_id: '../../src/store.ts' }, /store.ts/],
      ['fact_store', { action: 'update', fact_id: 'fact.port', trust_delta: 2 }, /trust_delta is at most 1/],
      ['fact_store', { action: 'add', content: 'password = "hunter2hunter2hunter2"' }, /./],
      ['fact_feedback', { action: 'helpful', fact_id: 'fact.nope' }, /fact.nope/],
      ['fact_feedback', { action: 'maybe', fact_id: 'fact.port' }, /helpful, unhelpful/],
    ]
    for (const [name, args, message] of cases)
      assert.match((await refused(session, name, args)).message, message, JSON.stringify(args))
    assert.equal(filesOf(w), before)
    await session.close()
  },
)
spec('B12: learning at the start is due once a UTC day, after the handshake, in one line on stderr', async () => {
  const log = `${JSON.stringify({ t: Date.UTC(2026, 3, 1), query: 'q', results: [{ id: 'fact.port', score: 1 }] })}\n`
  const w = world({ ...PROJECT, '.pmem/local/retrievals.jsonl': log })
  const lines = async (): Promise<number> => {
    const before = w.host.output.stderr.length
    const session = await opened(w, 'append')
    assert.is(w.host.output.stderr.length, before, 'the handshake was answered first')
    await new Promise((resolve) => setTimeout(resolve, 700))
    await session.close()
    return (w.host.output.stderr.slice(before).match(/^pmem: learned: .*1 aged.*$|^pmem: learned: .*$/gm) ?? []).length
  }
  assert.is(await lines(), 1)
  assert.match(w.host.output.stderr, /learned: 0 promoted, 0 demoted, 1 aged/)
  assert.is(await lines(), 0)
  w.host.setNow(w.host.now() + DAY_MS)
  assert.is(await lines(), 1)
})
spec('B12: a server that may not write says what it would learn, and writes nothing', async () => {
  const log = `${JSON.stringify({ t: Date.UTC(2026, 3, 1), query: 'q', results: [{ id: 'fact.port', score: 1 }] })}\n`
  const w = world({ ...PROJECT, '.pmem/local/retrievals.jsonl': log })
  w.host.onWrite = ({ path }) => {
    throw new Error(`it wrote ${path}`)
  }
  const session = await opened(w, 'off')
  await new Promise((resolve) => setTimeout(resolve, 700))
  await session.close()
  assert.match(w.host.output.stderr, /would learn: 0 promoted, 0 demoted, 1 aged/)
})
spec.run()
