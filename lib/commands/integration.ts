import { PROGRAM_PATH } from '../integrations/hook-command.ts'
import type { Integration, Setting } from '../integrations/piece.ts'
import { INTEGRATIONS } from '../integrations/registry.ts'
import { samplePayload } from '../integrations/sample-payload.ts'
import { storeTemplates } from '../integrations/templates.ts'
import { PmemError } from '../model/error.ts'
import { pathOf } from '../model/ids.ts'
import type { IntegrationState, IntegrationsData } from '../model/integration.ts'
import type { Outcome } from '../model/outcome.ts'
import type { WriteOp } from '../model/plan.ts'
import { VERSION } from '../model/version.ts'
import { applyPlan } from '../store/apply.ts'
import { withLock } from '../store/lock.ts'
import type { Project } from '../store/project.ts'
import { nearest } from '../text/nearest.ts'
import { type Command, command } from './command.ts'
import type { Context } from './context.ts'
import { isDetected, lookedAt, type Workplace, workplace } from './integration-place.ts'

const DRY_RUN = { kind: 'bool', doc: 'Print the diff and write nothing' } as const
const NAMES = { kind: 'list', name: 'name' } as const
const EXAMPLE_NAMES = INTEGRATIONS.map(({ name }) => name).join(', ')

const list = command({
  name: 'integration list',
  summary: 'Show which agents pmem knows, which this project uses, and what is installed',
  operands: { kind: 'none' },
  flags: {},
  formats: ['compact', 'json'],
  examples: ['pmem integration list', 'pmem integration list --json'],
  run(context) {
    const place = workplace(context, context.project())
    return outcome(
      'list',
      INTEGRATIONS.map((one) => lookedAt(place, one)),
    )
  },
})

const install = command({
  name: 'integration install',
  summary: `Make agents use the memory by themselves: hooks, instructions, MCP entry, skill; names: ${EXAMPLE_NAMES}`,
  operands: NAMES,
  flags: {
    yes: { kind: 'bool', short: 'y', doc: 'Without names: take every agent this project shows signs of' },
    force: { kind: 'bool', doc: 'Overwrite what was edited by hand; the old file is kept with .bak' },
    claudeMd: {
      kind: 'bool',
      doc: 'claude-code: also write the line @AGENTS.md into CLAUDE.md, and make the file where there is none',
    },
    preCommit: { kind: 'bool', doc: 'git: also run `pmem verify` before each commit' },
    dryRun: DRY_RUN,
  },
  formats: ['compact', 'json'],
  examples: [
    'pmem integration install claude-code cursor',
    'pmem integration install --yes',
    'pmem integration install git --pre-commit',
  ],
  exits: '0 installed, or installed already; 1 a file was refused, with what to paste into it',
  run(context, names, { yes, force, claudeMd, preCommit, dryRun }) {
    const place = workplace(context, context.project(), { claudeMd, preCommit })
    const { desk, setting } = place
    const chosen = names.length > 0 ? named(names) : offered(context, setting, yes)
    const states = chosen
      .map((one) => ({ one, before: lookedAt(place, one) }))
      .map(({ one, before }) => ({
        ...before,
        files: desk.apply(one, setting, 'install', force),
        notes: one.notes(setting),
      }))
    // The templates of an older version go with it.
    desk.put(storeTemplates(setting.language, VERSION).filter(({ path }) => setting.exists(path)))
    return performed(context, place, 'install', states, dryRun)
  },
})

const remove = command({
  name: 'integration remove',
  summary: 'Take an integration out again; every file is as it was before',
  operands: NAMES,
  flags: {
    force: { kind: 'bool', doc: 'Remove what was edited by hand too; the old file is kept with .bak' },
    dryRun: DRY_RUN,
  },
  formats: ['compact', 'json'],
  examples: ['pmem integration remove claude-code', 'pmem integration remove cursor codex --dry-run'],
  exits: '0 removed, or nothing to remove; 1 a file was refused',
  run(context, names, { force, dryRun }) {
    if (names.length === 0) throw new PmemError('USAGE', `integration remove needs a name of ${EXAMPLE_NAMES}`)
    const place = workplace(context, context.project())
    const states = named(names)
      .map((one) => ({ one, before: lookedAt(place, one) }))
      .map(({ one, before }) => ({ ...before, files: place.desk.apply(one, place.setting, 'remove', force) }))
    return performed(context, place, 'remove', states, dryRun)
  },
})

const verify = command({
  name: 'integration verify',
  summary: 'Compare what is installed with what this version installs, run each hook with a sample and time it',
  operands: NAMES,
  flags: {},
  formats: ['compact', 'json'],
  examples: ['pmem integration verify', 'pmem integration verify claude-code --json'],
  exits: '0 all is well, 1 something is missing, drifted or fails',
  run(context, names) {
    const place = workplace(context, context.project())
    const states = (names.length > 0 ? named(names) : INTEGRATIONS)
      .map((one) => ({ one, now: lookedAt(place, one) }))
      .filter(({ now }) => names.length > 0 || now.state !== 'absent')
      .map(({ one, now }) => ({
        ...now,
        files: place.desk.apply(one, place.setting, 'install', false),
        hooks: now.state === 'absent' ? [] : triedHooks(context, place.project, one),
      }))
    const isWell = states.every(({ state, hooks }) => state === 'installed' && hooks.every(({ ok }) => ok))
    return outcome('verify', states, {}, isWell ? 0 : 1)
  },
})

export const INTEGRATION_COMMANDS: readonly Command[] = [list, install, verify, remove]

function named(names: readonly string[]): readonly Integration[] {
  return [...new Set(names)].map((name) => {
    const found = INTEGRATIONS.find((one) => one.name === name)
    if (found !== undefined) return found
    const [close] = nearest(
      name,
      INTEGRATIONS.map((one) => one.name),
      1,
    )
    throw new PmemError(
      'USAGE',
      `there is no integration ${JSON.stringify(name)}${close === undefined ? '' : `; did you mean ${close}?`}`,
      {
        fix: `Known are ${EXAMPLE_NAMES}.`,
      },
    )
  })
}

/** The agents that the project shows signs of: taken with --yes, asked for on a terminal. */
function offered(context: Context, setting: Setting, yes: boolean): readonly Integration[] {
  const { host } = context
  const active = context.manifest().integrations.active
  const found = INTEGRATIONS.filter((one) => active.includes(one.name) || isDetected(one, setting))
  const names = found.map(({ name }) => name).join(', ')
  if (found.length === 0) throw new PmemError('USAGE', 'no agent was detected here', { fix: `Name one of ${EXAMPLE_NAMES}.` })
  if (yes) return found
  if (host.stdinIsTerminal) {
    host.stderr.write(`This project uses ${names}. Install for all of them? [y/N] `)
    if (/^y(?:es)?$/i.test(host.line().trim())) return found
  }
  throw new PmemError('USAGE', `integration install needs names; detected here: ${names}`, {
    fix: `Run \`pmem integration install ${found.map(({ name }) => name).join(' ')}\`, or with --yes.`,
  })
}

/** Writes what the desk has come to, under the lock, and clears folders that it leaves empty. */
function performed(
  context: Context,
  { project: { host, files }, desk }: Workplace,
  action: 'install' | 'remove',
  states: readonly IntegrationState[],
  dryRun: boolean,
): Outcome {
  const { ops, diff } = desk.plan()
  const refused = states.some((state) => state.files.some((file) => file.action === 'refused'))
  const exit = refused ? 1 : 0
  if (dryRun) return outcome(action, states, { diff, dry_run: true }, exit)
  const all = [...ops, ...(action === 'install' ? programOp(context, files) : [])]
  if (all.length === 0) return outcome(action, states, {}, exit)
  const { lockPath: path, timeoutMs } = context.manifest().concurrency
  const done = withLock(host, files, { path, timeoutMs }, (lock) => applyPlan(host, files, { ops: all }, lock))
  for (const gone of done.removed) {
    for (let folder = parentOf(gone); folder !== ''; folder = parentOf(folder)) {
      if (folder === '.git/hooks' || files.list(folder)?.length !== 0) break
      files.removeFolder(folder)
    }
  }
  return outcome(
    action,
    states,
    { diff, written: done.written.filter((one) => one !== PROGRAM_PATH), removed: done.removed },
    exit,
  )
}

/** Where this pmem lies, for the launcher of the hooks: on this machine, and committed nowhere. */
function programOp({ host }: Context, files: Project['files']): readonly WriteOp[] {
  if (host.program === undefined) return []
  const text = `${host.program}\n`
  const bytes = files.read(PROGRAM_PATH)
  const isKnown = bytes !== undefined && host.sha256(bytes) === host.sha256(text)
  return isKnown ? [] : [{ op: 'put', path: pathOf(PROGRAM_PATH), text, expect: 'any' }]
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** A hook has to end by itself, with 0 and with JSON or nothing; a host waits longer than this for none. */
const MOST_MS = 5_000

function triedHooks({ host }: Context, { root }: Project, { name, hooks }: Integration): IntegrationState['hooks'] {
  return hooks.flatMap((hook) => {
    const { event, name: called, command: line } = hook
    const input = JSON.stringify(samplePayload(name, hook, root))
    const ran = host.shell(line, { cwd: root, input, timeoutMs: MOST_MS, env: { PMEM_NO_LOG: '1', PMEM_HOOK_CHECK: '1' } })
    if (ran === undefined) return []
    const { status, stdout, stderr, milliseconds } = ran
    const complaint = stderr.trim().split('\n')[0] ?? ''
    // Git shows what its hook says, and that is for people.
    const isSilent = event === 'post-commit' ? status === 0 : complaint === ''
    const message =
      status === null
        ? `it did not end in ${MOST_MS / 1000} s`
        : !isSilent && complaint !== ''
          ? complaint
          : status !== 0
            ? `it ended with ${status}`
            : event === 'post-commit' || stdout === '' || isJson(stdout)
              ? null
              : 'it printed something that is no JSON'
    return [{ event, name: called, ok: message === null, status, milliseconds, message }]
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const outcome = (
  action: IntegrationsData['action'],
  integrations: readonly IntegrationState[],
  parts: Partial<IntegrationsData> = {},
  exit = 0,
): Outcome => ({
  kind: 'integrations',
  exit,
  data: { action, integrations, written: [], removed: [], diff: '', dry_run: false, ...parts },
})
