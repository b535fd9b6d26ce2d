import { completionScript, SHELLS } from '../integrations/completion.ts'
import { PmemError } from '../model/error.ts'
import { command } from './command.ts'

export const completion = command({
  name: 'completion',
  summary: `Print a script that completes commands and flags in a shell: ${SHELLS.join(', ')}`,
  operands: { kind: 'words', names: ['shell'] },
  flags: {},
  formats: ['compact', 'json'],
  examples: [
    'pmem completion bash > ~/.local/share/bash-completion/completions/pmem',
    'pmem completion fish > ~/.config/fish/completions/pmem.fish',
  ],
  run(context, [name = '']) {
    const shell = SHELLS.find((one) => one === name)
    if (shell === undefined) throw new PmemError('USAGE', `completion is for ${SHELLS.join(', ')}, not ${JSON.stringify(name)}`)
    return { kind: 'completion', exit: 0, data: { shell, script: completionScript(shell, context.commands()) } }
  },
})
