// One of a crowd on one store. Usage: node crowd-member.js FOLDER NAME write|read STEPS
// A writer prints a line for each write that was acknowledged, a reader one for each thing that should not be.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runFull } from '../../lib/cli/full.ts'
import { hostIn } from '../folder.ts'
import type { Json } from '../world.ts'

const [root = '', name = '', what = '', steps = '0'] = process.argv.slice(2)

/** A section so long that half of it would show. */
export const section = (mark: string): string => `Begin ${mark}. ${'The store keeps whole files. '.repeat(400)}End ${mark}.`
const SECTION = /Begin (\S+)\. (?:The store keeps whole files\. ){400}End (\S+)\./

const WRITES: readonly ((mark: string) => readonly string[])[] = [
  (mark) => ['remember', `Fact ${mark} is kept`],
  (mark) => ['update', 'module.shared', '--section', `Current State=${section(mark)}`],
  () => ['feedback', 'module.liked', 'helpful'],
  (mark) => ['mark-dirty', 'module.dirty', '--reason', `Reason ${mark}`],
  (mark) => ['update', '--confirm', '-s', `Process ${mark} is done`, '-n', `Step ${mark}`],
]

function write(): void {
  for (let step = 1; step <= Number(steps); step += 1) {
    const mark = `${name}x${step}`
    const kind = (step + name.length) % WRITES.length
    for (let code = 75; code === 75; ) {
      const host = hostIn(root)
      code = runFull(host, WRITES[kind]!(mark))
      if (code !== 0 && code !== 75) throw new Error(`exit ${code}: ${host.output.stderr}`)
    }
    process.stdout.write(`${JSON.stringify({ kind, mark })}\n`)
  }
}

const READS: readonly (readonly string[])[] = [
  ['list', '--json', '--limit', '1000000'],
  ['ask', 'kept fact', '--json'],
  ['recall'],
  ['show', 'module.shared', '--json'],
]

/** Reads until it is told to end. What it has once seen must stay, and no text may be half of one. */
function read(): void {
  let [done, known] = [0, 0]
  const wrong = (words: string): void => void process.stdout.write(`${JSON.stringify(words)}\n`)
  const once = (): void => {
    const argv = READS[done % READS.length]!
    const host = Object.assign(hostIn(root), { sleep: () => wrong('a reader waited') })
    const code = runFull(host, argv)
    // Before the first fact there is none to find.
    if (code !== 0 && !(argv[0] === 'ask' && code === 1)) wrong(`${argv[0]} exits ${code}: ${host.output.stderr.slice(0, 500)}`)
    const json = argv.includes('--json') ? (parsed(host.output.stdout) as Json) : {}
    if (json === undefined) wrong(`${argv[0]} prints no JSON: ${host.output.stdout.slice(0, 200)}`)
    if (argv[0] === 'list') {
      const facts = json.cards.filter(({ id }: Json) => id.startsWith('fact.')).length
      if (facts < known) wrong(`${facts} facts after ${known}`)
      known = facts
    }
    const [, begin, end] = SECTION.exec(readFileSync(join(root, '.pmem/modules/shared.md'), 'utf8')) ?? []
    if (begin === undefined || begin !== end) wrong('a card is torn')
    done += 1
    setImmediate(once)
  }
  process.stdin.on('end', () => {
    process.stdout.write(`${JSON.stringify({ reads: done })}\n`, () => process.exit())
  })
  process.stdin.resume()
  setImmediate(once)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (what === 'read') read()
else if (what === 'write') write()
