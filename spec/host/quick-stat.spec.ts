import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ofStats, statOf } from '../../lib/host/quick-stat.ts'
import { folder } from '../folder.ts'
import { NODE } from '../self.ts'

const spec = suite('host/quick-stat')

spec('a stat is what the public interface gives, for a file, a folder, a link and anything else', () => {
  const root = folder()
  const at = (name: string): string => join(root, name)
  writeFileSync(at('a.md'), 'text')
  writeFileSync(at('卡片 é.md'), '')
  writeFileSync(at('old'), 'x', { mode: 0o600 })
  utimesSync(at('old'), 1.5, 0.0625)
  mkdirSync(at('folder'))
  symlinkSync('a.md', at('link'))
  symlinkSync('nothing', at('broken'))
  for (const path of ['a.md', '卡片 é.md', 'old', 'folder', 'link', 'broken', '.'].map(at))
    assert.equal(statOf(path), ofStats(lstatSync(path)), path)
  assert.equal(statOf('/dev/null')?.kind, 'other')
})

spec('what is not there has none, and what cannot be asked says why', () => {
  const root = folder()
  writeFileSync(join(root, 'file'), '')
  assert.is(statOf(join(root, 'nothing')), undefined)
  assert.throws(
    () => statOf(join(root, 'file', 'below')),
    (error: { code?: string }) => error.code === 'ENOTDIR',
  )
})

spec('a runtime that gives other numbers, or none, is asked by the public interface', () => {
  const url = new URL('../../lib/host/quick-stat.ts', import.meta.url).href
  for (const lie of [
    'process.binding = () => { throw new Error() }',
    'process.binding = () => ({})',
    'process.binding = () => ({ lstat: () => new Float64Array(18) })',
    'process.binding = () => ({ lstat: () => undefined })',
  ]) {
    const code = `${lie}; const { statOf, ofStats } = await import(${JSON.stringify(url)}); const { lstatSync } = await import('node:fs')
      console.log(JSON.stringify(statOf('.')) === JSON.stringify(ofStats(lstatSync('.'))))`
    const { stdout, stderr } = spawnSync(NODE, ['--import', 'tsx', '--input-type=module', '-e', code], {
      encoding: 'utf8',
    })
    assert.is(stdout.trim(), 'true', `${lie}: ${stderr}`)
  }
})

spec.run()
