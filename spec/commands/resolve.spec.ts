import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, cardText, world } from '../world.ts'

const spec = suite('commands/resolve')
spec('an exact id wins over everything that folds to it', () => {
  const w = world({
    '.pmem/modules/a.md': cardText('module.Auth', 'title: Upper'),
    '.pmem/modules/b.md': cardText('module.auth', 'title: Lower'),
  })
  assert.is(w.run('show', 'module.Auth', '--json').json.title, 'Upper')
  assert.is(w.run('show', 'module.auth', '--json').json.title, 'Lower')
})
spec('the kinds are tried in order: id, file, slug, alias, title', () => {
  const w = world({
    ...card('module.queue', 'title: other'),
    ...card('module.b', 'aliases: [queue]'),
    ...card('module.c', 'title: queue'),
  })
  assert.is(w.run('show', 'queue', '--json').json.id, 'module.queue')
})
spec('a name of several cards is refused with the candidates', () => {
  const w = world({ ...card('module.queue'), ...card('task.queue') })
  const { code, stderr } = w.run('show', 'queue')
  assert.is(code, 1)
  assert.match(stderr, '"queue" could be module.queue, task.queue')
})
spec('ids that every object has are ids', () => {
  const w = world({
    '.pmem/modules/a.md': '---\nid: __proto__\ntype: module\n---\n',
    '.pmem/modules/b.md': '---\nid: constructor\ntype: module\n---\n',
  })
  for (const id of ['__proto__', 'constructor']) assert.is(w.run('show', id, '--json').json.id, id)
  assert.is(w.run('show', 'toString').code, 1)
})
spec.run()
