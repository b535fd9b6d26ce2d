import { card, type Json, type Ran, type World, world } from './world.ts'

export const LOCK = 'src/lock.ts'
export const FLAGS = '.pmem/local/flags.jsonl'
export const FILES = {
  [LOCK]: 'const wait = 5\n',
  'src/other.ts': 'export {}\n',
  ...card(
    'module.store',
    `title: Store\nsummary: Holds one lock while it writes\nsource_files: [${LOCK}]\nupdated: 2026-07-01`,
    'The store takes the lock before it plans.\n',
  ),
  ...card('module.other', 'title: Other\nsummary: Something else\nsource_files: [src/other.ts]'),
  ...card(
    'decision.no-moment',
    'title: No date library\nstatus: accepted\nguards:\n  - { dependency: moment, message: Days are enough }\n  - { command: git push --force, message: Others lose work }',
  ),
}
export const settled = (files: Readonly<Record<string, string>> = {}): World => {
  const w = world({ ...FILES, ...files })
  w.run('rebuild')
  return w
}
export const PAYLOAD = { session_id: 's1', cwd: '/project' }
export const raw = (w: World, stdin: string, ...argv: readonly string[]): Ran => w.second({ stdin }).run('hook', ...argv)
export const hook = (w: World, event: string, payload: Json = {}): Ran =>
  raw(w, JSON.stringify({ ...PAYLOAD, ...payload }), event)
export const said = (ran: Ran): string => (ran.stdout === '' ? '' : ran.json.hookSpecificOutput.additionalContext)
export const edit = (path: string, added = 'const wait = 6\n'): Json => ({
  tool_name: 'Edit',
  tool_input: { file_path: path, old_string: 'const wait = 5\n', new_string: added },
})
export const edited = (w: World, path = `/project/${LOCK}`): Ran => hook(w, 'post-tool', edit(path))
export const dirty = (w: World): readonly string[] => w.run('status', '--json').json.dirty.map(({ id }: Json) => id)
