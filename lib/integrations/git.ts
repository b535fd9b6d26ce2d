import { hookLine, launchLine } from './hook-command.ts'
import type { Integration, Piece, Setting } from './piece.ts'
import { launcherFile } from './usual-pieces.ts'

const NAME = 'git'

const NO_GIT =
  'git keeps its hooks and settings outside of this folder, or there is no git: no hook and no merge driver was installed'

const ifNode = (command: string): string => `if command -v node >/dev/null 2>&1; then\n  ${command}\nfi`

function script({ gitPath }: Setting, name: string, body: string, optional: boolean): readonly Piece[] {
  const folder = gitPath('hooks')
  const more = optional ? { optional: true as const } : {}
  return folder === undefined ? [] : [{ kind: 'block', path: `${folder}/${name}`, body, syntax: 'script', mode: 0o755, ...more }]
}

/** Merges cards by field and section; a machine without pmem falls back to what git does itself. */
function driver({ gitPath }: Setting): readonly Piece[] {
  const path = gitPath('config')
  const body = `[merge "pmem"]\n\tname = cards of pmem, by field and section\n\tdriver = "if command -v pmem >/dev/null 2>&1; then pmem merge-driver %O %A %B %P; else git merge-file %A %O %B; fi"`
  return path === undefined ? [] : [{ kind: 'block', path, body, syntax: 'hash', taken: /^\s*\[merge "pmem"\]/m }]
}

export const git: Integration = {
  name: NAME,
  title: 'git',
  signs: ['.git'],
  hooks: [{ event: 'post-commit', name: 'post-commit', command: hookLine('post-commit', NAME) }],
  pieces: (setting) => [
    {
      kind: 'block',
      path: '.gitattributes',
      // Lines of the ledger are events of their own: both sides of a merge count. Without the driver below git merges cards by lines.
      body: '.pmem/ledger/**/*.jsonl text eol=lf merge=union linguist-generated\n.pmem/**/*.md merge=pmem',
      syntax: 'hash',
    },
    ...driver(setting),
    ...script(setting, 'post-commit', ifNode(`${hookLine('post-commit', NAME)} </dev/null || :`), false),
    ...script(setting, 'pre-commit', ifNode(`${launchLine('verify')} </dev/null >&2 || exit 1`), !setting.options.preCommit),
    launcherFile(),
  ],
  notes: ({ gitPath, options }) => [
    ...(gitPath('hooks') === undefined ? [NO_GIT] : []),
    ...(options.preCommit || gitPath('hooks') === undefined ? [] : ['--pre-commit also runs pmem verify before each commit']),
  ],
}
