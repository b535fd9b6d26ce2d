import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createFile, type FileCalls, renameFile } from '../../lib/host/file-write.ts'

const failure = (code: string): Error => Object.assign(new Error(code), { code })
const thrown = (work: () => unknown): { readonly code?: string; readonly message: string } => {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

/** A disk that notes what it is asked, as strict as Windows: only what is open for writing can be synced, only what is closed removed. */
function disk(failing?: keyof FileCalls): { readonly calls: FileCalls; readonly asked: string[]; readonly open: Set<number> } {
  const asked: string[] = []
  const open = new Set<number>()
  const note = (name: keyof FileCalls): void => {
    asked.push(name)
    if (name === failing) throw failure('ENOSPC')
  }
  const calls = {
    openSync(_: string, flags: string) {
      note('openSync')
      if (!/[wax+]/.test(flags)) throw failure('EPERM')
      open.add(7)
      return 7
    },
    writeFileSync: () => note('writeFileSync'),
    fchmodSync: () => note('fchmodSync'),
    fsyncSync(fd: number) {
      note('fsyncSync')
      if (!open.has(fd)) throw failure('EPERM')
    },
    closeSync(fd: number) {
      note('closeSync')
      open.delete(fd)
    },
    rmSync() {
      note('rmSync')
      if (open.size > 0) throw failure('EBUSY')
    },
    renameSync: () => note('renameSync'),
  } as unknown as FileCalls
  return { calls, asked, open }
}
const WINDOWS = { isWindows: true, wait: () => undefined }

const spec = suite('host/file-write')
spec('fault 102: synced on the handle it was written with, and closed before anybody renames or removes it', () => {
  const good = disk()
  assert.ok(createFile('/x', 'x', ['a', 'b'], { sync: true, mode: 0o600 }, good.calls))
  assert.equal(good.asked, ['openSync', 'writeFileSync', 'writeFileSync', 'fchmodSync', 'fsyncSync', 'closeSync'])
  assert.is(good.open.size, 0)
  for (const failing of ['writeFileSync', 'fchmodSync', 'fsyncSync'] as const) {
    const bad = disk(failing)
    assert.is(thrown(() => createFile('/x', 'x', 'a', { sync: true, mode: 0o600 }, bad.calls)).code, 'CANNOT_WRITE', failing)
    assert.equal([bad.asked.slice(-2), bad.open.size], [['closeSync', 'rmSync'], 0], failing)
  }
})
for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
  spec(`fault 098: a rename that fails with ${code} twice on Windows is tried again, after growing pauses`, () => {
    let left = 2
    const pauses: number[] = []
    const renameSync = (): void => {
      if (left-- > 0) throw failure(code)
    }
    renameFile('/a', '/b', 'b', { renameSync }, { isWindows: true, wait: (ms) => void pauses.push(ms) })
    assert.equal(pauses, [5, 20])
  })
}
spec('fault 098: one that always fails ends in a clear error, after less than a second', () => {
  const pauses: number[] = []
  const renameSync = (): never => {
    throw failure('EPERM')
  }
  const error = thrown(() =>
    renameFile('/a', '/b', 'the card', { renameSync }, { isWindows: true, wait: (ms) => void pauses.push(ms) }),
  )
  assert.equal([error.code, error.message], ['CANNOT_WRITE', 'cannot write the card: EPERM'])
  const waited = pauses.reduce((sum, ms) => sum + ms, 0)
  assert.ok(waited > 100 && waited < 1000)
})
spec('elsewhere, and for any other error, the first failure is final', () => {
  for (const [code, isWindows] of [
    ['EPERM', false],
    ['ENOSPC', true],
  ] as const) {
    let tries = 0
    const renameSync = (): never => {
      tries += 1
      throw failure(code)
    }
    assert.is(thrown(() => renameFile('/a', '/b', 'b', { renameSync }, { ...WINDOWS, isWindows })).code, 'CANNOT_WRITE')
    assert.is(tries, 1)
  }
})
spec.run()
