import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type MemoryHost, memoryHost } from '../../lib/host/memory.ts'
import type { Files } from '../../lib/model/ports.ts'
import { tryLock, withLock } from '../../lib/store/lock.ts'

const PATH = '.pmem/.lock'
const OPTIONS = { path: PATH, timeoutMs: 5_000 }
type Process = { readonly host: MemoryHost; readonly files: Files }
const processOf = (host: MemoryHost): Process => ({ host, files: host.files('/project') })
const start = (): Process => processOf(memoryHost({ files: { '.pmem/manifest.yml': '' } }))
const another = ({ host }: Process): Process => processOf(memoryHost({ machine: host.machine }))
const take = ({ host, files }: Process, timeoutMs = 0): ReturnType<typeof tryLock> => tryLock(host, files, PATH, timeoutMs)
const failure = (work: () => unknown): { readonly code?: string; readonly message: string } => {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

const spec = suite('store/lock')
spec('names process, host, start and a token in the file, and takes it away in the end', () => {
  const a = start()
  const lock = take(a)
  const holder = JSON.parse(a.host.text(PATH) as string)
  assert.is(holder.pid, a.host.processId)
  assert.is(holder.host, 'memory')
  assert.is(holder.started, '2026-07-03T12:00:00.000Z')
  assert.match(holder.token, /^[0-9a-f]{16}$/)
  lock?.release()
  assert.is(a.host.text(PATH), undefined)
})
spec('a second process does not get it, and waits no longer than it was told', () => {
  const a = start()
  take(a)
  const b = another(a)
  const before = b.host.now()
  assert.is(take(b, 0), undefined)
  assert.is(b.host.now(), before)
  assert.is(take(b, 500), undefined)
  assert.is(b.host.now(), before + 500)
})
spec('a waiting process gets it as soon as it is released', () => {
  const a = start()
  const lock = take(a)
  const b = another(a)
  b.host.onSleep = () => lock?.release()
  assert.ok(take(b, 500))
})
spec('a refusal names the holder, is LOCKED and did no work', () => {
  const a = start()
  take(a)
  const b = another(a)
  const { code, message } = failure(() => withLock(b.host, b.files, OPTIONS, () => assert.unreachable()))
  assert.is(code, 'LOCKED')
  assert.match(message, `process ${a.host.processId} on memory since 2026-07-03T12:00:00.000Z`)
})
spec('the lock of a process that died is taken over at once', () => {
  const a = start()
  take(a)
  a.host.kill()
  assert.ok(take(another(a)))
})
spec('the lock of a live process on another machine is never taken before its heartbeat is old', () => {
  const a = start()
  a.host.edit(PATH, JSON.stringify({ pid: 1, host: 'elsewhere', started: '', token: 't' }))
  a.host.setNow(a.host.now() + 119_000)
  assert.is(take(a), undefined)
  a.host.setNow(a.host.now() + 2_000)
  assert.ok(take(a))
})
spec('a heartbeat keeps a long holder alive', () => {
  const a = start()
  const lock = take(a)
  const b = another(a)
  for (let minute = 0; minute < 5; minute += 1) {
    a.host.setNow(a.host.now() + 60_000)
    lock?.beat()
    assert.is(take(b), undefined)
  }
})
spec('a lock file that its writer never filled is broken after a second, not before', () => {
  for (const content of ['', '{"pid":12', 'null', '[]', '{}']) {
    const a = start()
    a.host.edit(PATH, content)
    assert.is(take(a), undefined, content)
    assert.ok(take(a, 2_000), content)
  }
})
spec('a clock that jumped back does not make a live lock old', () => {
  const a = start()
  take(a)
  const b = another(a)
  b.host.setNow(b.host.now() - 3_600_000)
  assert.is(take(b), undefined)
})
spec('a holder whose lock was taken over notices, stops, and leaves the new lock alone', () => {
  const a = start()
  const lock = take(a)
  const b = another(a)
  b.host.setNow(b.host.now() + 121_000)
  const second = take(b)
  assert.ok(second)
  assert.is(failure(() => lock?.beat()).code, 'LOCKED')
  lock?.release()
  second?.check()
})
spec('of two processes that see the same dead lock one alone gets it', () => {
  const dead = start()
  take(dead)
  dead.host.kill()
  const a = another(dead)
  const b = another(dead)
  let taken: ReturnType<typeof take>
  // b comes in between: it sees the dead lock too, is faster, and a must not take the lock of b away.
  a.host.onWrite = ({ op }) => {
    if (op === 'rename' && taken === undefined) taken = take(b)
    return 'go'
  }
  assert.is(take(a), undefined)
  assert.ok(taken)
  taken?.check()
})
spec('what the work throws comes through and the lock is released', () => {
  const { host, files } = start()
  assert.is(
    failure(() =>
      withLock(host, files, OPTIONS, () => {
        throw new Error('mine')
      }),
    ).message,
    'mine',
  )
  assert.is(host.text(PATH), undefined)
})
spec('a read-only disk is CANNOT_WRITE, not a wait', () => {
  const { host, files } = start()
  host.onWrite = () => 'fail'
  const before = host.now()
  assert.is(failure(() => withLock(host, files, OPTIONS, () => undefined)).code, 'CANNOT_WRITE')
  assert.is(host.now(), before)
})
spec.run()
