import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, world } from '../world.ts'

const spec = suite('host: manners of macOS')
spec('names are found in composed and decomposed form, and give the same answers', () => {
  const files = { ...card('module.café', 'title: Café'), 'src/naïve.ts': 'x' }
  const w = world(files, { decomposes: true, caseInsensitive: true })
  w.run('rebuild')
  for (const name of ['module.café', 'module.cafe\u0301', 'Café'.normalize('NFD')])
    assert.is(w.run('show', name, '--json').json.id.normalize('NFC'), 'module.café', name)
  assert.is(w.run('verify', '--json').json.errors, 0)
})
spec('a second card whose name differs in form alone is never written over the first', () => {
  const w = world(card('module.é', 'title: One'), { decomposes: true, caseInsensitive: true })
  assert.is(w.run('new', 'module', 'E\u0301', '--json').code, 0)
  assert.match(w.text('.pmem/modules/é.md') as string, 'title: One')
  assert.is(w.run('list', '--json').json.total, 2)
})
spec('writing a card keeps its file, whatever the form of its name', () => {
  const w = world(card('module.é', 'title: One'), { decomposes: true })
  w.run('rebuild')
  assert.is(w.run('update', 'module.é', '--force', '--set', 'status=done').code, 0)
  assert.is((w.host.files('/project').list('.pmem/modules') ?? []).length, 1)
  assert.match(w.text('.pmem/modules/é.md') as string, 'status: done')
})
spec.run()
