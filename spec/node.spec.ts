import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openProject } from '../lib/node.ts'
import { folder } from './folder.ts'
import { card, cardText, MANIFEST } from './world.ts'

const FILES = {
  '.pmem/manifest.yml': MANIFEST,
  ...card('module.auth', 'title: Token check'),
  ...card('module.db', 'title: Database'),
}
/** Where Linux lists the open files of a process. */
const OPEN = '/proc/self/fd'

const spec = suite('node')
spec('a memory that stays open sees at each call what the cards are by then', () => {
  const root = folder(FILES)
  const memory = openProject(root)
  assert.is(memory.ask('token check').matched[0]?.id, 'module.auth')
  writeFileSync(join(root, '.pmem/modules/db.md'), cardText('module.db', 'title: Ledger of coins'))
  assert.is(memory.ask('ledger of coins').matched[0]?.id, 'module.db')
  memory.close()
  assert.is(memory.ask('ledger of coins').matched[0]?.id, 'module.db')
  memory.close()
})
if (existsSync(OPEN))
  spec('a hundred calls leave no more files open than a few, and close leaves none', () => {
    const before = readdirSync(OPEN).length
    const memory = openProject(folder(FILES))
    memory.ask('token check')
    memory.ask('token check')
    const few = readdirSync(OPEN).length
    for (let n = 0; n < 100; n += 1) memory.ask('token check')
    assert.is(readdirSync(OPEN).length, few)
    memory.close()
    assert.is(readdirSync(OPEN).length, before)
  })
spec.run()
