import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, world } from '../world.ts'

const out = (files: Readonly<Record<string, string>>, ...argv: readonly string[]): string =>
  world(files).run('ask', ...argv).stdout

const spec = suite('render/ask')
spec('marks what a reader must know before trusting a card', () => {
  const files = {
    ...card('decision.old', 'title: Old\nstatus: superseded\nupdated: 2026-07-02\nlast_verified: 2026-07-01'),
    ...card('decision.new', 'title: New\nsupersedes: decision.old'),
  }
  assert.match(
    out(files, 'decision.old'),
    '{superseded by decision.new; stale: last verified 2026-07-01, updated 2026-07-02} Old',
  )
  assert.match(out(card('module.a', 'status: deprecated\ntitle: A'), 'module.a'), '{deprecated} A')
})
spec('shows the summary, and the title where there is none', () => {
  assert.match(out(card('module.a', 'title: T\nsummary: S'), 'module.a'), /\] S\n/)
  assert.match(out(card('module.a', 'title: T'), 'module.a'), /\] T\n/)
})
spec('a list says whether it is complete', () => {
  const files = { ...card('module.a', 'title: A'), ...card('module.b', 'title: B') }
  assert.match(out(files, 'list modules'), 'All 2 of module:\n- module.a A\n- module.b B\n')
  assert.match(out(files, 'list modules', '--limit', '1'), '1 of 2 of module:\n- module.a A\n')
})
spec('no answer gives the reason and the next step', () =>
  assert.match(out({}, 'x'), /^No answer: the memory holds no cards yet\nRun `pmem init --yes`/),
)
spec.run()
