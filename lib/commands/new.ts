import { newCard } from '../card/serialize.ts'
import { bodyTemplate } from '../card/template.ts'
import { PmemError } from '../model/error.ts'
import type { GraphIndex } from '../model/graph.ts'
import { type CardId, cardId, type ProjectPath, pathOf } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import type { WriteOp } from '../model/plan.ts'
import { applyPlan } from '../store/apply.ts'
import { withLock } from '../store/lock.ts'
import { type Project, STORE } from '../store/project.ts'
import { refreshStore } from '../store/refresh.ts'
import { readStatCache } from '../store/stat-cache.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { foldName } from '../text/fold.ts'
import { slug } from '../text/slug.ts'
import { VERSION } from '../model/version.ts'
import { command } from './command.ts'
import { cardType } from './list.ts'

export const newCommand = command({
  name: 'new',
  summary: 'Write a new card from the template of its type',
  operands: { kind: 'text', first: 'type', name: 'title' },
  flags: {
    id: { kind: 'text', placeholder: 'ID', doc: 'The id, instead of <type>.<slug of the title>' },
    tag: { kind: 'list', placeholder: 'TAG', doc: 'A tag; may be given several times' },
    summary: { kind: 'text', placeholder: 'TEXT', doc: 'One or two sentences' },
    status: { kind: 'text', placeholder: 'STATUS', doc: 'The status (default: draft)' },
    dryRun: { kind: 'bool', doc: 'Print the card and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem new decision "Use JSON for the indexes"', 'pmem new module 存储 --tag core', 'pmem new task "Write the README" --dry-run'],
  run(context, [type = '', title = ''], { id, tag, summary, status, dryRun }) {
    const project = context.project()
    const { host, files } = project
    const write = (): { op: WriteOp & { op: 'put' }; id: CardId } => {
      const { manifest, graph } = refreshStore(project, readStatCache(files, VERSION), { write: { kind: 'never' }, full: false }).store
      const kind = cardType(type, manifest.schema.cardTypes)
      const name = title.trim().replace(/\s+/g, ' ')
      const named = placeFor(project, manifest, graph, kind, name, id)
      const fields = new Map<string, string | readonly string[]>([['status', status ?? 'draft']])
      if (tag.length > 0) fields.set('tags', tag)
      if (summary !== undefined) fields.set('summary', summary)
      const today = isoDate(dayOf(context.now))
      fields.set('created', today)
      fields.set('updated', today)
      const text = newCard({ id: named.id, type: kind, title: name, fields, body: bodyTemplate(kind, name, manifest.project.language) })
      return { op: { op: 'put', path: named.path, text, expect: 'absent' }, id: named.id }
    }
    const outcome = (op: WriteOp & { op: 'put' }, cardIdOf: CardId) =>
      ({ kind: 'written', exit: 0, data: { id: cardIdOf, file: op.path, written: dryRun ? [] : [op.path], diff: op.text, dry_run: dryRun } }) as const
    if (dryRun) {
      const { op, id: made } = write()
      return outcome(op, made)
    }
    const { lockPath: path, timeoutMs } = context.manifest().concurrency
    return withLock(host, files, { path, timeoutMs }, (lock) => {
      const { op, id: made } = write()
      applyPlan(host, files, { ops: [op] }, lock)
      refreshStore(project, readStatCache(files, VERSION), { write: { kind: 'held', lock }, full: false })
      return outcome(op, made)
    })
  },
})

/** An id and a file nobody has, also where upper and lower case are one. A given id is taken as it is or refused. */
function placeFor(project: Project, manifest: Manifest, graph: GraphIndex, type: string, title: string, given: string | undefined): { readonly id: CardId; readonly path: ProjectPath } {
  const folder = `${STORE}/${manifest.schema.typeDirs[type] ?? `${type}s`}`
  const base = slug(given === undefined ? title : given.slice(given.indexOf('.') + 1), project.host.sha256)
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`
    const id = cardId(given ?? `${type}.${name}`)
    if (id === undefined) throw new PmemError('USAGE', `${JSON.stringify(given ?? title)} cannot be an id`)
    const path = pathOf(folder, `${name}.md`)
    const taken = graph.names(foldName(id)).some((hit) => hit.kind === 'id')
    if (taken && given !== undefined) throw new PmemError('USAGE', `there is a card ${given} already`, { fix: 'Choose another --id.' })
    if (!taken && isFree(project, folder, `${name}.md`)) return { id, path }
  }
}

const isFree = ({ files }: Project, folder: string, name: string): boolean =>
  !(files.list(folder) ?? []).some((entry) => entry.name.normalize('NFC').toLowerCase() === name.normalize('NFC').toLowerCase())
