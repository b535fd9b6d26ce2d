import { decodeUtf8 } from '../card/content.ts'
import { readDiff } from '../guard/diff.ts'
import { CHECK_LIMITS, checkProposed } from '../guard/tripwires.ts'
import { PmemError } from '../model/error.ts'
import type { Proposed } from '../model/guard.ts'
import type { Project } from '../store/project.ts'
import { command, READ_FLAGS } from './command.ts'
import type { Context } from './context.ts'
import { guardedCards } from './guarded-cards.ts'

export const check = command({
  name: 'check',
  summary: 'Warn where a change repeats an approach that was rejected: the guards of cards against a diff',
  operands: { kind: 'words', names: ['-'], optional: 1 },
  flags: {
    diff: { kind: 'text', placeholder: 'FILE', doc: 'Read a unified diff from a file; `-`, or - alone, reads it from stdin' },
    staged: { kind: 'bool', doc: 'Look at what is staged in git instead of all that is not committed' },
    command: { kind: 'list', placeholder: 'TEXT', doc: 'Look at a command line that is about to be run' },
    ...READ_FLAGS,
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem check', 'pmem check --staged', 'pmem check - < change.diff', 'pmem check --command "npm install moment"'],
  exits: '0 no guard matches, 1 one does',
  run(context, [dash], { diff, staged, command: commands }) {
    if (dash !== undefined && dash !== '-')
      throw new PmemError('USAGE', `check takes - for stdin, not ${JSON.stringify(dash)}`, {
        fix: 'Write --diff FILE for a file.',
      })
    if ([dash !== undefined, diff !== undefined, staged].filter(Boolean).length > 1)
      throw new PmemError('USAGE', '-, --diff and --staged exclude each other')
    const files = changed(context, dash ?? diff, staged, commands.length > 0)
    const proposed: Proposed = { files, commands }
    const cards = guardedCards(context.store().graph)
    const { hits, cut } = checkProposed(cards, proposed)
    return {
      kind: 'checked',
      exit: hits.length === 0 ? 0 : 1,
      data: {
        hits,
        guards: cards.reduce((sum, { guards }) => sum + guards.length, 0),
        files: files.length,
        added_lines: files.reduce((sum, { added }) => sum + added.length, 0),
        cut,
      },
    }
  },
})

/** What is given, or what is not committed. */
function changed(context: Context, source: string | undefined, staged: boolean, hasCommands: boolean): Proposed['files'] {
  const { host } = context
  if (source === '-') return readDiff(host.stdin())
  if (source !== undefined) return readDiff(fileText(context, source))
  if (hasCommands && !staged) return []
  const project = context.project()
  const diff = (...args: readonly string[]): string | undefined => host.git(project.root, [...DIFF, ...args])
  // Before the first commit there is no HEAD: then all that is staged is new.
  const text = staged ? diff('--cached') : (diff('HEAD') ?? diff('--cached'))
  if (text === undefined)
    throw new PmemError('USAGE', 'there is no git here to ask for a change', {
      fix: 'Write `pmem check --diff FILE`, or pipe a diff into `pmem check -`.',
    })
  return [...readDiff(text), ...(staged ? [] : untracked(project))]
}

const DIFF = ['diff', '--no-ext-diff', '--no-color', '--relative', '--src-prefix=a/', '--dst-prefix=b/']

/** New files that git has not been told of: every line of them is added. */
function untracked({ host, files, root }: Project): Proposed['files'] {
  const names = host.git(root, ['ls-files', '--others', '--exclude-standard', '-z']) ?? ''
  const paths = names.split('\0').filter((path) => path !== '')
  return paths.slice(0, CHECK_LIMITS.files).map((path) => {
    const size = files.stat(path)?.size ?? 0
    const bytes = size > MOST_BYTES ? undefined : files.read(path)
    const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
    return { path, added: decoded?.ok === true ? decoded.text.replace(/\r?\n$/, '').split(/\r?\n/) : [] }
  })
}
/** A file above this was not written by hand. */
const MOST_BYTES = 1024 * 1024

function fileText({ host }: Context, path: string): string {
  const absolute = host.resolve(host.cwd, path)
  const folder = host.parent(absolute) ?? absolute
  const name = absolute.slice(folder.length).replace(/^[\\/]/, '')
  const bytes = host.files(folder).read(name)
  const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
  if (decoded?.ok !== true) throw new PmemError('CANNOT_READ', `cannot read ${path}`, { where: { path } })
  return decoded.text
}
