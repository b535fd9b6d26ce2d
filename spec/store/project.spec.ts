import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type MemoryOptions, memoryHost } from '../../lib/host/memory.ts'
import { findProject } from '../../lib/store/project.ts'

const FILES = { '/p/.pmem/manifest.yml': '', '/p/sub/inner/.pmem/manifest.yml': '', '/p/sub/other/a.txt': '', '/free/a.txt': '' }
const rootFrom = (cwd: string, options: MemoryOptions & { at?: string } = {}): string =>
  findProject(memoryHost({ ...options, cwd, files: FILES }), options.at).root
const refusal = (work: () => unknown): string => {
  try {
    return `done: ${work()}`
  } catch (error) {
    return (error as { code: string }).code
  }
}

const spec = suite('store/project')
spec('is the nearest folder above that holds .pmem', () => {
  assert.is(rootFrom('/p'), '/p')
  assert.is(rootFrom('/p/sub/other'), '/p')
  assert.is(rootFrom('/p/sub/inner'), '/p/sub/inner')
  assert.is(rootFrom('/p/.pmem'), '/p')
})
spec('without one above is NO_PROJECT, and nothing is made', () => {
  const host = memoryHost({ cwd: '/free', files: FILES })
  assert.is(
    refusal(() => findProject(host, undefined)),
    'NO_PROJECT',
  )
  assert.is(host.files('/free').stat('.pmem'), undefined)
})
spec('starts where --cwd says, absolute or relative', () => {
  assert.is(rootFrom('/free', { at: '/p/sub/other' }), '/p')
  assert.is(rootFrom('/p', { at: 'sub/inner' }), '/p/sub/inner')
})
spec('--cwd that is no folder is USAGE', () => {
  assert.is(
    refusal(() => rootFrom('/p', { at: 'nowhere' })),
    'USAGE',
  )
  assert.is(
    refusal(() => rootFrom('/p', { at: 'sub/other/a.txt' })),
    'USAGE',
  )
})
spec('PMEM_ROOT names the root itself, and --cwd goes before it', () => {
  const env = { PMEM_ROOT: '/p/sub/inner' }
  assert.is(rootFrom('/free', { env }), '/p/sub/inner')
  assert.is(rootFrom('/free', { env, at: '/p' }), '/p')
  assert.is(
    refusal(() => rootFrom('/p', { env: { PMEM_ROOT: '/free' } })),
    'NO_PROJECT',
  )
  assert.is(rootFrom('/p', { env: { PMEM_ROOT: '' } }), '/p')
})
spec('a .pmem that is a file is no store', () => {
  assert.is(findProject(memoryHost({ cwd: '/q/a', files: { '/q/.pmem/x': '', '/q/a/.pmem': '' } }), undefined).root, '/q')
})
spec.run()
