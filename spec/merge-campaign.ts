// Concurrent edits of one card through git itself: two branches, a merge with the driver, and the merge the other way round.
// A merge carries a hundred cards, each with a pair of edits of its own; git starts the driver for every one of them.
// Usage: npm run merge:campaign [-- --pairs 10000 --from 1 --both --program dist/bin/pmem.js]
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sha256 } from '../lib/host/node.ts'
import { mergeCards } from '../lib/update/merge.ts'
import { folder } from './folder.ts'
import { randomCard, randomEdits } from './properties/merge-edits.ts'
import { random } from './random.ts'
import { git } from './repository.ts'
import { selfLine } from './self.ts'

/** Cards a commit: git is started a few times for all of them, the driver once for each. */
const A_MERGE = 100

export type Campaign = { readonly pairs: number; readonly lost: number; readonly unlike: number; readonly conflicts: number }

/**
 * Merges so many pairs of edits with the program at `program` as the driver of git. The other way round each is merged by git too
 * where `both` is set, else by the library: a process for each is most of the time.
 */
export function campaign(pairs: number, program: string, both: boolean, from = 1): Campaign {
  const result = { pairs: 0, lost: 0, unlike: 0, conflicts: 0 }
  for (let seed = from; seed < from + pairs; seed += A_MERGE) {
    const count = Math.min(A_MERGE, from + pairs - seed)
    const edits = Array.from({ length: count }, (_, index) => {
      const chance = random(seed + index)
      const base = randomCard(chance)
      return { base, ours: randomEdits(chance, base, 'ours'), theirs: randomEdits(chance, base, 'theirs') }
    })
    const root = folder()
    git(root, 'init', '-q', '-b', 'main')
    git(root, 'config', 'core.autocrlf', 'false')
    git(root, 'config', 'merge.pmem.driver', `${selfLine(program)} merge-driver %O %A %B %P`)
    writeFileSync(join(root, '.gitattributes'), '*.md merge=pmem -text\n')
    const commit = (side: 'base' | 'ours' | 'theirs'): void => {
      for (const [index, edit] of edits.entries()) write(root, index, side === 'base' ? edit.base : edit[side].text)
      git(root, 'add', '-A')
      git(root, 'commit', '-q', '--allow-empty', '-m', side)
    }
    commit('base')
    for (const side of ['ours', 'theirs'] as const) {
      git(root, 'checkout', '-q', '-b', side, 'main')
      commit(side)
    }
    const merged = (['ours', 'theirs'] as const).map((into) => {
      if (into === 'theirs' && !both)
        return edits.map(({ base, ours, theirs }) => mergeCards(base, theirs.text, ours.text, sha256).text)
      git(root, 'checkout', '-q', '-f', '--detach', into)
      try {
        git(root, 'merge', '-q', '-m', 'both', into === 'ours' ? 'theirs' : 'ours')
      } catch {
        result.conflicts += git(root, 'diff', '--name-only', '--diff-filter=U').trim().split('\n').length
      }
      const texts = edits.map((_, index) => readFileSync(fileOf(root, index), 'utf8'))
      git(root, 'reset', '-q', '--hard')
      return texts
    })
    for (const [index, { ours, theirs }] of edits.entries()) {
      const [one, other] = [merged[0]![index]!, merged[1]![index]!]
      result.lost += [...ours.added, ...theirs.added].filter((word) => !one.includes(word)).length
      result.unlike += one === other ? 0 : 1
    }
    result.pairs += count
    rmSync(root, { recursive: true, force: true })
  }
  return result
}

const fileOf = (root: string, index: number): string => join(root, '.pmem', 'modules', `card-${index}.md`)

function write(root: string, index: number, text: string): void {
  mkdirSync(join(root, '.pmem', 'modules'), { recursive: true })
  writeFileSync(fileOf(root, index), text)
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      both: { type: 'boolean', default: false },
      from: { type: 'string', default: '1' },
      pairs: { type: 'string', default: '10000' },
      program: { type: 'string', default: 'dist/bin/pmem.js' },
    },
  })
  const program = resolve(values.program)
  if (!existsSync(program)) execFileSync('npm', ['run', '-s', 'build'], { stdio: 'inherit' })
  const result = campaign(Number(values.pairs), program, values.both, Number(values.from))
  process.stdout.write(`${JSON.stringify(result)}\n`)
  process.exitCode = result.lost + result.unlike + result.conflicts === 0 ? 0 : 1
}
