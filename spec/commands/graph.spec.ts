import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, type World, world } from '../world.ts'

const sample = (): World =>
  world({
    ...card('module.store', 'title: "A \\"quoted\\" [title] <b>#1;"\ndepends_on: [decision.json]'),
    ...card('decision.json', 'title: Use \\n JSON\nstatus: accepted'),
    ...card('task.far', 'title: Far\nmodule: module.store'),
    ...card('risk.alone', 'title: Alone 缓存'),
    ...card('module.vault', 'title: Vault\nsensitivity: secret\ndepends_on: [decision.json]'),
  })

const spec = suite('commands/graph')
spec('Mermaid is the default, and no title can break out of its label', () => {
  const { code, stdout } = sample().run('graph')
  assert.is(code, 0)
  assert.is(
    stdout,
    'flowchart LR\n' +
      '  n0["Use #92;n JSON<br/>decision.json"]\n' +
      '  n1["A #34;quoted#34; #91;title#93; #60;b#62;#35;1#59;<br/>module.store"]\n' +
      '  n2["Alone 缓存<br/>risk.alone"]\n' +
      '  n3["Far<br/>task.far"]\n' +
      '  n1 -->|depends_on| n0\n' +
      '  n3 -->|belongs_to| n1\n' +
      '  n3 -.->|next_step_of| n1\n',
  )
})
spec('Graphviz has the same with its own quotes', () => {
  const { stdout } = sample().run('graph', '--format', 'dot')
  assert.match(stdout, 'n0 [label="Use \\\\n JSON\\ndecision.json"]')
  assert.match(stdout, 'n1 [label="A \\"quoted\\" [title] <b>#1;\\nmodule.store"]')
  assert.match(stdout, 'n1 -> n0 [label="depends_on"]')
  assert.match(stdout, /^digraph memory \{\n[\s\S]*\}\n$/)
})
spec('around a card it reaches as far as it is told, nearest first', () => {
  const ids = (...argv: string[]): string[] =>
    sample()
      .run('graph', ...argv, '--json')
      .json.cards.map(({ id }: { id: string }) => id)
  assert.equal(ids('decision.json', '--depth', '1'), ['decision.json', 'module.store'])
  assert.equal(ids('decision.json'), ['decision.json', 'module.store', 'task.far'])
  assert.equal(ids('decision.json', '--limit', '2'), ['decision.json', 'module.store'])
  assert.equal(ids('--type', 'risk'), ['risk.alone'])
})
spec('secret cards are in no picture; nothing to draw exits 1; it has no compact form', () => {
  assert.not.match(sample().run('graph').stdout, 'vault')
  assert.is(sample().run('graph', '--type', 'person').code, 1)
  assert.is(sample().run('graph', 'no.such').code, 1)
  assert.is(sample().run('graph', '--format', 'compact').code, 64)
})
spec.run()
