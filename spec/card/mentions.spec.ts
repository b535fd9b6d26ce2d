import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { maskCode } from '../../lib/card/code-mask.ts'
import { mentions } from '../../lib/card/mentions.ts'

const spec = suite('card/mentions')
const found = (body: string): readonly string[] =>
  mentions(maskCode(body), 1, ['module', 'decision']).map(
    ({ form, target, alternative, line }) => `${line} ${form} ${target}${alternative === undefined ? '' : ` or ${alternative}`}`,
  )

spec('finds wikilinks, embeds, links to Markdown files and bare ids, in order', () => {
  assert.equal(found('[[a]] ![[b]]\nsee module.auth and [x](../c.md#part "t").\n[ref]: d.md'), [
    '1 wiki a',
    '1 wiki b',
    '2 bare module.auth',
    '2 link ../c.md',
    '3 link d.md',
  ])
})
spec('takes labels, headings, block marks and vault names off', () => {
  assert.equal(found('[[a#Part]] [[b#^x]] [[c^y]] [[ d ]] [[dendron://vault/e.f#g,1:#*]] [[#here]] [[http://x.y]] [[g.*]]'), [
    '1 wiki a',
    '1 wiki b',
    '1 wiki c',
    '1 wiki d',
    '1 wiki e.f',
  ])
})
spec('keeps both sides of a bar, the likelier name first', () => {
  assert.equal(found('[[module.auth|Login, v2]]\n[[Show the Graph|dendron.topic.graph-view#x]]\n[[Note|Label]]'), [
    '1 wiki module.auth or Login, v2',
    '2 wiki dendron.topic.graph-view or Show the Graph',
    '3 wiki Note or Label',
  ])
})
spec('decodes paths and reads angle brackets and parentheses', () => {
  assert.equal(found('[a](b%20c.md) [d](<e f.md>) [g](h_(i).md) [j](%zz.md)'), [
    '1 link b c.md',
    '1 link e f.md',
    '1 link h_(i).md',
    '1 link %zz.md',
  ])
})
spec('leaves web addresses and other files alone', () =>
  assert.equal(found('[a](https://x.y/z.md) [b](c.png) [d](mailto:e@f.md) <g.md>'), []),
)
spec('takes bare ids only as words of a known type', () => {
  assert.equal(found('module.a. (decision.b-c), task.d module.ts/x a/module.e xmodule.f module.'), [
    '1 bare module.a',
    '1 bare decision.b-c',
    '1 bare module.ts',
  ])
})
spec('takes no bare id out of a link', () =>
  assert.equal(found('[[module.a]] [x](module.b.md)'), ['1 wiki module.a', '1 link module.b.md']),
)
spec('lists a target once, where it stands first', () => assert.equal(found('x\n[[a]]\n[[a]] [[a#b]]'), ['2 wiki a']))
spec('fault 038: takes nothing out of code and comments', () => {
  const body =
    'Real: [[module.real]].\n```bash\nif [[ -f module.g1 ]]; then :; fi\n```\n~~~ts\n[["module.g2", "d"]]\n~~~\n`[[module.g3]]` ``[[module.g4]] ` ``\n````md\n```\n[[module.g5]]\n```\n````\n<!-- [[module.g6]] -->'
  assert.equal(found(body), ['1 wiki module.real'])
})
spec('fault 107: hostile brackets and backticks give no links and end', () => {
  const hostile = [
    `[x](y${'()'.repeat(5_000)})`,
    Array.from({ length: 3_000 }, (_, index) => '`'.repeat((index % 50) + 1)).join(' x '),
    '`'.repeat(3_000),
    '[['.repeat(200_000),
    `${'[['.repeat(50_000)}a`,
    '[a]: '.repeat(50_000),
    `${'[a'.repeat(100_000)}](`,
    '<!--'.repeat(100_000),
    `[x](a ${' '.repeat(100_000)}`,
  ]
  for (const body of hostile) assert.equal(found(body), [], body.slice(0, 20))
})
spec.run()
