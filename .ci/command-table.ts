import { COMMANDS } from '../lib/commands/registry.ts'
import { usage } from '../lib/commands/usage.ts'

const BLOCK = /(?<=<!-- commands:begin -->\n)[\s\S]*?(?=<!-- commands:end -->)/

/** The README with its table of commands as the records of the commands have it. Throws where the block is missing. */
export function withCommandTable(readme: string): string {
  if (!BLOCK.test(readme)) throw new Error('the README has no block between commands:begin and commands:end')
  return readme.replace(BLOCK, () => table())
}

const table = (): string =>
  [
    '| command | what it does |',
    '|---|---|',
    ...COMMANDS.map((command) => `| \`${cell(usage(command))}\` | ${cell(command.summary)} |`),
  ]
    .map((line) => `${line}\n`)
    .join('')

const cell = (text: string): string => text.replaceAll('|', '\\|')
