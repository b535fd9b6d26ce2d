import { newCard } from '../card/serialize.ts'
import { bodyTemplate } from '../card/template.ts'
import type { CardId } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { applyPlan } from '../store/apply.ts'
import { withLock } from '../store/lock.ts'
import { refreshStore } from '../store/refresh.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { cardPlace } from './card-place.ts'
import { command } from './command.ts'
import { cardType } from './list.ts'
import { refuseSecrets, SECRETS_FLAG } from './secret-check.ts'

export const newCommand = command({
  name: 'new',
  summary: 'Write a new card from the template of its type',
  operands: { kind: 'text', first: 'type', name: 'title' },
  flags: {
    id: { kind: 'text', placeholder: 'ID', doc: 'The id, instead of <type>.<slug of the title>' },
    tag: { kind: 'list', placeholder: 'TAG', doc: 'A tag; may be given several times' },
    summary: { kind: 'text', placeholder: 'TEXT', doc: 'One or two sentences' },
    status: { kind: 'text', placeholder: 'STATUS', doc: 'The status (default: draft)' },
    ...SECRETS_FLAG,
    dryRun: { kind: 'bool', doc: 'Print the card and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  examples: [
    'pmem new decision "Use JSON for the indexes"',
    'pmem new module 存储 --tag core',
    'pmem new task "Write the README" --dry-run',
  ],
  run(context, [type = '', title = ''], { id, tag, summary, status, allowSecrets, dryRun }) {
    refuseSecrets('the card', [title, id ?? null, ...tag, summary ?? null, status ?? null], allowSecrets)
    const project = context.project()
    const { host, files } = project
    const write = (): { op: WriteOp & { op: 'put' }; id: CardId } => {
      const { manifest, graph } = refreshStore(project, { write: { kind: 'never' } })
      const kind = cardType(type, manifest.schema.cardTypes)
      const name = title.trim().replace(/\s+/g, ' ')
      const named = cardPlace(project, manifest, graph, kind, name, { given: id })
      const fields = new Map<string, string | readonly string[]>([['status', status ?? 'draft']])
      if (tag.length > 0) fields.set('tags', tag)
      if (summary !== undefined) fields.set('summary', summary)
      const today = isoDate(dayOf(context.now))
      fields.set('created', today)
      fields.set('updated', today)
      const text = newCard({
        id: named.id,
        type: kind,
        title: name,
        fields,
        body: bodyTemplate(kind, name, manifest.project.language),
      })
      return { op: { op: 'put', path: named.path, text, expect: 'absent' }, id: named.id }
    }
    const outcome = (op: WriteOp & { op: 'put' }, cardIdOf: CardId) =>
      ({
        kind: 'written',
        exit: 0,
        data: { id: cardIdOf, file: op.path, written: dryRun ? [] : [op.path], diff: op.text, dry_run: dryRun },
      }) as const
    if (dryRun) {
      const { op, id: made } = write()
      return outcome(op, made)
    }
    const { lockPath: path, timeoutMs } = context.manifest().concurrency
    return withLock(host, files, { path, timeoutMs }, (lock) => {
      const { op, id: made } = write()
      applyPlan(host, files, { ops: [op] }, lock)
      refreshStore(project, { write: { kind: 'held', lock } })
      return outcome(op, made)
    })
  },
})
