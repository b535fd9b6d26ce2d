import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type Json, type World, world } from '../world.ts'
import { ERAS, filesOf, greeted, LEARNED, PROJECT, type Spoken, speak } from './session.ts'

const MODERN = {
  _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} },
}
const started = (w: World, write: 'append' | 'full' = 'full'): Promise<Spoken> => greeted(speak(w.host, { write }))
const call = (spoken: Spoken, name: unknown, args: unknown): Promise<Json> => spoken.ask('tools/call', { name, arguments: args })
/** The server still answers. */
const isAlive = async (spoken: Spoken): Promise<void> => {
  const { result } = await call(spoken, 'pmem_ask', { query: 'codec' })
  assert.is(result.structuredContent.matched[0].id, 'task.codec')
}
/** Has one case done, then sees that nothing was written and that the server answers. */
async function leavesAlone(done: (spoken: Spoken) => Promise<void>): Promise<void> {
  const w = world({ ...PROJECT, ...LEARNED })
  const spoken = await started(w)
  await isAlive(spoken)
  const before = filesOf(w)
  await done(spoken)
  await isAlive(spoken)
  assert.equal(filesOf(w), before)
  assert.is(w.host.output.stdout, '')
  spoken.end()
  await spoken.served.closed
}
/** Of a timer: what is waited for so long is never seen to come. */
const FOR_EVER = 2 ** 31 - 1
const HUGE = 'x'.repeat(300_000)

const spec = suite('mcp/server')
spec('fault 132: an unknown argument is named, with the nearest and all there are', () =>
  leavesAlone(async (spoken) => {
    for (const [args, said] of [
      [{ query: 'a', maxResults: 1 }, 'no argument \\"maxResults\\"'],
      [{ querry: 'a' }, 'did you mean query?'],
      [{ query: 'a', [HUGE]: 1 }, 'no argument'],
      [{ query: 'a', __proto__x: 1 }, 'no argument'],
    ] as const) {
      const { result } = await call(spoken, 'pmem_ask', args)
      assert.is(result.isError, true)
      assert.match(result.content[0].text, said)
      assert.ok(result.content[0].text.length < 1_000)
    }
  }),
)
spec('an unknown tool is an error of the protocol that names those there are', () =>
  leavesAlone(async (spoken) => {
    for (const name of ['pmem_aks', 'nope', '', '__proto__', 'constructor', HUGE]) {
      const { error } = await call(spoken, name, {})
      assert.is(error.code, -32602)
      assert.match(error.message, 'pmem_recall')
      assert.ok(error.message.length < 1_000)
    }
    assert.match((await call(spoken, 'pmem_aks', {})).error.message, 'did you mean pmem_ask?')
  }),
)
spec('wrong types and values out of range say what is wanted', () =>
  leavesAlone(async (spoken) => {
    for (const [name, args, said] of [
      ['pmem_ask', {}, 'pmem_ask needs query'],
      ['pmem_ask', { query: 5 }, 'query is a text, not 5'],
      ['pmem_ask', { query: null }, 'query is a text, not null'],
      ['pmem_ask', { query: ['a'] }, 'query is a text'],
      ['pmem_ask', { query: ' ' }, 'not an empty text'],
      ['pmem_ask', { query: 'a', limit: '3' }, 'limit is a whole number'],
      ['pmem_ask', { query: 'a', limit: 0 }, 'limit is at least 1'],
      ['pmem_ask', { query: 'a', limit: 1e300 }, 'limit is a whole number'],
      ['pmem_ask', { query: 'a', hops: 3 }, 'hops is one of 1, 2'],
      ['pmem_ask', { query: 'a', budget: 1 }, 'budget is at least 100'],
      ['pmem_ask', { query: 'a', explain: 'yes' }, 'explain is true or false'],
      ['pmem_recall', { mode: 'loud' }, 'mode is one of'],
      ['pmem_recall', { since: 'someday' }, 'since'],
      ['pmem_context', { task: 'a', files: 'b' }, 'files is a list of texts'],
      ['pmem_context', { task: 'a', files: [1] }, 'files is a list of texts'],
      ['pmem_related', { id: 'nope' }, 'nope'],
      ['pmem_update', { summary: 'a', apply: 'b' }, 'exclude each other'],
      ['pmem_update', { dry_run: true }, 'dry_run goes with'],
    ] as const) {
      const { result } = await call(spoken, name, args)
      assert.is(result.isError, true, JSON.stringify(args))
      assert.match(result.content[0].text, said)
    }
    for (const params of [{ name: 5 }, {}, { name: 'pmem_ask', arguments: [] }, { name: 'pmem_ask', arguments: 'a' }])
      assert.is((await spoken.ask('tools/call', params)).error.code, -32602, JSON.stringify(params))
  }),
)
spec('huge texts and lists are refused without being repeated', () =>
  leavesAlone(async (spoken) => {
    for (const [name, args] of [
      ['pmem_ask', { query: HUGE }],
      ['pmem_update', { summary: HUGE }],
      ['fact_store', { action: 'add', content: HUGE }],
      ['pmem_context', { task: 'a', files: Array.from({ length: 2_000 }, (_, n) => `f${n}`) }],
      ['pmem_trace', { id: HUGE }],
    ] as const) {
      const { result } = await call(spoken, name, args)
      assert.is(result.isError, true, name)
      assert.ok(result.content[0].text.length < 1_000, name)
    }
    const { result } = await call(spoken, 'pmem_ask', { query: 'codec '.repeat(30_000) })
    assert.not(result.isError, 'long, and allowed')
  }),
)
spec('an id that leads out of the memory is no id', () =>
  leavesAlone(async (spoken) => {
    for (const id of [
      '../../etc/passwd',
      '..\\..\\secret',
      '/etc/passwd',
      'module/../../x',
      '%2e%2e%2f',
      'a\0b',
      '.pmem/manifest.yml',
    ])
      for (const [name, args] of [
        ['pmem_related', { id }],
        ['pmem_trace', { id }],
        ['fact_store', { action: 'update', fact_id: id, content: 'x' }],
        ['fact_store', { action: 'remove', fact_id: id }],
        ['fact_feedback', { action: 'helpful', fact_id: id }],
        ['pmem_update', { summary: 'Looked', card: [id] }],
      ] as const) {
        const { result } = await call(spoken, name, args)
        assert.is(result.isError, true, `${name} ${JSON.stringify(id)}: ${JSON.stringify(result.structuredContent)}`)
        assert.not(result.content[0].text.includes('root:'))
      }
  }),
)
spec('fault 134: broken lines, unknown methods, batches and missing ids are answered as the protocol says, and it goes on', () =>
  leavesAlone(async (spoken) => {
    const from = spoken.written.length
    const errors = (): readonly Json[] => spoken.written.slice(from).map(({ id, error }) => [id, error?.code])
    spoken.send('{')
    spoken.send('')
    spoken.send('   ')
    spoken.send('[]')
    spoken.send('[{"jsonrpc":"2.0","id":1,"method":"ping"}]')
    spoken.send('null')
    spoken.send('"ping"')
    spoken.send({ jsonrpc: '2.0', id: null, method: 'ping' })
    spoken.send({ jsonrpc: '2.0', id: { a: 1 }, method: 'ping' })
    spoken.send({ jsonrpc: '1.0', id: 'old', method: 'ping' })
    spoken.send({ jsonrpc: '2.0', id: 'no method' })
    spoken.send({ jsonrpc: '2.0', id: 'params', method: 'ping', params: [] })
    assert.equal(errors(), [
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      [null, -32600],
      ['old', -32600],
      ['no method', -32600],
      ['params', -32602],
    ])
    assert.is((await spoken.ask('tools/nope')).error.code, -32601)
    assert.is((await spoken.ask('__proto__')).error.code, -32601)
    spoken.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 999 } })
    spoken.send({ jsonrpc: '2.0', method: 'notifications/cancelled' })
    spoken.send({ jsonrpc: '2.0', method: 'notifications/nope', params: { a: 1 } })
    spoken.send({ jsonrpc: '2.0', id: 77, result: {} })
    spoken.send({ jsonrpc: '2.0', id: 78, error: { code: 1, message: 'x' } })
    const again = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'spec', version: '1' } }
    assert.is((await spoken.ask('initialize', again)).result.protocolVersion, '2025-11-25')
    assert.is((await spoken.ask('ping', { padding: 'x'.repeat(5_000_000) })).error, undefined)
  }),
)
spec('a client of the newer protocol that leaves its envelope out or asks for an unknown version is told so', async () => {
  const w = world(PROJECT)
  const unknown = await speak(w.host).ask('server/discover', {
    _meta: { ...MODERN._meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' },
  })
  assert.is(unknown.error.code, -32022)
  assert.equal(unknown.error.data.supported, ['2026-07-28'])
  const half = await speak(w.host).ask('tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } })
  assert.is(half.error.code, -32602)
  const probed = speak(w.host)
  assert.is((await probed.ask('server/discover', MODERN)).result.resultType, 'complete')
  await greeted(probed)
  await isAlive(probed)
})
for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '1999-01-01'])
  spec(`a client of version ${version} is answered with one that both know`, async () => {
    const spoken = speak(world(PROJECT).host)
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'spec', version: '1' } }
    const { result } = await spoken.ask('initialize', params)
    assert.is(result.protocolVersion, version === '1999-01-01' ? '2025-11-25' : version)
  })
for (const era of ERAS)
  spec(`${era}: 100 calls at once are all answered, each once and in order, and writes among them are all there`, async () => {
    const w = world(PROJECT)
    const spoken = speak(w.host)
    if (era === 'legacy') await greeted(spoken)
    const envelope = era === 'modern' ? MODERN : {}
    const answers = Array.from({ length: 100 }, (_, n) =>
      spoken.ask('tools/call', {
        ...envelope,
        ...(n % 10 === 0
          ? { name: 'fact_store', arguments: { action: 'add', content: `Ship number ${n} sails at noon` } }
          : { name: 'pmem_ask', arguments: { query: 'codec' } }),
      }),
    )
    for (const { result } of await Promise.all(answers)) assert.not(result.isError)
    const ids = spoken.written.filter(({ id, method }) => method === undefined && id !== 'ask 1').map(({ id }) => id)
    assert.is(new Set(ids).size, ids.length)
    assert.equal(
      ids,
      [...ids].sort((a, b) => Number(a.slice(4)) - Number(b.slice(4))),
    )
    assert.is(w.run('facts', 'list', '--json').json.total, 13)
  })
spec('a call that is cancelled before its turn is not done and not answered', async () => {
  const w = world({ ...PROJECT, ...LEARNED })
  const spoken = await started(w)
  await isAlive(spoken)
  const before = filesOf(w)
  spoken.send({ jsonrpc: '2.0', id: 'first', method: 'tools/call', params: { name: 'pmem_ask', arguments: { query: 'codec' } } })
  const add = { name: 'fact_store', arguments: { action: 'add', content: 'Never to be written' } }
  spoken.send({ jsonrpc: '2.0', id: 'second', method: 'tools/call', params: add })
  spoken.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'second', reason: 'changed my mind' } })
  await spoken.answer('first')
  await isAlive(spoken)
  assert.is(
    spoken.written.some(({ id }) => id === 'second'),
    false,
  )
  assert.equal(filesOf(w), before)
})
spec('what was asked before the input ended is answered, and then the connection is closed', async () => {
  for (const count of [1, 40]) {
    const w = world(PROJECT)
    const spoken = await started(w)
    for (let n = 0; n < count; n += 1) {
      const params = { name: 'fact_store', arguments: { action: 'add', content: `Ship number ${n} sails at noon` } }
      spoken.send({ jsonrpc: '2.0', id: n, method: 'tools/call', params })
    }
    spoken.end()
    await spoken.served.closed
    for (let n = 0; n < count; n += 1)
      assert.is(spoken.written.find(({ id }) => id === n)?.result.structuredContent.facts.length, 1, `${n} of ${count}`)
    assert.is(w.run('facts', 'list', '--json').json.total, 3 + count)
  }
})
spec('a client that ended its input is not waited for: neither for its folders, nor for a subscription', async () => {
  const w = world(PROJECT)
  const spoken = await greeted(speak(w.host), { roots: { listChanged: true } })
  spoken.send({ jsonrpc: '2.0', id: 'r', method: 'tools/call', params: { name: 'pmem_ask', arguments: { query: 'codec' } } })
  spoken.end()
  await spoken.served.closed
  assert.is((await spoken.answer('r')).result.structuredContent.matched[0].id, 'task.codec')
  const listening = speak(w.host)
  listening.send({ jsonrpc: '2.0', id: 'l', method: 'subscriptions/listen', params: { ...MODERN, notifications: {} } })
  await listening.ask('tools/list', MODERN)
  listening.served.end(FOR_EVER)
  await listening.served.closed
})
spec('an end that is asked for lets what is under way be answered, and waits no longer than it was told', async () => {
  const w = world(PROJECT)
  const spoken = await started(w)
  spoken.send({ jsonrpc: '2.0', id: 'last', method: 'tools/call', params: { name: 'pmem_ask', arguments: { query: 'codec' } } })
  spoken.served.end(60_000)
  await spoken.served.closed
  assert.ok((await spoken.answer('last')).result)
  const stuck = await greeted(speak(w.host), { roots: {} })
  stuck.send({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'pmem_ask', arguments: { query: 'codec' } } })
  stuck.served.end(0)
  await stuck.served.closed
})
spec('fault 125: broken cards and failing calls put nothing but messages on the output', async () => {
  const w = world({
    ...PROJECT,
    '.pmem/modules/broken.md': '---\nid: [\n---\n',
    ...card('module.dup', 'title: A\nid: module.store'),
  })
  const spoken = await started(w)
  const { result } = await spoken.ask('tools/list')
  for (const { name } of result.tools) {
    await call(spoken, name, {})
    await call(spoken, name, { query: 'codec', task: 'codec', id: 'module.store', action: 'list', fact_id: 'fact.port' })
  }
  await isAlive(spoken)
  assert.is(w.host.output.stdout, '')
})
spec('without a project every call says so, and the first that finds one is answered', async () => {
  const w = world()
  w.edit('.pmem/manifest.yml', null)
  w.edit('.pmem', null)
  const spoken = await started(w)
  const { result } = await call(spoken, 'pmem_recall', {})
  assert.is(JSON.parse(result.content[0].text).error.code, 'NO_PROJECT')
  assert.is((await spoken.ask('resources/list')).error.code, -32602)
  w.run('init', '--yes')
  assert.not((await call(spoken, 'pmem_recall', {})).result.isError)
})
spec('the project is where --cwd says, else CLAUDE_PROJECT_DIR, else the first folder of the client that has one', async () => {
  const files = {
    '/a/.pmem/manifest.yml': 'version: 1\nproject: { name: first }\n',
    '/b/.pmem/manifest.yml': 'version: 1\nproject: { name: second }\n',
  }
  const name = async (spoken: Spoken, capabilities: object, roots: readonly string[]): Promise<string> => {
    await greeted(spoken, capabilities)
    spoken.send({ jsonrpc: '2.0', id: 'r', method: 'tools/call', params: { name: 'pmem_recall', arguments: {} } })
    if (roots.length > 0) {
      const { id } = await waitFor(spoken, 'roots/list')
      spoken.send({ jsonrpc: '2.0', id, result: { roots: roots.map((uri) => ({ uri })) } })
    }
    return (await spoken.answer('r')).result.structuredContent.project.name
  }
  const none = world(files, { cwd: '/elsewhere' }).host
  assert.is(await name(speak(none, { cwd: '/b' }), {}, []), 'second')
  assert.is(await name(speak(world(files, { cwd: '/a', env: { CLAUDE_PROJECT_DIR: '/b' } }).host), {}, []), 'second')
  assert.is(await name(speak(world(files, { cwd: '/a' }).host), {}, []), 'first')
  const folders = ['file:///nowhere', 'file:///b']
  assert.is(await name(speak(none), { roots: {} }, folders), 'second')
})
async function waitFor(spoken: Spoken, method: string): Promise<Json> {
  for (;;) {
    const found = spoken.written.find((message) => message.method === method)
    if (found !== undefined) return found
    await new Promise((resolve) => setImmediate(resolve))
  }
}
spec.run()
