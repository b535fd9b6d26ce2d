import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseFullYaml, parseYaml } from '../../lib/text/yaml.ts'
import type { YamlNode } from '../../lib/text/yaml-node.ts'
import { pairOf } from '../../lib/text/yaml-node.ts'
import { parsePlainYaml } from '../../lib/text/yaml-plain.ts'
import { sampleYaml, seeded } from './yaml-samples.ts'

/** The tree without places: text, null, list or [key, value] pairs. */
const bare = (node: YamlNode): unknown =>
  node.kind === 'scalar'
    ? node.text
    : node.kind === 'null'
      ? null
      : node.kind === 'list'
        ? node.items.map(bare)
        : node.pairs.map(({ key, value }) => [key, bare(value)])
const read = (text: string): unknown => bare(parseYaml(text).root)
const problems = (text: string): readonly string[] =>
  parseYaml(text, 2).problems.map(({ code, line, column }) => `${code} ${line}:${column}`)

const spec = suite('text/yaml: parseYaml')

spec('keeps the text of plain scalars, whatever YAML would cast them to', () => {
  const written = ['1.10', '007', 'true', '2026', '83e7120', '0004516', '2026-05-20', '12:30', '0x1f', '.5', 'No']
  assert.equal(read(`a: [${written.join(', ')}]`), [['a', written]])
  assert.equal(read(`a: { x: 1.10 }\nb: >-\n  007\n  8\n`), [
    ['a', [['x', '1.10']]],
    ['b', '007 8'],
  ])
})
spec('reads ~, null and nothing as null, and quoted null as text', () => {
  assert.equal(read('a: ~\nb: null\nc:\nd: "null"\ne: \'\''), [
    ['a', null],
    ['b', null],
    ['c', null],
    ['d', 'null'],
    ['e', ''],
  ])
})
spec('says whether a scalar was plain, quoted or a block', () => {
  const { root } = parseYaml('a: x\nb: "x"\nc: |\n  x\n')
  const styles = root.kind === 'map' ? root.pairs.map(({ value }) => (value.kind === 'scalar' ? value.style : value.kind)) : []
  assert.equal(styles, ['plain', 'quoted', 'block'])
})
spec('places keys and values by line and column of the file', () => {
  const { root } = parseYaml('id: x\nlist:\n  - one\n  - "two"\ntext: >-\n  a\n  b\n\nlast: z', 2)
  if (root.kind !== 'map') return assert.unreachable()
  const list = pairOf(root, 'list')
  assert.equal([list?.line, list?.column, list?.endLine, list?.value.line, list?.value.column], [3, 1, 5, 4, 3])
  assert.equal([pairOf(root, 'text')?.endLine, pairOf(root, 'last')?.line], [8, 10])
})
spec('keeps keys such as __proto__ and constructor as data', () => {
  assert.equal(read('__proto__:\n  polluted: yes\nconstructor: x'), [
    ['__proto__', [['polluted', 'yes']]],
    ['constructor', 'x'],
  ])
  assert.is(({} as { polluted?: unknown }).polluted, undefined)
})
spec('names a duplicate key with the place of the second', () => {
  assert.equal(problems('tags: [a]\nid: x\ntags: [b]'), ['duplicate_key 4:1'])
  assert.equal(problems('a: { b: 1, b: 2 }'), ['duplicate_key 2:12'])
})
spec('takes tags of other languages for problems and runs nothing', () => {
  assert.equal(problems('a: !!js/function "function(){}"'), ['tag 2:18'])
  assert.equal(problems('a: !!str 12'), [])
})
spec('follows aliases a few times and refuses a bomb of them', () => {
  assert.equal(read('a: &x [1, 2]\nb: *x'), [
    ['a', ['1', '2']],
    ['b', ['1', '2']],
  ])
  const bomb = [
    'a: &a [x, x]',
    ...'bcdefghi'.split('').map((key, i) => `${key}: &${key} [${`*${'abcdefgh'[i]}, `.repeat(9)}x]`),
  ].join('\n')
  assert.ok(problems(bomb).some((problem) => problem.startsWith('alias')))
  assert.equal(problems('a: &a [*a]'), ['alias 2:8'])
  assert.equal(problems('a: *nowhere'), ['alias 2:4'])
})
spec('refuses text nested without end instead of running out of stack', () => {
  const deep = [
    '['.repeat(5_000),
    '- '.repeat(5_000),
    '{a: '.repeat(300),
    Array.from({ length: 300 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  ]
  for (const text of deep) assert.ok(parseYaml(text).problems.some(({ code }) => code === 'depth'))
})
spec('refuses a text too long for the full reader, not one of plain fields', () => {
  const fields = Array.from({ length: 20_000 }, (_, index) => `k${index}: value`).join('\n')
  assert.equal(problems(fields), [])
  assert.equal(problems(`${fields}\na: 'it''s'`), ['size 2:1'])
})
spec('names the place of a mistake', () => {
  assert.equal(problems('title: Plan: drop cookies'), ['syntax 2:8'])
  assert.equal(problems('id: x\na: "open'), ['syntax 3:9'])
  assert.equal(problems('related: [[a]], [[b]]'), ['syntax 2:15'])
})
spec('gives a null root for an empty text', () => assert.is(parseYaml('\n# only a comment\n').root.kind, 'null'))
spec('the line reader leaves alone what it does not know', () => {
  for (const text of [
    'a: b: c',
    'a: "x\\n"',
    'a:\n  b: c',
    'a: |\n  x',
    'a: x\n  y',
    'a: [b',
    'a: &x y',
    'a: 1\na: 2',
    'a:\tb',
    '? a\n: b',
    'a: @b',
  ]) {
    assert.is(parsePlainYaml(text, 1), null, text)
  }
})
spec('the line reader gives the tree of the full reader, on 6,000 seeded frontmatters', () => {
  let fast = 0
  for (let seed = 0; seed < 6_000; seed++) {
    const text = sampleYaml(seeded(seed))
    const plain = parsePlainYaml(text, 2)
    if (plain === null) continue
    fast++
    const full = parseFullYaml(text, 2)
    assert.is(JSON.stringify(plain), JSON.stringify(full.root), text)
    assert.is(full.problems.length, 0, text)
  }
  assert.ok(fast > 1_000, `only ${fast} texts took the fast path`)
})
spec.run()
