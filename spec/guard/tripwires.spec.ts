import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { CHECK_LIMITS, checkProposed } from '../../lib/guard/tripwires.ts'
import type { Guard } from '../../lib/model/card.ts'
import type { Guarded, Proposed } from '../../lib/model/guard.ts'
import type { CardId, ProjectPath } from '../../lib/model/ids.ts'
import { tryTripwires } from './tripwire-deck.ts'

const guarded = (guards: readonly Partial<Guard>[], status: string | null = 'accepted'): Guarded => ({
  id: 'decision.a' as CardId,
  title: 'A',
  status,
  file: '.pmem/decisions/a.md' as ProjectPath,
  guards: guards.map((guard) => ({ message: 'no', ...guard })),
})
const edit = (path: string, ...added: readonly string[]): Proposed => ({ files: [{ path, added }], commands: [] })
const command = (line: string): Proposed => ({ files: [], commands: [line] })
const matches = (guard: Partial<Guard>, proposed: Proposed, status?: string): readonly string[] =>
  checkProposed([guarded([guard], status)], proposed).hits.map(({ match }) => match)

const spec = suite('guard/tripwires')
spec('path and added must hold for the same file', () => {
  const guard = { path: 'src/**', added: '\\beval\\(' }
  assert.equal(matches(guard, edit('src/a.ts', 'x', '  eval(y)')), ['eval(y)'])
  assert.equal(matches(guard, edit('lib/a.ts', 'eval(y)')), [])
  const apart = { files: [...edit('src/a.ts', 'x').files, ...edit('lib/a.ts', 'eval(y)').files], commands: [] }
  assert.equal(matches(guard, apart), [])
  assert.equal(matches({ path: 'src/**' }, edit('src/a.bin')), ['src/a.bin'])
})
spec('a card is told once, with the guard that matched first', () => {
  const { hits } = checkProposed(
    [guarded([{ added: 'zz' }, { added: 'x', message: 'one' }, { added: 'x', message: 'two' }])],
    edit('a', 'x'),
  )
  assert.equal(
    hits.map(({ message, path }) => `${message} ${path}`),
    ['one a'],
  )
})
spec('guards of cards that no longer hold rest, those of rejected ones do not', () => {
  for (const status of ['superseded', 'archived', 'deprecated']) assert.equal(matches({ added: 'x' }, edit('a', 'x'), status), [])
  assert.equal(matches({ added: 'x' }, edit('a', 'x'), 'rejected'), ['x'])
})
spec('what is written into the memory is no approach, unless the guard means it', () => {
  assert.equal(matches({ added: 'x' }, edit('.pmem/decisions/a.md', 'x')), [])
  assert.equal(matches({ added: 'x', path: '.pmem/**' }, edit('.pmem/decisions/a.md', 'x')), ['x'])
})
spec('a command matches by its first words, a dependency where it is installed', () => {
  assert.equal(matches({ command: 'npm publish' }, command('cd a && npm publish --tag x')), ['npm publish --tag x'])
  assert.equal(matches({ command: 'npm publish' }, command('npm publishers')), [])
  assert.equal(matches({ dependency: 'moment' }, command('npm i moment@2')), ['npm i moment@2'])
  assert.equal(matches({ dependency: 'moment', path: 'web/**' }, command('npm i moment')), [])
})
spec('a change too large to be looked at is cut, and says so', () => {
  const lines = Array.from({ length: CHECK_LIMITS.lines + 1 }, () => 'x')
  assert.equal(checkProposed([guarded([{ added: 'y' }])], edit('a', ...lines, 'y')), { hits: [], cut: true })
  assert.is(checkProposed([guarded([{ added: 'y' }])], edit('a', 'x'.repeat(CHECK_LIMITS.characters + 1))).cut, true)
  assert.is(checkProposed([guarded([{ added: 'y' }])], edit('a', 'x')).cut, false)
})
spec('a hostile pattern, glob or line comes to an end by counted work', () => {
  const guards = [
    { added: '(a*)*b' },
    { added: '(a|a)*(a|aa)*c' },
    { path: '**/**/**/**/*a*a*a*a*a*a*a*b' },
    { dependency: 'moment' },
  ]
  const long = Array.from({ length: 2_000 }, () => 'a'.repeat(2_000))
  const names = Array.from({ length: 2_000 }, () => 'import moment '.repeat(140))
  assert.equal(checkProposed([guarded(guards)], edit(`${'a/'.repeat(400)}${'a'.repeat(1_000)}`, ...long, ...names)), {
    hits: [],
    cut: true,
  })
})
spec('of a generated set of repeats 95 % are caught at least, of ordinary edits 1 % are false alarms at most', () => {
  const { repeats, caught, ordinary, alarms, faults } = tryTripwires(7, 240, 1_000)
  assert.ok(repeats >= 200 && ordinary >= 1_000)
  assert.ok(caught / repeats >= 0.95 && alarms / ordinary <= 0.01, faults.join('\n'))
})
spec.run()
