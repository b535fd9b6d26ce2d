import { PmemError } from '../model/error.ts'
import type { CardId, ProjectPath } from '../model/ids.ts'
import type { ChangedData } from '../model/written.ts'
import { hasEnded } from '../store/ledger.ts'
import type { Project } from '../store/project.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { liveDependents } from '../update/cascade.ts'
import { gravePath, planForget, tombstone } from '../update/forget.ts'
import { referencesTo } from '../update/references.ts'
import { namedCard } from './card-names.ts'
import { changed } from './changed.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { cardFile, hotTextFiles, ownCards, performWrite, textFile, writableCard } from './planned-write.ts'
import { resolveCard } from './resolve.ts'
import { SECRETS_FLAG } from './secret-check.ts'

const FORGOTTEN = 'forgotten'
type Forgotten = Pick<ChangedData, 'id' | 'file' | 'flagged' | 'notes'>

export const forget = command({
  name: 'forget',
  summary: 'Take a card out of the memory for good: its file goes to the archive, references to it are removed',
  operands: { kind: 'words', names: ['id'] },
  flags: {
    ...GLOBAL_FLAG,
    reason: { kind: 'text', placeholder: 'TEXT', doc: 'Why it is forgotten; kept in the archived file' },
    ...SECRETS_FLAG,
    dryRun: { kind: 'bool', doc: 'Print the diff and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  examples: [
    'pmem forget fact.old-port --reason "the service is gone"',
    'pmem forget module.x --reason "written by mistake" --dry-run',
  ],
  exits: '0 forgotten, or it was already; 1 there is no such card',
  run(context, [name = ''], { reason, allowSecrets, dryRun }) {
    const because = reason?.trim() ?? ''
    if (because === '')
      throw new PmemError('USAGE', 'forget needs --reason', { fix: 'Say why: `pmem forget <id> --reason "..."`.' })
    const project = context.project()
    const done = performWrite<Forgotten>(context, { dryRun, ask: true, allowSecrets }, (store) => {
      const { graph } = store
      if (graph.node(name as CardId) === undefined && hasEnded(project, name, FORGOTTEN))
        return { ops: [], events: [], data: { id: name, file: null, flagged: [], notes: [`${name} is forgotten already`] } }
      const node = resolveCard(graph, name)
      if (node.external === true)
        throw new PmemError('CARD_INVALID', `${node.id} is a document outside the store, which pmem never writes`, {
          where: { path: node.file },
          fix: `Add ${JSON.stringify(node.file)} to auto_update.ignore_patterns of .pmem/manifest.yml, or remove the file.`,
        })
      const card = writableCard(project, node)
      const named = namedCard(graph, card.node)
      const others = ownCards(project, store).filter(({ node }) => node.id !== card.node.id)
      const flagged = liveDependents(graph, card.node.id).map((id) => ({
        id,
        reason: `${card.node.id} was forgotten: ${because}`,
      }))
      const outside = [...graph.nodes()].filter(
        (node) => node.external === true && referencesTo(named, cardFile(project, node).text, node.file).length > 0,
      )
      const text = tombstone(card, isoDate(dayOf(context.now)), because)
      const { path: grave, exists } = graveOf(project, card.node.file, text)
      return {
        ops: planForget(
          card,
          named,
          exists ? undefined : { op: 'put', path: grave, text, expect: 'absent' },
          others,
          hotTextFiles(project),
        ),
        events: [
          { k: 'resolved' as const, c: card.node.id, reason: FORGOTTEN },
          ...flagged.map((one) => ({ k: 'dirty' as const, c: one.id, reason: one.reason })),
        ],
        data: {
          id: card.node.id,
          file: grave,
          flagged,
          notes: outside.map(({ file }) => `${file} still names ${card.node.id}; pmem never writes documents outside the store`),
        },
      }
    })
    return changed(done, dryRun, { action: 'forget', ...done.data })
  },
})

/** A free place for the tombstone, or the one where it stands already: a run that was killed dug it. */
function graveOf(project: Project, file: string, text: string): { readonly path: ProjectPath; readonly exists: boolean } {
  for (let number = 1; ; number += 1) {
    const path = gravePath(file, number)
    const standing = textFile(project, path).text
    if (standing === undefined || standing === text) return { path, exists: standing !== undefined }
  }
}
