import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type Ran, world } from '../world.ts'

const texts = ({ json }: Ran): readonly string[] => json.queue.map(({ text }: { text: string }) => text)

const spec = suite('commands/next')
spec('prose with a Why is the next step', () => {
  const w = world({ '.pmem/next.md': '# Next\n\nShip the index.\n\nWhy: agents wait for it.\n' })
  const { code, stdout } = w.run('next')
  assert.is(code, 0)
  assert.is(stdout, 'NEXT\n- Ship the index.\n  Why: agents wait for it.\n  .pmem/next.md\n')
  assert.is(w.run('next', '--json').json.next.why, 'agents wait for it.')
})
spec('a queue is ordered by priority, then as written, with owner and without what is ticked off', () => {
  const w = world({ '.pmem/next.md': '- [P2] later\n- [x] [P0] finished\n- [P0] @ada first\n  Why: it blocks.\n- [ ] plain\n' })
  assert.equal(texts(w.run('next', '--all', '--json')), ['first', 'later', 'plain'])
  const { next, total } = w.run('next', '--json').json
  assert.equal([next.owner, next.priority, next.why, total], ['ada', 'high', 'it blocks.', 3])
  assert.match(w.run('next').stdout, '2 more; --all shows them')
})
spec('open tasks follow by priority, those in work first, those that wait last, drafts and finished ones never', () => {
  const w = world({
    ...card('task.a', 'title: A\nstatus: active\npriority: low'),
    ...card('task.b', 'title: B\npriority: high\ndepends_on: task.a\nstatus: active'),
    ...card('task.c', 'title: C\npriority: high'),
    ...card('task.d', 'title: D\npriority: high\nstatus: implementing'),
    ...card('task.e', 'title: E\nstatus: done'),
    ...card('task.f', 'title: F\nstatus: draft'),
    ...card('task.g', 'title: G\nsensitivity: secret\nstatus: active'),
    '.pmem/next.md': '- written\n',
  })
  assert.equal(texts(w.run('next', '--all', '--json')), ['written', 'D', 'C', 'A', 'B'])
  assert.is(w.run('next', '--all', '--json').json.queue.at(-1).status, 'blocked')
})
spec('what only stands in a comment is no step, and nothing waiting is exit 1', () => {
  const { code, stdout } = world({ '.pmem/next.md': '# Next\n\n<!-- Items such as `- [P0] @owner text` -->\n' }).run('next')
  assert.is(code, 1)
  assert.match(stdout, 'Nothing is waiting')
})
spec.run()
