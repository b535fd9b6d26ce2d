import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { reportBug } from '../../lib/cli/crash.ts'
import { memoryHost } from '../../lib/host/memory.ts'

const crash = (error: unknown, ...argv: readonly string[]): { code: number; stdout: string; stderr: string } => {
  const host = memoryHost()
  const code = reportBug(host, error, argv)
  return { code, ...host.output }
}

const spec = suite('cli/crash')
spec('is 70, with the stack on stderr and nothing on stdout', () => {
  const { code, stdout, stderr } = crash(new TypeError('x is not a function'), 'ask', 'y')
  assert.is(code, 70)
  assert.is(stdout, '')
  assert.match(stderr, 'a bug of pmem')
  assert.match(stderr, /\n {4}at /)
})
spec('is one JSON document where JSON was asked for, in each way to ask', () => {
  for (const argv of [
    ['ask', '--json'],
    ['ask', '--format', 'json'],
    ['ask', '--format=json'],
  ]) {
    const { stdout } = crash(new Error('no'), ...argv)
    assert.is(JSON.parse(stdout).error.code, 'BUG')
  }
})
spec('takes whatever was thrown', () => assert.match(crash('a text').stderr, 'a text'))
spec.run()
