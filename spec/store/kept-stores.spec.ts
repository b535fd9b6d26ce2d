import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { WORKSHOP } from '../../lib/commands/workshop.ts'
import type { Host } from '../../lib/model/ports.ts'
import { keptStores } from '../../lib/store/kept-stores.ts'
import { findProject } from '../../lib/store/project.ts'
import { withFiles } from '../../lib/store/read-only.ts'
import { card, world } from '../world.ts'

/** A project of one card whose files are counted when somebody looks at them, opened in three calls: by then its graph is in memory. */
function opened() {
  const { host, edit, wait } = world(card('module.auth', 'title: Auth'))
  let looks = 0
  const counting = withFiles(host, (root) => {
    const files = host.files(root)
    return {
      ...files,
      stat(path) {
        if (path.endsWith('auth.md')) looks += 1
        return files.stat(path)
      },
    }
  })
  wait(1)
  const kept = keptStores(counting)
  const project = findProject(kept.host as Host, '/project')
  const open = () => kept.open(project, WORKSHOP)
  for (let call = 0; call < 3; call += 1) {
    open()
    kept.closeStray()
  }
  return { kept, project, open, edit, wait, looked: (): number => looks }
}

const spec = suite('store/kept-stores')

spec('a call that looked at the store opens it without another look', () => {
  const { kept, project, open, looked } = opened()
  const before = looked()
  assert.is(kept.look(project).fresh, true)
  const once = looked() - before
  assert.ok(once > 0)
  open()
  assert.is(looked() - before, once)
})

spec('the next to open it looks again, in the same call or in another', () => {
  const { kept, project, open, edit, wait } = opened()
  const title = (): string | undefined => [...open().graph.nodes()][0]?.title
  assert.is(kept.look(project).fresh, true)
  assert.is(title(), 'Auth')
  edit('.pmem/modules/auth.md', '---\nid: module.auth\ntype: module\ntitle: Written since\n---\n')
  assert.is(title(), 'Written since')
  wait(1)
  open()
  kept.closeStray()
  assert.is(kept.look(project).fresh, true)
  kept.closeStray()
  edit('.pmem/modules/auth.md', '---\nid: module.auth\ntype: module\ntitle: Written after the call\n---\n')
  assert.is(title(), 'Written after the call')
})

spec.run()
