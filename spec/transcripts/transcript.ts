import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type World, world } from '../world.ts'
import { PROJECT } from './project.ts'

/** The moment at which every transcript runs: the clock of the machine in memory stands still. */
export const NOW = Date.UTC(2026, 6, 3, 12)

export const FOLDER = import.meta.dirname
/** The transcripts, one file a command. */
export const transcripts = (): readonly string[] => readdirSync(FOLDER).filter((file) => file.endsWith('.md'))
export const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')

/** A project that holds what project.ts says, and its index. */
function fresh(): World {
  const made = world(PROJECT, { now: NOW })
  made.run('rebuild')
  return made
}

/**
 * The text with the output of every `$ pmem ...` line behind it, as it is now. A fenced block `console` holds command
 * lines, their output and `(exit N)` where a command does not end with 0; each file starts from the same project, and
 * what one of its commands writes the next one sees. `$RECEIPT` is the receipt of the answer before. Everything outside
 * such blocks stays.
 */
export function replay(text: string): string {
  const project = fresh()
  let receipt = ''
  const answer = (line: string): string => {
    const output = outputOf(project, line.replaceAll('$RECEIPT', receipt))
    receipt = /receipt\W+([0-9a-f]{12})\b/.exec(output)?.[1] ?? receipt
    return `${line}\n${output}`
  }
  return text.replace(/(?<=^```console\n)[\s\S]*?(?=^```$)/gm, (block) =>
    block
      .split('\n')
      .filter((line) => line.startsWith('$ '))
      .map(answer)
      .join(''),
  )
}

function outputOf(project: World, line: string): string {
  const [name, ...argv] = words(line.slice(2))
  if (name !== 'pmem') throw new Error(`a transcript runs pmem, not ${name}`)
  const { code, stdout, stderr } = project.run(...argv)
  return `${stdout}${stderr}${code === 0 ? '' : `(exit ${code})\n`}`
}

/** A command line as a shell splits it: blanks divide, single and double quotes hold together, nothing is expanded. */
export const words = (line: string): readonly string[] =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  )
