import { PmemError } from '../model/error.ts'
import type { NewEvent } from '../model/event.ts'
import type { GraphNode } from '../model/graph.ts'
import { type CardId, cardId, isSlugId, type ProjectPath, pathOf } from '../model/ids.ts'
import { hasEnded, type Ledger, readLedger } from '../store/ledger.ts'
import { foldName } from '../text/fold.ts'
import { type Named, referencesTo } from '../update/references.ts'
import { planRename } from '../update/rename.ts'
import { isFreeSlug, namedCard } from './card-names.ts'
import { changed } from './changed.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { cardFile, hotTextFiles, ownCards, performWrite, writableCard } from './planned-write.ts'
import { resolveCard } from './resolve.ts'

export const rename = command({
  name: 'rename',
  summary: 'Give a card another id, and change every reference to it',
  operands: { kind: 'words', names: ['id', 'new-id'] },
  flags: { ...GLOBAL_FLAG, dryRun: { kind: 'bool', doc: 'Print the diff and write nothing' } },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem rename module.auth module.login', 'pmem rename task.a task.b --dry-run'],
  exits: '0 renamed, or it was already; 1 there is no such card',
  run(context, [name = '', newName = ''], { dryRun }) {
    const project = context.project()
    const done = performWrite(context, { dryRun, ask: false }, (store) => {
      const { graph } = store
      const newId = newIdOf(newName)
      const there = graph.node(newId)
      const isDone = there !== undefined && !there.aliases.includes(name) && graph.node(name as CardId) === undefined
      if (isDone && hasEnded(project, name, renamedTo(newId)))
        return { ops: [], events: [], data: { id: newId, file: there.file, notes: [`${name} is called ${newId} already`] } }
      const node = resolveCard(graph, name)
      const card = writableCard(project, node)
      const old = node.id === newId ? formerName(node, name) : namedCard(graph, node)
      const twin = node.id === newId ? undefined : graph.node(newId)
      const path = twin?.file ?? renamedFile(node.file, node.id, newId, (wanted) => project.files.stat(wanted) !== undefined)
      const slug = newId.slice(newId.indexOf('.') + 1)
      const newSlug = isFreeSlug(graph, slug, [node.id, newId]) ? slug : newId
      const others = ownCards(project, store).filter(({ node: other }) => other.id !== node.id)
      const outside = [...graph.nodes()].filter(
        (other) => other.external === true && referencesTo(old, cardFile(project, other).text, other.file).length > 0,
      )
      const ops = planRename(
        { card, old, newId, newSlug, path },
        others.filter(({ node: other }) => other.id !== newId),
        hotTextFiles(project),
      )
      // A rename that was killed at its last step left both files: the same text under the new id is no other card.
      const done =
        twin !== undefined && ops.some((op) => op.op === 'put' && op.path === path && op.text === cardFile(project, twin).text)
      const taken = graph.names(foldName(newId)).some((hit) => hit.kind === 'id' && hit.id !== node.id)
      if (taken && !done)
        throw new PmemError('USAGE', `there is a card ${newId} already`, { fix: 'Choose another id, or remove that card first.' })
      return {
        ops: done ? ops.filter((op) => op.path !== path) : ops,
        events: carriedOver(readLedger(project), old.id as CardId, newId),
        data: {
          id: newId,
          file: path,
          notes: outside.map(({ file }) => `${file} still says ${old.id}; pmem never writes documents outside the store`),
        },
      }
    })
    return changed(done, dryRun, { action: 'rename', id: done.data.id, file: done.data.file, notes: done.data.notes })
  },
})

const renamedTo = (id: CardId): string => `renamed to ${id}`

/** Flags, verification and learning of a card under its new id: the ledger is never edited, so they are told again. */
function carriedOver({ dirty, verified, learning }: Ledger, old: CardId, id: CardId): readonly NewEvent[] {
  const flags = dirty.get(old) ?? []
  const seen = verified.get(old)
  return [
    ...(seen === undefined ? [] : [{ k: 'verified' as const, c: id, sources: seen.sources }]),
    ...flags.map(({ reason, files }) => ({ k: 'dirty' as const, c: id, reason, ...(files.length === 0 ? {} : { files }) })),
    ...(learning.get(old) === undefined ? [] : [{ k: 'renamed' as const, c: id, from: old }]),
    { k: 'resolved' as const, c: old, reason: renamedTo(id) },
  ]
}

/** What a card was called whose rename was killed: its new id stands there, its old names are among its aliases. */
function formerName({ id, aliases, file }: GraphNode, name: string): Named {
  const old = aliases.find((alias) => alias === name || alias.endsWith(`.${name}`)) ?? id
  const slug = old.slice(old.indexOf('.') + 1)
  return { id: old, slug: aliases.indexOf(slug) > aliases.indexOf(old) ? slug : undefined, cased: false, file }
}

function newIdOf(text: string): CardId {
  const id = cardId(text)
  if (id === undefined || !isSlugId(id))
    throw new PmemError('USAGE', `${JSON.stringify(text)} is no id of the form <type>.<slug>`, {
      fix: 'Write it as module.name: letters, digits, `_`, `-` and `.`.',
    })
  return id
}

/** The file follows its id where it was called after it, and its new name is free; else it keeps its name. */
function renamedFile(file: ProjectPath, oldId: string, newId: string, isTaken: (path: string) => boolean): ProjectPath {
  const slash = file.lastIndexOf('/') + 1
  const slug = (id: string): string => id.slice(id.indexOf('.') + 1)
  if (file.slice(slash) !== `${slug(oldId)}.md` || slug(oldId) === slug(newId)) return file
  const path = pathOf(file.slice(0, slash - 1), `${slug(newId)}.md`)
  return isTaken(path) ? file : path
}
