import { decodeUtf8 } from '../card/content.ts'
import type { Integration, Setting } from '../integrations/piece.ts'
import type { IntegrationState } from '../model/integration.ts'
import type { Project } from '../store/project.ts'
import type { Context } from './context.ts'
import { type Desk, openDesk } from './integration-plan.ts'

/** A project with the desk its files are worked on, and what the texts of integrations are made of. */
export type Workplace = { readonly project: Project; readonly desk: Desk; readonly setting: Setting }

type Wanted = Partial<Setting['options']> & { readonly language?: Setting['language'] }

export function workplace(
  context: Context,
  project: Project,
  { language, claudeMd = false, preCommit = false }: Wanted = {},
): Workplace {
  const { files, host, root } = project
  const setting: Setting = {
    language: language ?? context.manifest().project.language,
    commands: context.commands(),
    exists: (path) => files.stat(path) !== undefined,
    textOf(path) {
      const bytes = files.read(path)
      const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
      return decoded?.ok === true ? decoded.text : undefined
    },
    options: { claudeMd, preCommit },
    gitPath: (name) => gitPath(context, root, name),
  }
  return { project, desk: openDesk(host, files), setting }
}

/** The project shows signs of being used with it. */
export const isDetected = ({ signs }: Integration, { exists }: Setting): boolean => signs.some(exists)

/** How an integration stands, nothing done yet. */
export const lookedAt = ({ desk, setting }: Workplace, one: Integration): IntegrationState => ({
  name: one.name,
  title: one.title,
  state: desk.state(one, setting),
  detected: isDetected(one, setting),
  files: [],
  hooks: [],
  notes: [],
})

/** Where git keeps something of its own, if that is below the root of the project. */
function gitPath({ host }: Context, root: string, name: string): string | undefined {
  const path = host.git(root, ['rev-parse', '--git-path', name])?.replace(/\r?\n$/, '')
  const inner = path?.replaceAll('\\', '/').replace(/^\.\//, '')
  return inner === undefined || inner === '' || inner.startsWith('/') || inner.startsWith('..') || /^[A-Za-z]:/.test(inner)
    ? undefined
    : inner
}
