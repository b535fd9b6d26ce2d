import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { utf8Text } from '../../lib/indexes/bytes.ts'
import { OutOfTime, timedHost } from '../../lib/store/deadline.ts'
import { world } from '../world.ts'

const spec = suite('store/deadline')
spec('until the moment everything is as without it, afterwards nothing is read, written or asked of git', () => {
  const { host } = world({ 'a.txt': 'a' })
  const timed = timedHost(host, host.now() + 1_000)
  const files = timed.files('/project')
  assert.equal([utf8Text(files.read('a.txt')!), files.root, timed.git('/project', ['status'])], ['a', '/project', undefined])
  files.append('b.txt', 'b', 0o600)
  host.setNow(host.now() + 1_001)
  const late = (work: () => unknown): void => assert.throws(work, (error: unknown) => error instanceof OutOfTime)
  late(() => files.read('a.txt'))
  late(() => files.stat('a.txt'))
  late(() => files.append('b.txt', 'c', 0o600))
  late(() => timed.git('/project', ['status']))
  assert.is(host.text('b.txt'), 'b')
})
spec.run()
