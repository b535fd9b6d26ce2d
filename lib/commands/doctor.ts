import { decodeUtf8 } from '../card/content.ts'
import { agentsMd, INTEGRATIONS } from '../integrations/registry.ts'
import { storeTemplates } from '../integrations/templates.ts'
import type { DoctorCheck } from '../model/doctor.ts'
import { PmemError } from '../model/error.ts'
import type { IntegrationState } from '../model/integration.ts'
import { VERSION } from '../model/version.ts'
import { globalRoot } from '../store/global.ts'
import { indexFindings } from '../store/index-check.ts'
import { ledgerFaults } from '../store/ledger.ts'
import { describeHolder, lockState } from '../store/lock.ts'
import { findProject, type Project, STORE, TEMPORARY } from '../store/project.ts'
import { loadManifest, rebuildStore } from '../store/refresh.ts'
import { command } from './command.ts'
import type { Context } from './context.ts'
import { lookedAt, type Workplace, workplace } from './integration-place.ts'

export const doctor = command({
  name: 'doctor',
  summary: 'Look at everything around the memory: runtime, store, lock, indexes, git, integrations; a line each, with a fix',
  operands: { kind: 'none' },
  flags: {},
  formats: ['compact', 'json'],
  examples: ['pmem doctor', 'pmem doctor --json'],
  exits: '0 nothing is broken (there may be warnings), 1 something is',
  run(context) {
    const project = projectOf(context)
    const checks = [runtime(context), ...(project === undefined ? [noProject()] : projectChecks(context, project)), own(context)]
    const count = (status: DoctorCheck['status']): number => checks.filter((check) => check.status === status).length
    const errors = count('error')
    return { kind: 'doctor', exit: errors > 0 ? 1 : 0, data: { checks, errors, warnings: count('warning') } }
  },
})

const ok = (name: string, message: string): DoctorCheck => ({ name, status: 'ok', message, fix: null })
const bad = (name: string, status: 'warning' | 'error', message: string, fix: string): DoctorCheck => ({
  name,
  status,
  message,
  fix,
})

function projectOf({ host, cwd }: Context): Project | undefined {
  try {
    return findProject(host, cwd)
  } catch (error) {
    if (error instanceof PmemError && error.code === 'NO_PROJECT') return undefined
    throw error
  }
}

function runtime({ host }: Context): DoctorCheck {
  const [, name = '', major = '0', minor = '0'] = /^(\w+) (\d+)\.(\d+)/.exec(host.runtime) ?? []
  const old = name === 'Node' && Number(major) * 1_000 + Number(minor) < 20_019
  const line = `pmem ${VERSION}, ${host.runtime}, ${host.platform}`
  return old ? bad('runtime', 'error', line, 'Use Node 20.19 or newer, Deno 2 or Bun 1.') : ok('runtime', line)
}

const noProject = (): DoctorCheck =>
  bad('project', 'error', `no ${STORE} folder here or above`, 'Run `pmem init` in the project root.')

function projectChecks(context: Context, project: Project): readonly DoctorCheck[] {
  const { manifest, findings } = loadManifest(project)
  const wrong = findings.filter(({ severity }) => severity === 'error').length
  const settings =
    findings.length === 0
      ? ok('manifest', 'manifest.yml is read')
      : bad('manifest', wrong > 0 ? 'error' : 'warning', findings[0]!.message, findings[0]!.fix)
  return [
    ok('project', project.root),
    settings,
    writable(project),
    lock(project, manifest.concurrency.lockPath),
    ...stored(project),
    ...inGit(project),
    ...agents(context, project, manifest.project.language),
  ]
}

/** Tries it, in the folder where whole files are prepared. */
function writable({ host, files }: Project): DoctorCheck {
  const path = `${TEMPORARY}/doctor.${host.token()}`
  try {
    files.makeFolder(TEMPORARY)
    files.create(path, '', { sync: false })
    files.remove(path)
    return ok('disk', 'the store can be written')
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'cannot write'
    return bad('disk', 'warning', reason, 'Give yourself the right to write .pmem, or free space; until then pmem reads only.')
  }
}

function lock({ host, files }: Project, path: string): DoctorCheck {
  const state = lockState(host, files, path)
  if (state === 'free') return ok('lock', 'nobody holds the lock')
  const holder = describeHolder(files, path)
  return state === 'held'
    ? bad('lock', 'warning', `${holder} is writing`, 'Wait; a writer needs seconds at most.')
    : bad('lock', 'warning', `${holder} left the lock behind`, 'The next command that writes takes it over.')
}

function stored(project: Project): readonly DoctorCheck[] {
  const { store, findings, built } = rebuildStore(project, { write: { kind: 'never' } })
  const broken = findings.filter(({ severity }) => severity === 'error')
  const stale = indexFindings(project, store.manifest, built)
  const faults = ledgerFaults(project)
  const future = [...store.graph.nodes()]
    .map(({ file }) => ({ file, stat: project.files.stat(file) }))
    .find(({ stat }) => stat !== undefined && stat.modified > project.host.now() + DAY_MS)
  return [
    broken.length === 0
      ? ok('cards', `${store.graph.header.node_count} cards, none broken`)
      : bad('cards', 'error', `${broken.length} errors in cards, the first in ${broken[0]!.file ?? STORE}`, 'Run `pmem verify`.'),
    stale.length === 0
      ? ok('indexes', 'the indexes are what the cards give')
      : bad('indexes', stale[0]!.severity, `${stale[0]!.file}: ${stale[0]!.message}`, stale[0]!.fix),
    faults.length === 0
      ? ok('ledger', 'every line of the ledger is read')
      : bad(
          'ledger',
          'warning',
          `${faults.length} lines are no event, the first in ${faults[0]!.file}:${faults[0]!.line}`,
          'Run `pmem verify`.',
        ),
    future === undefined
      ? ok('clock', 'no card is newer than the clock')
      : bad(
          'clock',
          'warning',
          `${future.file} was changed in the future`,
          'Set the clock of this machine; ages are counted by it.',
        ),
  ]
}
const DAY_MS = 86_400_000

function inGit({ host, root, files }: Project): readonly DoctorCheck[] {
  if (host.git(root, ['rev-parse', '--is-inside-work-tree'])?.trim() !== 'true')
    return [ok('git', 'no git here; changes are known by content')]
  const ignored = host.git(root, ['check-ignore', `${STORE}/indexes/graph.json`, `${STORE}/local/x`])
  const lines = (ignored ?? '').split('\n').filter((line) => line !== '').length
  const attributes = `${textOf(files, '.gitattributes')}${textOf(files, `${STORE}/.gitattributes`)}`
  const wantsDriver = /\bmerge=pmem\b/.test(attributes)
  const driver = host.git(root, ['config', '--get', 'merge.pmem.driver'])?.trim() ?? ''
  return [
    lines === 2
      ? ok('git', 'indexes and local files are ignored by git')
      : bad(
          'git',
          'warning',
          'indexes or local files are not ignored by git',
          `Add "indexes/", "local/" and ".lock" to ${STORE}/.gitignore.`,
        ),
    wantsDriver && driver !== ''
      ? ok('merge', 'git merges cards with pmem')
      : wantsDriver
        ? bad('merge', 'warning', '.gitattributes asks for a merge driver that this clone does not have', MERGE_FIX)
        : ok('merge', 'git merges cards by lines; `pmem integration install git` lets it do it by fields'),
  ]
}
const MERGE_FIX = 'Run `pmem integration install git`.'

/** Whether agents are told of the memory, and whether what was installed for them is as this version installs it. */
function agents(context: Context, project: Project, language: 'en' | 'zh-CN'): readonly DoctorCheck[] {
  const place = workplace(context, project, { language })
  const { desk, setting } = place
  const states = INTEGRATIONS.map((one) => lookedAt(place, one)).filter(({ state }) => state !== 'absent')
  const drifted = states.filter(({ state, name }) => state === 'drifted' && name !== agentsMd.name).map(({ name }) => name)
  const others = states.filter(({ name }) => name !== agentsMd.name).map(({ name }) => name)
  const outdated = storeTemplates(language, VERSION).filter((piece) => setting.exists(piece.path) && !desk.holds(piece))
  const names = drifted.join(' ')
  return [
    told(place, states),
    drifted.length > 0
      ? bad('integrations', 'warning', `not as this version installs it: ${names}`, `Run \`pmem integration install ${names}\`.`)
      : outdated.length > 0
        ? bad(
            'integrations',
            'warning',
            `${outdated[0]!.path} is of another version, or was edited`,
            'Run `pmem integration install agents-md`.',
          )
        : ok('integrations', others.length === 0 ? 'none; `pmem integration list` shows which there are' : others.join(', ')),
  ]
}

function told({ project: { files }, desk, setting }: Workplace, states: readonly IntegrationState[]): DoctorCheck {
  const { state = 'absent' } = states.find(({ name }) => name === agentsMd.name) ?? {}
  if (state === 'installed' || (state === 'absent' && /\bpmem\b/.test(textOf(files, 'AGENTS.md'))))
    return ok('agents', 'AGENTS.md tells agents of pmem')
  if (state === 'absent')
    return bad('agents', 'warning', 'AGENTS.md says nothing of pmem', 'Run `pmem integration install agents-md`.')
  const [done] = desk.apply(agentsMd, setting, 'install', false)
  return done?.action === 'refused'
    ? bad(
        'agents',
        'warning',
        `AGENTS.md: ${(done.reason ?? '').split('\n')[0]!.replace(/:$/, '')}`,
        'Move your text out of the block.',
      )
    : bad(
        'agents',
        'warning',
        'the block of pmem in AGENTS.md is of another version',
        'Run `pmem integration install agents-md`.',
      )
}

function own({ host }: Context): DoctorCheck {
  const root = globalRoot(host)
  if (root === undefined) return ok('own store', 'nobody says where it would lie; set PMEM_HOME to have one')
  return ok('own store', host.isFolder(host.resolve(root, STORE)) ? root : `none yet; it would lie in ${root}`)
}

function textOf(files: Project['files'], path: string): string {
  const bytes = files.read(path)
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
  return decoded?.ok === true ? decoded.text : ''
}
