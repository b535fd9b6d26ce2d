import type { Command, Flag } from './command.ts'
import { COMMON_FLAGS, flagName } from './command.ts'
import type { CommandText } from './context.ts'
import { usage } from './usage.ts'

/** Commands as others see them: for completion, skills and texts that name commands. */
export const facesOf = (commands: readonly Command[]): readonly CommandText[] =>
  commands.map((command) => ({
    name: command.name,
    usage: usage(command),
    summary: command.summary,
    flags: Object.entries({ ...command.flags, ...COMMON_FLAGS }).map(([key, flag]) => faceOf(key, flag)),
  }))

const faceOf = (key: string, flag: Flag): CommandText['flags'][number] => ({
  name: `--${flagName(key)}`,
  short: flag.short === undefined ? undefined : `-${flag.short}`,
  doc: flag.doc,
  takesValue: flag.kind !== 'bool',
  choices: flag.kind === 'choice' ? flag.choices : [],
})
