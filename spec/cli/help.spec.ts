import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandHelp, overview } from '../../lib/cli/help.ts'
import { COMMON_FLAGS, flagName } from '../../lib/commands/command.ts'
import { COMMANDS } from '../../lib/commands/registry.ts'
import { usage } from '../../lib/commands/usage.ts'
import { ERRORS } from '../../lib/model/error.ts'

const spec = suite('cli/help')
spec('names every command with its usage and summary, and every exit code', () => {
  const text = overview(COMMANDS)
  for (const command of COMMANDS) {
    assert.ok(text.includes(`  ${usage(command)} `), command.name)
    assert.ok(text.includes(command.summary), command.name)
  }
  for (const { exit } of Object.values(ERRORS)) assert.match(text, new RegExp(`\\b${exit}\\b`))
})
spec('the help of a command names each of its flags, the common ones, its formats and examples', () => {
  for (const command of COMMANDS) {
    const text = commandHelp(command)
    for (const [key, { doc }] of Object.entries({ ...command.flags, ...COMMON_FLAGS })) {
      assert.ok(text.includes(`--${flagName(key)}`), `${command.name} ${key}`)
      assert.ok(text.includes(doc), `${command.name} ${key}`)
    }
    assert.ok(text.includes(`--format ${command.formats.join('|')}`), command.name)
    for (const example of command.examples) assert.ok(text.includes(example))
  }
})
spec('each example is a command line of the command it stands under', () => {
  for (const { name, examples } of COMMANDS) for (const example of examples) assert.match(example, new RegExp(`^pmem ${name}\\b`))
})
spec.run()
