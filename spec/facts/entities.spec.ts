import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { entitiesIn } from '../../lib/facts/entities.ts'

const CASES: readonly (readonly [text: string, ...names: string[]])[] = [
  ["the 'single quoted' one, the boys' club and the girls' team", 'single quoted'],
  ['“curly”, „low”, «guillemets», ‘single’, 『double』 and 〈angle〉', 'curly', 'low', 'guillemets', 'single', 'double', 'angle'],
  ['TypeScript, GitHub, iOS, PostgreSQL and OAuth2', 'TypeScript', 'GitHub', 'iOS', 'PostgreSQL', 'OAuth2'],
  ['./run.sh, lib/store/lock.ts, C:\\Users\\x and package.json', './run.sh', 'lib/store/lock.ts', 'C:\\Users\\x', 'package.json'],
  ['and/or, 24/7, e.g. this, https://example.com/a/b'],
  ['Use Visual Studio Code', 'Visual Studio Code'],
  ['The Bank of England and Ada Lovelace', 'Bank of England', 'Ada Lovelace'],
  ['The server is up. Redis too.'],
  ['```\nconst `x` = "y"\n```\n`kept`', 'kept'],
  ['`Redis`, "redis" and `REDIS`', 'Redis'],
  ['"..." and `--`'],
]
const spec = suite('facts/entities')
for (const [text, ...names] of CASES)
  spec(`${JSON.stringify(text)} names ${names.length === 0 ? 'nothing' : names.join(', ')}`, () =>
    assert.equal(entitiesIn(text), names),
  )
spec('comes to an end with what repeats for long, and gives 50 at most', () => {
  for (const part of ['A', 'Aa ', 'a/', '"', "'a", '```\n', 'aB', '「', '`a'])
    assert.ok(entitiesIn(part.repeat(40_000)).length <= 50, part)
  assert.is(entitiesIn(Array.from({ length: 80 }, (_, number) => `\`n${number}\``).join(' ')).length, 50)
})
spec.run()
