import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type AnyEvent, encodeEvent, ledgerPath } from '../../lib/ledger/codec.ts'
import type { LedgerEvent } from '../../lib/model/event.ts'
import type { CardId } from '../../lib/model/ids.ts'
import { type Ledger, ledgerFaults, ledgerMark, newEvents, readLedger } from '../../lib/store/ledger.ts'
import { FLAGS_PATH } from '../../lib/store/ledger-look.ts'
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
        if (path.startsWith('.pmem/ledger/')) opened.push(path)
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
spec('whatever byte of the cache is altered, lost or doubled, what is known of each card and word is what the files say', () => {
  const w = world()
  for (const event of randomEvents(3, 60)) append(w, ledgerPath(event.t, 'aaaa'), `${line(event)}\n`)
  const right = told(read(w))
  const whole = w.text('.pmem/local/ledger-fold')!
  const { below, pick } = random(5)
  for (let tries = 0; tries < 1_500; tries += 1) {
    const [at, length] = [below(whole.length), pick([0, 1, 1, 7, 300])]
    const instead = pick([
      '',
      '#',
      '0',
      '\n',
      whole.slice(at, at + length).repeat(2),
      whole.slice(below(whole.length)).slice(0, length),
    ])
    w.edit('.pmem/local/ledger-fold', whole.slice(0, at) + instead + whole.slice(at + length))
    w.host.onWrite = tries % 2 === 0 ? () => 'fail' : () => 'go'
    assert.equal(told(read(w)), right, `${at} ${length} ${JSON.stringify(instead)}`)
  }
})
spec('of a long ledger a question reads only the parts of its cards', () => {
  const w = world()
  const lines = Array.from({ length: 6_000 }, (_, n) =>
    line({ e: `e${n}`, t: JULY + n, k: 'feedback', c: `fact.f${n % 3_000}`, helpful: true, query: `how does part ${n} work` }),
  )
  append(w, ledgerPath(JULY, 'aaaa'), `${lines.join('\n')}\n`)
  read(w)
  let bytes = 0
  const host = {
    ...w.host,
    files: (root: string) => ({
      ...w.host.files(root),
      open(path: string) {
        const reader = w.host.files(root).open(path)
        return reader === undefined
          ? undefined
          : {
              ...reader,
              read(offset: number, length: number) {
                const found = reader.read(offset, length)
                bytes += found.length
                return found
              },
            }
      },
    }),
  }
  const ledger = readLedger(openProjectAt(host, '/project'))
  assert.equal(
    [0, 1_234, 2_999].map((n) => ledger.learning.get(`fact.f${n}` as CardId)?.words.map(([query]) => query)),
    [0, 1_234, 2_999].map((n) => [`how does part ${n} work`, `how does part ${n + 3_000} work`]),
  )
  assert.is(ledger.taught.get('nothing'), undefined)
  assert.ok(bytes < 48_000 && w.text('.pmem/local/ledger-fold')!.length > 10 * bytes, `${bytes} bytes`)
})
spec(
  'a month whose folder was only touched is taken for over again, and a disk that takes no writes is not asked to keep it',
  () => {
    const w = world()
    const old = ledgerPath(JULY - 90 * 86_400_000, 'aaaa')
    append(w, old, `${line(dirty('1', JULY - 9e9, 'first'))}\n`)
    w.wait(1)
    read(w)
    append(w, old.replace('aaaa.jsonl', 'notes.txt'), 'not ours')
    w.wait(1)
    const looked = (): number => {
      let times = 0
      const host = {
        ...w.host,
        files: (root: string) => ({
          ...w.host.files(root),
          list(path: string) {
            times += path.startsWith('.pmem/ledger/') ? 1 : 0
            return w.host.files(root).list(path)
          },
        }),
      }
      assert.equal(readLedger(openProjectAt(host, '/project')).dirty.size, 1)
      return times
    }
    const asked: string[] = []
    w.host.onWrite = ({ op }) => {
      asked.push(op)
      return 'fail'
    }
    assert.equal([looked(), looked(), asked], [1, 1, ['touch', 'touch']])
    w.host.onWrite = () => 'go'
    assert.equal([looked(), looked()], [1, 0])
  },
)
spec('new events are later than all there are, also when the clock was set back', () => {
  const w = world()
  append(w, ledgerPath(JULY, 'aaaa'), `${line(dirty('1', w.host.now() + 5_000, 'x'))}\n`)
  const next = newEvents(w.host, read(w))
  const [first, second] = [next(), next()]
  assert.equal([first.t, second.t], [w.host.now() + 5_001, w.host.now() + 5_002])
  assert.is.not(first.e, second.e)
})
spec.run()
