// One of several processes that use a store at once. Usage: node --import tsx spec/process/writer.ts FOLDER NAME COUNT|read|hold
import { runFull } from '../../lib/cli/full.ts'
import { tryLock } from '../../lib/store/lock.ts'
import { hostIn } from '../folder.ts'

const [root = '', name = '', what = ''] = process.argv.slice(2)

/** Confirms COUNT summaries, each until it is taken, and prints the exit codes there were. */
function writes(count: number): void {
  const codes = new Map<number, number>()
  for (let number = 1; number <= count; number += 1) {
    for (let code = 75; code === 75; ) {
      code = runFull(hostIn(root), [
        'update',
        '--confirm',
        '-s',
        `Process ${name} finished step ${number}`,
        '-n',
        `Step ${name} ${number}`,
      ])
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  process.stdout.write(`${JSON.stringify([...codes])}\n`)
}

/** Reads until its standard input ends; a read that waits for anything is a fault. */
function reads(): void {
  let done = 0
  const codes = new Set<number>()
  const read = (): void => {
    const host = Object.assign(hostIn(root), {
      sleep: () => {
        throw new Error('a reader waited')
      },
    })
    codes.add(runFull(host, done % 2 === 0 ? ['recall'] : ['status']))
    done += 1
    timer = setTimeout(read, 20)
  }
  let timer = setTimeout(read, 0)
  process.stdin.on('end', () => {
    clearTimeout(timer)
    process.stdout.write(`${JSON.stringify([done, [...codes]])}\n`)
  })
  process.stdin.resume()
}

/** Takes the lock and keeps it alive until the process is ended. */
function holds(): void {
  const host = hostIn(root)
  const lock = tryLock(host, host.files(root), '.pmem/.lock', 5_000)
  setInterval(() => lock?.beat(), 100)
  process.stdout.write('held\n')
}

if (what === 'read') reads()
else if (what === 'hold') holds()
else writes(Number(what))
