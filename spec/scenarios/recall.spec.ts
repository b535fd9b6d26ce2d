import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { estimateTokens } from '../../lib/text/tokens.ts'
import { randomStore } from '../properties/random-store.ts'
import { random } from '../random.ts'
import { card, type Json, type World, world } from '../world.ts'

const LIST = Array.from({ length: 9 }, (_, number) => number)

/** A project with more of everything than small budgets hold. */
const project = (): World =>
  world({
    '.pmem/index.md': '# P\n\n## Current Focus\n\nShip the index of module.part-1.\n',
    '.pmem/next.md': '- [P0] Write the codec\n  Why: the rest waits for it\n',
    ...Object.assign(
      {},
      ...LIST.map((n) =>
        card(
          `module.part-${n}`,
          `title: Part ${n}\nsummary: The part number ${n} keeps what the others need\nsource_files: [src/part-${n}.ts]`,
          `\n## Current State\n\nPart ${n} works, but nobody measured it.\n`,
        ),
      ),
    ),
    ...Object.assign(
      {},
      ...LIST.map((n) =>
        card(
          `decision.choice-${n}`,
          `title: Choice ${n}\nstatus: accepted\nsummary: Choice ${n} was made because the other way failed`,
          `\n## Consequences\n\nChoice ${n} costs one more file.\n`,
        ),
      ),
    ),
    ...Object.assign(
      {},
      ...LIST.map((n) =>
        card(`task.step-${n}`, `title: Step ${n}\nstatus: active\nsummary: Step ${n} of the plan\nupdated: 2026-06-1${n}`),
      ),
    ),
    ...Object.assign(
      {},
      ...LIST.map((n) => card(`trace.day-${n}`, `title: Day ${n}\nsummary: What happened on day ${n}\nupdated: 2026-06-2${n}`)),
    ),
  })

const recall = (on: World, ...argv: readonly string[]): Json => on.run('recall', ...argv, '--json').json
const compact = (on: World, ...argv: readonly string[]): string => on.run('recall', ...argv).stdout
const LISTS = ['active_foundation', 'decisions', 'context_summary', 'recent_changes', 'recent_traces', 'read_if_needed'] as const
const keysOf = (data: Json): readonly string[] =>
  LISTS.flatMap((list) => data[list].map((entry: Json) => `${list} ${entry.id ?? entry.path}`))
const without = (inner: readonly string[], outer: readonly string[]): readonly string[] =>
  inner.filter((key) => !outer.includes(key))

const spec = suite('scenarios: recall')
spec('F1: with a budget of 500 L0 is whole, L2 is cut, and the footer says what was cut', () => {
  const on = project()
  const text = compact(on, '--budget', '500')
  for (const whole of [
    'PROJECT sample',
    'STAGE active',
    'Focus: Ship the index of module.part-1.',
    'NEXT\nWrite the codec\nWhy: the rest waits for it',
  ])
    assert.ok(text.includes(whole), whole)
  assert.match(text, /\n-- shown \d+ of \d+ cards; left out: .*\d+ context_summary \(budget\)/)
  const data = recall(on, '--budget', '500')
  assert.equal([data.focus, data.next, data.footer.over_budget], ['Ship the index of module.part-1.', 'Write the codec', false])
  assert.ok(
    data.footer.omitted.some(({ list, count, reason }: Json) => list === 'context_summary' && count > 0 && reason === 'budget'),
  )
})
spec('F2: brief is L0 and READ_IF_NEEDED only', () => {
  const on = project()
  const data = recall(on, '--mode', 'brief', '--budget', '500')
  assert.ok(data.read_if_needed.length > 0)
  assert.equal(
    keysOf(data).filter((key) => !key.startsWith('read_if_needed')),
    [],
  )
  const headings = compact(on, '--mode', 'brief', '--budget', '500').match(/^[A-Z_ ]+$/gm)
  assert.equal(headings, ['READ_IF_NEEDED', 'CURRENT CONTEXT', 'NEXT'])
})
spec('F3: below 800 there is no L1, from 800 up there is', () => {
  const on = project()
  for (const budget of ['300', '799']) {
    const data = recall(on, '--budget', budget)
    assert.equal([data.active_foundation, data.active_modules, data.decisions], [[], [], []], budget)
    assert.match(compact(on, '--budget', budget), /9 active_foundation \(budget below 800\)/)
  }
  for (const budget of ['800', '2000']) {
    const data = recall(on, '--budget', budget)
    assert.ok(data.active_foundation.length > 0 && data.decisions.length > 0, budget)
    assert.match(compact(on, '--budget', budget), /\nARCHITECTURE\n[\s\S]*\nDECISIONS\n/)
  }
})
spec('F4: brief, normal and deep are each inside the next and visibly different', () => {
  const on = project()
  const [brief, normal, deep] = ['brief', 'normal', 'deep'].map((mode) => recall(on, '--mode', mode, '--budget', '8000'))
  assert.equal(without(keysOf(brief), keysOf(normal)), [])
  assert.equal(without(keysOf(normal), keysOf(deep)), [])
  assert.ok(keysOf(brief).length < keysOf(normal).length)
  const details = (data: Json): number => JSON.stringify(data).split('"detail"').length
  assert.ok(details(normal) < details(deep))
  const texts = ['brief', 'normal', 'deep'].map((mode) => compact(on, '--mode', mode, '--budget', '8000'))
  assert.ok(texts[0]!.length < texts[1]!.length && texts[1]!.length < texts[2]!.length)
})
spec('F5: any budget is kept in every format, L0 excepted and said so, and more of it never shows less', () => {
  const on = project()
  for (const format of ['compact', 'json', 'paths', 'pack']) {
    let before = 0
    for (const budget of [20, 60, 100, 200, 400, 799, 800, 1500, 4000]) {
      const { stdout } = on.run('recall', '--budget', String(budget), '--format', format)
      const tokens = estimateTokens(stdout)
      if (tokens > budget) assert.match(stdout, /over budget|"over_budget":true/, `${format} ${budget}: ${tokens}`)
      const shown = format === 'paths' ? stdout.split('\n').length : Number(/shown"?:? ?(\d+)/.exec(stdout)?.[1])
      assert.ok(shown >= before, `${format} ${budget}: ${shown} after ${before}`)
      before = shown
    }
  }
})
spec('F6: JSON has its fields in order of how seldom they change, compact its sections', () => {
  const on = project()
  const data = recall(on, '--budget', '4000')
  for (const field of ['project', 'stage', 'focus', 'next', 'receipt']) assert.ok(data[field] !== undefined, field)
  for (const list of [...LISTS, 'active_modules']) assert.ok(Array.isArray(data[list]) && data[list].length > 0, list)
  assert.equal(data.active_modules, data.active_foundation)
  assert.equal(Object.keys(data).slice(-2), ['footer', 'receipt'])
  const text = compact(on, '--budget', '4000')
  assert.ok(text.startsWith('PROJECT sample (software)\nSTAGE active\n'))
  assert.equal(text.match(/^[A-Z_ ]+$/gm), [
    'ARCHITECTURE',
    'DECISIONS',
    'READ_IF_NEEDED',
    'CURRENT CONTEXT',
    'RECENT CHANGES',
    'NEXT',
  ])
})

spec('two recalls in a row are the same bytes, also right after an edit', () => {
  for (const format of ['compact', 'json', 'paths', 'pack']) {
    const on = project()
    const twice = (): readonly string[] => [1, 2].map(() => on.run('recall', '--budget', '2000', '--format', format).stdout)
    assert.is(new Set(twice()).size, 1, format)
    on.edit('.pmem/tasks/step-3.md', on.text('.pmem/tasks/step-3.md')!.replace('of the plan', 'of the new plan'))
    const after = twice()
    assert.is(new Set(after).size, 1, format)
  }
})

type Edit = (text: string) => string
const set =
  (field: string, value: string): Edit =>
  (text) =>
    new RegExp(`^${field}: .*$`, 'm').test(text)
      ? text.replace(new RegExp(`^${field}: .*$`, 'm'), `${field}: ${value}`)
      : text.replace('\n---\n', `\n${field}: ${value}\n---\n`)
const EDITS: Readonly<Record<string, Edit>> = {
  body: (text) => `${text}\nOne more sentence.\n`,
  date: set('updated', '2026-07-03'),
  summary: set('summary', 'Something else is said now'),
}
/** The part of the shorter text that both begin with, 0 to 1. */
function commonPrefix(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let at = 0
  while (at < shorter && a[at] === b[at]) at += 1
  return at / shorter
}
/** Of so many edits of one kind, the share after which at least 70 % of the output still begins the same. New text stands where the old one stood: a card shown early breaks the prefix early. */
const KEPT: Readonly<Record<string, number>> = { body: 0.9, date: 0.85, summary: 0.75 }
for (const format of ['compact', 'json']) {
  for (const [kind, edit] of Object.entries(EDITS)) {
    spec(`after a new ${kind} of one card most of the ${format} output begins as before`, () => {
      const shares: number[] = []
      for (const seed of [1, 2, 3]) {
        const files = randomStore(60, seed)
        const on = world(files)
        const paths = Object.keys(files).filter((path) => /\/c\d+\.md$/.test(path))
        const before = on.run('recall', '--budget', '2000', '--format', format).stdout
        for (const path of random(seed).shuffle(paths).slice(0, 4)) {
          on.edit(path, edit(files[path]!))
          shares.push(commonPrefix(before, on.run('recall', '--budget', '2000', '--format', format).stdout))
          on.edit(path, files[path]!)
        }
      }
      const kept = shares.filter((share) => share >= 0.7).length / shares.length
      assert.ok(kept >= KEPT[kind]!, `${kept}: ${shares.map((share) => share.toFixed(2)).join(' ')}`)
      assert.ok([...shares].sort((a, b) => a - b)[shares.length >> 1]! >= 0.7)
    })
  }
}
spec.run()
