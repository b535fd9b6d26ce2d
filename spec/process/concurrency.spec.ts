import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { folder } from '../folder.ts'
import { runIn } from '../repository.ts'
import { SELF, SELF_TS_ARGS } from '../self.ts'
import { card, type Json } from '../world.ts'

const WRITER = join(import.meta.dirname, 'writer.ts')
const ROOT = join(import.meta.dirname, '..', '..')
const PROCESSES = 8
const STEPS = 50

const start = (root: string, name: string, what: string): ChildProcess =>
  spawn(SELF, [...SELF_TS_ARGS, WRITER, root, name, what], { cwd: ROOT, stdio: ['pipe', 'pipe', 'pipe'] })
/** What it printed, when it has ended. */
const ended = (
  child: ChildProcess,
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> =>
  new Promise((resolve) => {
    const text = { stdout: '', stderr: '' }
    child.stdout?.on('data', (chunk) => {
      text.stdout += chunk
    })
    child.stderr?.on('data', (chunk) => {
      text.stderr += chunk
    })
    child.on('close', (status) => resolve({ status, ...text }))
  })
const until = (child: ChildProcess, word: string): Promise<void> =>
  new Promise((resolve) => child.stdout?.on('data', (chunk) => String(chunk).includes(word) && resolve()))

const project = (timeout = '5s'): string =>
  folder({
    '.pmem/manifest.yml': `version: 1\nproject: { name: busy }\nconcurrency: { timeout: ${timeout} }\n`,
    ...card('module.a', 'title: Alpha\nlast_verified: 2026-07-03'),
  })
const tracesOf = (root: string): string =>
  readdirSync(join(root, '.pmem/traces'))
    .map((name) => readFileSync(join(root, '.pmem/traces', name), 'utf8'))
    .join('\n')

const spec = suite('process: concurrency')
spec(
  `fault 089: ${PROCESSES} processes with ${STEPS} updates each lose no summary and break no card, while others read`,
  async () => {
    const root = project()
    const reader = start(root, 'reader', 'read')
    const reading = ended(reader)
    const all = await Promise.all(Array.from({ length: PROCESSES }, (_, n) => ended(start(root, `p${n}`, String(STEPS)))))
    reader.stdin?.end()
    const { stdout, stderr, status } = await reading
    for (const { status: code, stdout: codes, stderr: said } of all) {
      assert.is(code, 0, said)
      const exits = new Map<number, number>(JSON.parse(codes))
      assert.is(exits.get(0), STEPS)
      assert.equal(
        [...exits.keys()].filter((exit) => exit !== 0 && exit !== 75),
        [],
      )
    }
    assert.is(status, 0, stderr)
    const [reads, codes] = JSON.parse(stdout)
    assert.ok(reads > 10)
    assert.equal(codes, [0])
    const text = tracesOf(root)
    const lost = Array.from(
      { length: PROCESSES * STEPS },
      (_, at) => `Process p${at % PROCESSES} finished step ${1 + Math.floor(at / PROCESSES)}`,
    ).filter((summary) => !new RegExp(`${summary}$`, 'm').test(text))
    assert.equal(lost, [])
    assert.not(existsSync(join(root, '.pmem/.lock')))
    assert.equal(
      runIn(root, 'verify', '--json').json.findings.filter(
        ({ severity, code }: Json) => severity === 'error' || code === 'ledger-line',
      ),
      [],
    )
  },
)
spec('the lock of a process that was killed is broken at once, and that of a slow one that lives is not', async () => {
  const root = project('1s')
  const holder = start(root, 'slow', 'hold')
  await until(holder, 'held')
  const refused = runIn(root, 'mark-dirty', 'module.a')
  assert.is(refused.code, 75)
  assert.match(refused.stderr, `process ${holder.pid}`)
  assert.is(runIn(root, 'ask', 'alpha').code, 0)
  const gone = ended(holder)
  holder.kill('SIGKILL')
  await gone
  assert.ok(existsSync(join(root, '.pmem/.lock')))
  assert.is(runIn(root, 'mark-dirty', 'module.a').code, 0)
  assert.not(existsSync(join(root, '.pmem/.lock')))
})
spec.run()
