import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type AnyEvent, encodeEvent, ledgerPath } from '../../lib/ledger/codec.ts'
import type { LedgerEvent } from '../../lib/model/event.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { FLAGS_PATH, type Ledger, ledgerFaults, ledgerMark, newEvents, readLedger } from '../../lib/store/ledger.ts'
import { openProjectAt } from '../../lib/store/project.ts'
import { randomEvents } from '../ledger/events.ts'
import { random } from '../random.ts'
import { type World, world } from '../world.ts'

const IDS = ['module.a', 'module.b', 'task.存储', '__proto__'] as CardId[]
const JULY = Date.UTC(2026, 6, 3)
const line = (event: AnyEvent): string => encodeEvent(event as unknown as LedgerEvent)
const dirty = (e: string, t: number, reason: string): AnyEvent => ({ e, t, k: 'dirty', c: 'module.a', reason })
const read = (w: World): Ledger => readLedger(openProjectAt(w.host, '/project'))
const told = (ledger: Ledger): unknown => [
  [...ledger.dirty].sort(),
  IDS.map((id) => [ledger.verified.get(id), learningOf(ledger, id)]),
  ['how', 'ship', '部署', 'x'].map((term) => ledger.taught.get(term)),
  ledger.events,
  ledger.sum,
  ledger.last,
]
/** Machines in whatever order they were told of. */
const learningOf = (ledger: Ledger, id: CardId): unknown => {
  const card = ledger.learning.get(id)
  return card === undefined ? undefined : { ...card, reads: [...card.reads].sort() }
}
const reasons = (w: World): readonly string[] => (read(w).dirty.get('module.a' as CardId) ?? []).map(({ reason }) => reason)
/** The same files without what is derived from them. */
const anew = (w: World): unknown => {
  w.edit('.pmem/local/ledger-fold', null)
  return told(read(w))
}
function append(w: World, path: string, text: string): void {
  w.edit(path, `${w.text(path) ?? ''}${text}`)
}

const spec = suite('store/ledger')
spec('without a ledger nothing is known and nothing is written', () => {
  const w = world()
  w.host.onWrite = () => 'fail'
  assert.equal([read(w).events, [...read(w).dirty], read(w).last], [0, [], null])
  assert.is(ledgerMark(read(w)), null)
})
spec('files of all clones and months and the local flags are one ledger', () => {
  const w = world()
  append(w, ledgerPath(JULY, 'aaaa'), `${line(dirty('2', JULY, 'second'))}\n`)
  append(w, ledgerPath(JULY - 9e9, 'bbbb'), `${line(dirty('1', JULY - 9e9, 'first'))}\n`)
  append(w, FLAGS_PATH, `${line(dirty('3', JULY + 1, 'third'))}\n`)
  append(w, '.pmem/ledger/notes.txt', 'not ours')
  assert.equal(reasons(w), ['first', 'second', 'third'])
})
spec('150 histories read through the cache step by step are what the files say', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const w = world()
    const { below, pick, shuffle } = random(seed)
    const stamped = new Map<string, number>()
    for (const event of shuffle(randomEvents(seed, 30))) {
      // Days pass, so that months close. What this clone does is appended now, also after a torn line; a merge brings files anew.
      if (below(4) === 0) {
        const t = stamped.get(event.e) ?? w.host.now() - below(100) * 86_400_000
        stamped.set(event.e, t)
        const path = ledgerPath(t, pick(['bbbb', 'cccc']))
        const text = `${w.text(path) ?? ''}${line({ ...event, t })}\n`
        w.edit(path, null)
        w.edit(path, text)
      } else {
        const path = ledgerPath(w.host.now(), 'aaaa')
        const t = stamped.get(event.e) ?? w.host.now()
        stamped.set(event.e, t)
        if (below(12) === 0) append(w, path, '{"e":"torn')
        append(w, path, `${(w.text(path) ?? '\n').endsWith('\n') ? '' : '\n'}${line({ ...event, t })}\n`)
      }
      if (below(3) === 0) w.wait(below(20))
      if (below(2) === 0) read(w)
    }
    const cached = told(read(w))
    assert.equal(cached, anew(w), `history ${seed}`)
    assert.equal(told(read(w)), cached)
  }
})
spec('only what was appended is read again, and nothing when nothing was', () => {
  const w = world()
  const [old, young] = [ledgerPath(JULY - 90 * 86_400_000, 'aaaa'), ledgerPath(JULY, 'aaaa')]
  append(w, old, `${line(dirty('1', JULY - 9e9, 'first'))}\n`)
  append(w, young, `${line(dirty('2', JULY, 'second'))}\n`)
  w.wait(1)
  read(w)
  const opened: string[] = []
  const host = {
    ...w.host,
    files: (root: string) => ({
      ...w.host.files(root),
      open(path: string) {
        opened.push(path)
        return w.host.files(root).open(path)
      },
    }),
  }
  const again = (): readonly string[] =>
    (readLedger(openProjectAt(host, '/project')).dirty.get('module.a' as CardId) ?? []).map(({ reason }) => reason)
  assert.equal([again(), opened], [['first', 'second'], []])
  append(w, young, `${line(dirty('3', JULY + 5, 'third'))}\n`)
  assert.equal([again(), opened], [['first', 'second', 'third'], [young]])
})
spec('months that were too young to be taken for over when they were first read are, later on', () => {
  const w = world()
  for (const days of [40, 80, 120])
    append(
      w,
      ledgerPath(JULY - days * 86_400_000, 'aaaa'),
      `${line(dirty(`${days}`, JULY - days * 86_400_000, `${days} days`))}\n`,
    )
  const listed = (): readonly string[] => {
    const seen: string[] = []
    const host = {
      ...w.host,
      files: (root: string) => ({
        ...w.host.files(root),
        list(path: string) {
          seen.push(path)
          return w.host.files(root).list(path)
        },
      }),
    }
    const ledger = readLedger(openProjectAt(host, '/project'))
    assert.equal(
      ledger.dirty.get('module.a' as CardId)?.map(({ reason }) => reason),
      ['120 days', '80 days', '40 days'],
    )
    return seen.filter((path) => path !== '.pmem/ledger')
  }
  assert.is(listed().length, 3)
  assert.is(listed().length, 3)
  w.host.setNow(w.host.now() + 5_000)
  assert.is(listed().length, 3)
  assert.equal(listed(), [])
})
spec('a torn last line is skipped and counted, and read once it is whole', () => {
  const w = world()
  const whole = line(dirty('2', JULY + 1, 'second'))
  append(w, ledgerPath(JULY, 'aaaa'), `${line(dirty('1', JULY, 'first'))}\n${whole.slice(0, 20)}`)
  assert.equal([reasons(w), read(w).broken], [['first'], 1])
  append(w, ledgerPath(JULY, 'aaaa'), `${whole.slice(20)}\n`)
  assert.equal([reasons(w), read(w).broken], [['first', 'second'], 0])
})
spec('lines that are no event are named with file and line', () => {
  const w = world()
  const path = ledgerPath(JULY, 'aaaa')
  append(w, path, `${line(dirty('1', JULY, 'x'))}\n>>>>>>> other\n\n{"e":1}\n`)
  assert.equal(ledgerFaults(openProjectAt(w.host, '/project')), [
    { file: path, line: 2 },
    { file: path, line: 4 },
  ])
})
spec('a read-only disk and a damaged cache are no errors', () => {
  const w = world()
  append(w, ledgerPath(JULY, 'aaaa'), `${line(dirty('1', JULY, 'x'))}\n`)
  for (const cache of [
    '',
    '{',
    '{"kind":"pmem.ledger_fold","format":1}\n',
    '{"kind":"pmem.ledger_fold","format":99,"files":[],"months":[]}\n',
  ]) {
    w.edit('.pmem/local/ledger-fold', cache)
    w.host.onWrite = () => 'fail'
    assert.equal(reasons(w), ['x'])
  }
})
spec('new events are later than all there are, also when the clock was set back', () => {
  const w = world()
  append(w, ledgerPath(JULY, 'aaaa'), `${line(dirty('1', w.host.now() + 5_000, 'x'))}\n`)
  const next = newEvents(w.host, read(w))
  const [first, second] = [next(), next()]
  assert.equal([first.t, second.t], [w.host.now() + 5_001, w.host.now() + 5_002])
  assert.is.not(first.e, second.e)
})
spec.run()
