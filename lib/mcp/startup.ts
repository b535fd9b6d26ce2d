import { learn } from '../commands/learn.ts'
import { utf8Text } from '../indexes/bytes.ts'
import type { LearnData } from '../model/learned.ts'
import { replaceFile } from '../store/apply.ts'
import { LOCAL } from '../store/project.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { isRecord, parseJson } from '../text/json.ts'
import type { Memory } from './memory.ts'
import { callOf } from './tool.ts'

/** The UTC day on which a server last learned at its start. */
const LEARNED_PATH = `${LOCAL}/learned-at-start`

/**
 * Learns from what was asked, at most once a UTC day and in one write; a server that may not write reports what it would learn.
 * Its summary goes to stderr. Best effort: what fails today is tried at the next start. Gives the summary, or undefined.
 */
export async function learnAtStart(memory: Memory, signal: AbortSignal): Promise<string | undefined> {
  const project = memory.project()
  const { files, host } = project
  const dryRun = memory.write === 'off'
  const today = isoDate(dayOf(host.now()))
  const before = files.read(LEARNED_PATH)
  if (!dryRun && before !== undefined && utf8Text(before).trim() === today) return undefined
  const data = await learned(memory, dryRun, signal)
  if (data === undefined) return undefined
  if (!dryRun) replaceFile(host, files, LEARNED_PATH, `${today}\n`, { sync: false, mode: 0o600 })
  const { promoted, demoted, aged, unchanged, long_facts: long } = data
  const summary = `pmem: ${dryRun ? 'would learn' : 'learned'}: ${promoted} promoted, ${demoted} demoted, ${aged} aged, ${unchanged} unchanged, ${long.length} long facts\n`
  host.stderr.write(summary)
  return summary
}

async function learned(memory: Memory, dryRun: boolean, signal: AbortSignal): Promise<LearnData | undefined> {
  if (memory.runAside === undefined) {
    const outcome = memory.run(callOf(learn, [], { dry_run: dryRun }))
    return outcome.kind === 'learn' ? outcome.data : undefined
  }
  const { root } = memory.project()
  const printed = await memory.runAside(['learn', '--json', '--cwd', root, ...(dryRun ? ['--dry-run'] : [])], {
    cwd: root,
    signal,
    onProgress: () => undefined,
  })
  const data = printed === undefined ? undefined : parseJson(printed)
  return isRecord(data) && Array.isArray(data['long_facts']) ? (data as unknown as LearnData) : undefined
}
