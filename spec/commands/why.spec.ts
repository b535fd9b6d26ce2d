import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commit, git, repository, runIn, write } from '../repository.ts'
import { card, cardText, world } from '../world.ts'

const STORE = card('module.store', 'title: Store\nsummary: Keeps whole files under a lock')
const CHANGED = cardText('module.store', 'title: Vault\nsummary: Something else')
const FILE = '.pmem/modules/store.md'
const receiptOf = (stdout: string): string => /receipt ([0-9a-f]{12})/.exec(stdout)![1]!

const spec = suite('commands/why')
spec('gives an answer again without git, in any format, whatever became of the card', () => {
  const w = world({ ...STORE, ...card('module.auth', 'title: Auth') })
  const was = w.run('ask', 'lock', '--explain')
  const json = w.run('ask', 'lock', '--json').stdout
  const id = receiptOf(was.stdout)
  w.edit(FILE, CHANGED)
  w.edit('.pmem/modules/auth.md', null)
  assert.is.not(w.run('ask', 'lock', '--explain').stdout, was.stdout)
  w.wait(300)
  assert.equal([w.run('why', id, '--explain').stdout, w.run('why', id, '--explain').stderr], [was.stdout, ''])
  assert.is(w.run('why', id, '--json').stdout, json)
})
spec('an answer that there is none comes again too, and exits 1', () => {
  const w = world(STORE)
  const was = w.run('ask', 'zebra', '--json')
  w.edit(FILE, cardText('module.store', 'title: Zebra'))
  const again = w.run('why', was.json.receipt, '--json')
  assert.equal(
    [again.code, again.stdout],
    [
      1,
      was.stdout
        .replace('"refreshed"', '"fresh"')
        .replace(/"changed":1,("cards":1,"broken":0,"note":)"[^"]*"/, '"changed":0,$1null'),
    ],
  )
})
spec('a card that is no text in UTF-8 and one with a BOM are kept byte for byte', () => {
  const w = world({
    ...STORE,
    '.pmem/modules/bom.md': `\ufeff${cardText('module.bom', 'title: Lock of the BOM')}`,
    '.pmem/modules/bad.md': Uint8Array.of(0xff, 0xfe, 0x41),
  })
  const was = w.run('ask', 'lock')
  w.edit('.pmem/modules/bom.md', null)
  w.edit('.pmem/modules/bad.md', null)
  assert.is(w.run('why', receiptOf(was.stdout)).stdout, was.stdout)
})
spec('says so when what an answer was made of is gone, and for answers of other commands', () => {
  const w = world(STORE)
  const id = receiptOf(w.run('ask', 'lock').stdout)
  const recall = w.run('recall', '--json').json.receipt
  w.edit(FILE, CHANGED)
  for (const { name } of w.host.files('/project').list('.pmem/local/past/blobs')!)
    w.edit(`.pmem/local/past/blobs/${name}`, 'tnonsense')
  assert.equal([w.run('why', id).code, w.run('why', id, '--json').json.error.code], [1, 'NOT_FOUND'])
  assert.match(w.run('why', id).stderr, 'are gone')
  assert.is(w.run('why', recall).code, 64)
  assert.is(w.run('why', '../../x').code, 1)
})
spec('a read leaves the answer alone where the disk keeps nothing', () => {
  const w = world(STORE)
  w.host.onWrite = ({ path }) => (path.includes('/past') || path.includes('local/past') ? 'fail' : 'go')
  assert.is(w.run('ask', 'lock').code, 0)
})
spec('git holds what is committed: only the rest is kept', () => {
  const root = repository({ ...STORE, ...card('module.auth', 'title: Auth') })
  runIn(root, 'ask', 'lock')
  write(root, FILE, CHANGED)
  const was = runIn(root, 'ask', 'vault').stdout
  const kept = runIn(root, 'receipt', receiptOf(was), '--json').json
  assert.is(kept.source_hash.length, 64)
  git(root, 'checkout', '-q', '--', FILE)
  assert.is(runIn(root, 'why', receiptOf(was)).stdout, was)
})
spec('ask --at answers from a commit, also in a project below the top, and writes nothing', () => {
  const root = `${repository({ ...STORE }, 'sub')}/sub`
  const was = runIn(root, 'ask', 'lock', '--now', '2026-07-03').stdout
  const head = git(root, 'rev-parse', 'HEAD').trim()
  write(root, FILE, CHANGED)
  commit(root)
  assert.is(runIn(root, 'ask', 'lock', '--now', '2026-07-03', '--at', head).stdout, was)
  assert.is(runIn(root, 'ask', 'lock', '--now', '2026-07-03', '--at', 'HEAD').code, 1)
})
spec('a commit that git does not know, or that holds no memory, is told so', () => {
  const root = repository({ ...STORE, 'a.txt': 'a' })
  git(root, 'checkout', '-q', '--orphan', 'other')
  git(root, 'rm', '-rq', '--cached', '.pmem')
  git(root, 'commit', '-qm', 'no memory')
  for (const name of ['nothing', '--help', '-x', '', 'HEAD^{tree}'])
    assert.equal([name, runIn(root, 'ask', 'lock', `--at=${name}`).code], [name, 1])
  assert.match(runIn(root, 'ask', 'lock', '--at', 'other').stderr, 'holds no .pmem folder')
  assert.is(world(STORE).run('ask', 'lock', '--at', 'HEAD').code, 1)
})
spec('the small program hands a question about the past over', () => {
  const w = world(STORE)
  w.run('ask', 'lock')
  w.wait(1)
  w.run('ask', 'lock')
  assert.ok(w.runHot('ask', 'lock') !== undefined)
  assert.is(w.runHot('ask', 'lock', '--at', 'HEAD'), undefined)
})
spec.run()
