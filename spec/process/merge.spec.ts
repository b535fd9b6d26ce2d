import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from '../folder.ts'
import { campaign } from '../merge-campaign.ts'
import { commit, git, repository, runIn, runWith, write } from '../repository.ts'
import { SELF, SELF_ARGS, selfLine } from '../self.ts'
import { cardText } from '../world.ts'
import { builtProgram } from './built.ts'

/** Built once for all cases. */
const program = builtProgram()

/** Two branches of one repository, one of which has been merged into the other; what git said, and what lies there. */
function merged(
  base: string,
  ours: string,
  theirs: string,
): { readonly status: number; readonly said: string; readonly text: string } {
  const path = '.pmem/modules/store.md'
  const root = repository({ [path]: base, '.gitattributes': '.pmem/**/*.md merge=pmem\n' })
  git(root, 'config', 'merge.pmem.driver', `${selfLine(program)} merge-driver %O %A %B %P`)
  git(root, 'checkout', '-q', '-b', 'theirs')
  write(root, path, theirs)
  commit(root)
  git(root, 'checkout', '-q', 'main')
  write(root, path, ours)
  commit(root)
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org', 'merge', '-m', 'both', 'theirs'],
    { cwd: root, encoding: 'utf8' },
  )
  return { status: status ?? -1, said: stdout + stderr, text: readFileSync(join(root, path), 'utf8') }
}
const cardOf = (fields: string, body = 'Text.\n'): string => cardText('module.store', `title: Store\n${fields}`, body)

const spec = suite('process: git merges cards with the driver')
spec('branches that changed one card are merged, and nothing is lost', () => {
  const { status, text } = merged(
    cardOf('tags: [a]\nupdated: 2026-06-01', '## Evidence\n\n- one\n'),
    cardOf('tags: [a, b]\nupdated: 2026-06-02', '## Evidence\n\n- one\n- two\n'),
    cardOf('tags: [c, a]\nupdated: 2026-06-03', '## Evidence\n\n- zero\n- one\n'),
  )
  assert.is(status, 0)
  assert.is(text, cardOf('tags: [c, a, b]\nupdated: 2026-06-03', '## Evidence\n\n- zero\n- one\n- two\n'))
})
spec('two values of one field: the later card counts, both are written down and said', () => {
  const { status, said, text } = merged(
    cardOf('status: draft\nupdated: 2026-06-01'),
    cardOf('status: active\nupdated: 2026-06-02'),
    cardOf('status: blocked\nupdated: 2026-06-03'),
  )
  assert.is(status, 0)
  assert.match(said, 'status: "active" on one side, "blocked" on the other')
  assert.match(text, 'status: blocked\nupdated: 2026-06-03')
  assert.match(text, '## Unresolved merge\n\n- status: "active" on one side, "blocked" on the other\n')
})
spec('a card that cannot be read is a conflict as git shows it, with markers', () => {
  const { status, said, text } = merged(cardOf(''), cardOf('tags: [a'), cardOf('tags: [b]'))
  assert.is(status, 1)
  assert.match(said, 'CONFLICT')
  assert.match(text, /<<<<<<< ours\ntags: \[a\n=======\ntags: \[b\]\n>>>>>>> theirs\n/)
})
spec('thirty pairs of random edits: no word lost, both directions alike', () => {
  assert.equal(campaign(30, program, true), { pairs: 30, lost: 0, unlike: 0, conflicts: 0 })
})
spec('two branches that tell of one day in the same words, or in words that begin alike, keep both traces', () => {
  const day = Date.UTC(2026, 6, 3, 9)
  const opening = 'The store keeps its sessions on the disk of the machine'
  for (const [ours, theirs, later] of [
    [`${opening}, since memory was lost`, `${opening}, and no longer for ever`, 0],
    [opening, opening, 60_000],
  ] as const) {
    const root = repository({
      '.pmem/modules/store.md': cardOf('updated: 2026-06-01'),
      '.pmem/state.md': '# State\n',
      '.pmem/next.md': '# Next\n',
      '.gitattributes': '.pmem/**/*.md merge=pmem\n',
    })
    git(root, 'config', 'merge.pmem.driver', `${selfLine(program)} merge-driver %O %A %B %P`)
    const tell = (branch: string, summary: string, now: number): string => {
      git(root, 'checkout', '-q', '-b', branch, 'main')
      const { code, json, stderr } = runWith(root, ['update', '--confirm', '-s', summary, '--json'], { now: () => now })
      assert.is(code, 0, stderr)
      commit(root, branch)
      return json.trace
    }
    const told = [tell('ours', ours, day), tell('theirs', theirs, day + later)]
    git(root, 'merge', '-q', '-m', 'both', 'ours')
    for (const [index, id] of told.entries()) {
      const shown = runIn(root, 'show', id, '--json')
      assert.is(shown.code, 0, `${id}: ${shown.stderr}`)
      assert.match(shown.stdout, [ours, theirs][index]!)
      assert.match(readFileSync(join(root, '.pmem/state.md'), 'utf8'), id)
    }
    assert.is(runIn(root, 'verify', '--fix', '--json').json.errors, 0)
  }
})
spec('outside a project and for a file that is not there it says so', () => {
  const root = folder()
  writeFileSync(join(root, 'a'), 'x')
  const { status, stderr } = spawnSync(SELF, [...SELF_ARGS, program, 'merge-driver', 'o', 'a', 'b'], {
    cwd: root,
    encoding: 'utf8',
  })
  assert.is(status, 66)
  assert.match(stderr, 'cannot read o')
  assert.is(readFileSync(join(root, 'a'), 'utf8'), 'x')
})
spec.run()
