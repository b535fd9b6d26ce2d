import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryHost } from '../../lib/host/memory.ts'
import { sha256 } from '../../lib/host/node.ts'
import { git, repository, runWith, write } from '../repository.ts'
import { DOCUMENTS } from '../runtimes/sample.ts'
import { DAY_MS, type World, world, worldOf } from '../world.ts'
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

const folderOf = (place: 'newcomer' | 'empty'): World =>
  worldOf(memoryHost({ files: place === 'newcomer' ? DOCUMENTS : {}, now: NOW }))

/** Where the commands of a block run; a block that says nothing is about the project. */
type Place = 'project' | 'newcomer' | 'empty' | 'repository'
const BLOCK = /^```console(?: (newcomer|empty|repository))?\n([\s\S]*?)(?=^```$)/gm

/** Runs one command line and gives what it prints. */
type Shell = (line: string) => string

/**
 * The text with the output of every `$ ...` line behind it, as it is now. A fenced block `console` holds command
 * lines, their output and `(exit N)` where a command does not end with 0; `echo text | pmem ...` gives it standard input; the
 * blocks of a file share one project in memory, and what one command writes the next one sees. A block `console newcomer` is about
 * a folder of Markdown that never met pmem, and `console empty` about an empty one; there `npx pmem` runs too. A block
 * `console repository` is about a copy of the project in a git repository on the disk, where `git` and `echo text > file` run too.
 * `$RECEIPT` is the receipt of the answer before. Everything outside
 * such blocks stays.
 */
export function replay(text: string): string {
  let receipt = ''
  const shells = new Map<Place, Shell>()
  const shellIn = (place: Place): Shell => {
    const known = shells.get(place)
    if (known !== undefined && place !== 'repository') return known
    const opened = place === 'repository' ? inRepository() : inWorld(place === 'project' ? fresh() : folderOf(place))
    shells.set(place, opened)
    return opened
  }
  return text.replace(BLOCK, (_, place: Place | undefined, block: string) => {
    const shell = shellIn(place ?? 'project')
    const answer = (line: string): string => {
      const output = shell(line.slice(2).replaceAll('$RECEIPT', receipt))
      receipt = /receipt\W+([0-9a-f]{12})\b/.exec(output)?.[1] ?? receipt
      return `${line}\n${output}`
    }
    const lines = block.split('\n').filter((line) => line.startsWith('$ '))
    return `\`\`\`console${place === undefined ? '' : ` ${place}`}\n${lines.map(answer).join('')}`
  })
}

const shown = ({ code, stdout, stderr }: { readonly code: number; readonly stdout: string; readonly stderr: string }): string =>
  `${stdout}${stderr}${code === 0 ? '' : `(exit ${code})\n`}`

const inWorld =
  (project: World): Shell =>
  (line) => {
    const [, said, piped] = /^echo (.*) \| (pmem .*)$/.exec(line) ?? []
    const [name, ...argv] = words((piped ?? line).replace(/^npx (?=pmem )/, ''))
    if (name !== 'pmem') throw new Error(`such a transcript runs pmem, not ${name}`)
    return shown(said === undefined ? project.run(...argv) : project.second({ stdin: words(said).join(' ') }).run(...argv))
  }

/** A repository on the disk, whose commits, clones and events have the same names each time. It starts at NOW; a commit ends the day. */
function inRepository(): Shell {
  let now = NOW
  const dated = <T>(work: () => T): T => {
    const date = new Date(now).toISOString()
    Object.assign(process.env, { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date })
    try {
      return work()
    } finally {
      delete process.env['GIT_AUTHOR_DATE']
      delete process.env['GIT_COMMITTER_DATE']
    }
  }
  const root = dated(() => repository(PROJECT))
  let tokens = 0
  const token = (): string => {
    tokens += 1
    return sha256(`token ${tokens}`).slice(0, 16)
  }
  return (line) => {
    const [name, ...argv] = words(line)
    const echo = /^echo (.*) (>>?) (\S+)$/.exec(line)
    if (echo !== null) {
      const [, text = '', sign, path = ''] = echo
      const before = sign === '>>' ? readFileSync(join(root, path), 'utf8') : ''
      write(root, path, `${before}${words(text).join(' ')}\n`)
      return ''
    }
    if (name === 'git') {
      const output = dated(() => git(root, ...argv))
      if (argv[0] === 'commit') now += DAY_MS
      return output
    }
    if (name !== 'pmem') throw new Error(`such a transcript runs pmem, git and echo, not ${name}`)
    return shown(runWith(root, argv, { now: () => now, token }))
  }
}

/** A command line as a shell splits it: blanks divide, single and double quotes hold together, nothing is expanded. */
export const words = (line: string): readonly string[] =>
  [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  )
