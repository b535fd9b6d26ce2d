import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { decodeUtf8 } from '../../lib/card/content.ts'
import { card, world } from '../world.ts'

const spec = suite('host: manners of Windows')
spec('a checkout with CRLF has the hashes and answers of one with LF, and stays CRLF when it is written', () => {
  const files = card('module.a', 'title: Store\ntags: [core]', 'Keeps sessions.\n')
  const crlf = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]))
  const [one, other] = [world(files), world(crlf, { caseInsensitive: true })]
  for (const w of [one, other]) w.run('rebuild')
  assert.is(other.text('.pmem/indexes/graph.json'), one.text('.pmem/indexes/graph.json'))
  assert.is(other.run('update', 'module.a', '--force', '--set', 'status=done').code, 0)
  assert.not.match(other.text('.pmem/modules/a.md') as string, /[^\r]\n/)
})
spec('files whose names differ in case are one: a second card gets a name of its own', () => {
  const w = world(card('module.store', 'title: One'), { caseInsensitive: true })
  const { file } = w.run('new', 'module', 'STORE', '--json').json
  assert.is.not(file.toLowerCase(), '.pmem/modules/store.md')
  assert.match(w.text('.pmem/modules/store.md') as string, 'title: One')
})
spec('titles long and odd give names that every system takes', () => {
  const w = world({}, { caseInsensitive: true })
  for (const title of ['a'.repeat(400), '决'.repeat(200), 'a<b>c:d"e|f?g*h', 'trailing. ', '...']) {
    const { file } = w.run('new', 'risk', title, '--json').json
    const name = file.slice(file.lastIndexOf('/') + 1)
    assert.not.match(name, /[<>:"|?*\\]|[. ]\.md$/)
    assert.ok(new TextEncoder().encode(name).length <= 200, name)
    assert.ok(decodeUtf8(new TextEncoder().encode(name)).ok)
  }
})
spec('reserved names of devices are no names of files', () => {
  const w = world({}, { caseInsensitive: true })
  for (const title of ['con', 'NUL', 'com1', 'aux', 'prn', 'LPT9']) {
    const { code, json } = w.run('new', 'risk', title, '--json')
    assert.is(code, 0)
    assert.not.match(json.file, /\/(?:con|nul|com\d|aux|prn|lpt\d)\.md$/i)
  }
})
spec('backslashes in sources and questions mean the same file', () => {
  const w = world({ ...card('module.db', "source_files: ['src\\db.ts']"), 'src/db.ts': 'x' })
  w.run('rebuild')
  assert.is(w.run('ask', '.\\src\\db.ts', '--json').json.matched[0].id, 'module.db')
})
spec.run()
