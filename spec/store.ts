import type { OpenStore } from '../lib/store/open.ts'
import { openProjectAt } from '../lib/store/project.ts'
import { rebuildStore } from '../lib/store/refresh.ts'
import { world } from './world.ts'

/** The indexes of these files, built in memory: `store({ ...card('module.a'), ...card('task.b') })`. */
export function store(files: Readonly<Record<string, string>>): OpenStore {
  return rebuildStore(openProjectAt(world(files).host, '/project'), { write: { kind: 'never' } }).store
}
