import { bodyOf } from '../card/block.ts'
import { contentForHash, decodeUtf8 } from '../card/content.ts'
import { outgoing } from '../guard/injection.ts'
import { stalenessOf } from '../query/factors.ts'
import { headOf, stepsFrom } from '../query/walk.ts'
import { command, GLOBAL_FLAG, READ_FLAGS } from './command.ts'
import { factorContext } from './factor-context.ts'
import { resolveCard } from './resolve.ts'
import { treeStep } from './tree.ts'

export const show = command({
  name: 'show',
  summary: 'Print one card: its text, its state and its edges',
  operands: { kind: 'words', names: ['id'] },
  flags: { ...GLOBAL_FLAG, ...READ_FLAGS },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem show decision.json-indexes', 'pmem show lock --json'],
  exits: '0 shown, 1 there is no such card',
  run(context, [name = '']) {
    const { graph, manifest, project, state } = context.store()
    const node = resolveCard(graph, name)
    const bytes = node.secret ? undefined : project.files.read(node.file)
    const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
    const head = headOf(graph, node.id)
    return {
      kind: 'show',
      exit: 0,
      data: {
        id: node.id,
        type: node.type,
        title: node.title,
        status: node.status,
        file: node.file,
        tags: node.tags,
        aliases: node.secret === true ? [] : node.aliases,
        summary: node.summary,
        updated: node.updated,
        last_verified: node.last_verified,
        source_files: node.source_files,
        stale_reasons: stalenessOf(node, factorContext(context, manifest, 'few')).reasons,
        superseded_by: head === node.id ? null : head,
        secret: node.secret === true,
        body: decoded?.ok === true ? outgoing(bodyOf(contentForHash(decoded.text)).body) : '',
        edges: stepsFrom(graph, node.id).map((step) => treeStep({ ...step, depth: 1, known: false })),
        index: state,
      },
    }
  },
})
