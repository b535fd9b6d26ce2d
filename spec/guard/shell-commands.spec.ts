import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandsIn, installs, startsWith } from '../../lib/guard/shell-commands.ts'

const split = (line: string): readonly string[] => commandsIn(line).map((words) => words.join(' '))

const spec = suite('guard/shell-commands')
spec('a line is cut into its commands, quotes hold together', () => {
  assert.equal(split('cd "my dir" && npm i x; y | z\nw'), ['cd my dir', 'npm i x', 'y', 'z', 'w'])
  assert.equal(commandsIn("git commit -m 'a && b; c'"), [['git', 'commit', '-m', 'a && b; c']])
  assert.equal(split('echo $(npm publish) `npm pack`'), ['echo $', 'npm publish', 'npm pack'])
})
spec('what stands before the program is left aside, and the line of an inner shell is taken out', () => {
  assert.equal(split('CI=1 sudo -E env A=b nice -n 10 npm publish'), ['npm publish'])
  assert.equal(split('bash -lc "cd x; git push -f"'), ['cd x', 'git push -f'])
  assert.equal(split(''), [])
})
spec('a prefix is matched by whole words, the program by its name', () => {
  assert.ok(startsWith(['/usr/bin/git', 'push', '-f', 'origin'], 'git push -f'))
  assert.not.ok(startsWith(['git', 'pusher'], 'git push'))
})
spec('a package is known in any version, by any installer', () => {
  for (const line of [
    'npm i lodash@4',
    'npx pnpm@9 add x && yarn add lodash',
    'pip install "lodash>=2"',
    'python3 -m pip install lodash[extra]',
    'deno add npm:lodash@^4',
  ])
    assert.ok(
      commandsIn(line).some((words) => installs(words, 'lodash')),
      line,
    )
  for (const line of ['npm i lodash-es', 'npm uninstall lodash', 'echo lodash', 'npm run install lodash', 'npm i @types/lodash'])
    assert.not.ok(
      commandsIn(line).some((words) => installs(words, 'lodash')),
      line,
    )
})
spec.run()
