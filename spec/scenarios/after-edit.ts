import type { Ran, World } from '../world.ts'

/** What a hook says once an agent has changed the source of a verified card. */
export function afterEdit(w: World, event: string): Ran {
  w.run('verify-card', 'module.a')
  w.edit('src/a.ts', 'two')
  const payload = {
    session_id: 's',
    cwd: '/project',
    tool_name: 'Write',
    tool_input: { file_path: '/project/src/a.ts', content: 'two' },
  }
  const hook = (name: string): Ran => w.second({ stdin: JSON.stringify(payload) }).run('hook', name)
  hook('post-tool')
  return hook(event)
}
