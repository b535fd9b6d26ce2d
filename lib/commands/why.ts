import { PmemError } from '../model/error.ts'
import type { Receipt } from '../model/receipt.ts'
import { VERSION } from '../model/version.ts'
import { observed, replayed } from '../query/observed.ts'
import { readKept } from '../store/kept.ts'
import type { OpenStore } from '../store/open.ts'
import { contentsOf } from '../store/overlay.ts'
import { changedContents, commitFiles, pastStore } from '../store/past.ts'
import type { Project } from '../store/project.ts'
import { manifestMark, readReceipt, signReceipt } from '../store/receipts.ts'
import { utcTime } from '../text/day.ts'
import { type Asked, answerTo } from './answer-to.ts'
import { command } from './command.ts'

export const why = command({
  name: 'why',
  summary: 'Give an earlier answer of ask again, from the cards as they were then; --explain shows the arithmetic',
  operands: { kind: 'words', names: ['receipt'] },
  flags: { explain: { kind: 'bool', doc: 'Show channels, factors and the arithmetic of each score' } },
  formats: ['compact', 'json', 'paths', 'pack'],
  examples: ['pmem why 1f0c9a2b3d4e', 'pmem why 1f0c9a2b3d4e --explain'],
  exits: '0 shown, 1 there is no such receipt, what it was made of is gone, or the answer was that there is none',
  run(context, [id = ''], { explain }) {
    const project = context.project()
    const receipt = readReceipt(project, id)
    if (receipt === undefined)
      throw new PmemError('NOT_FOUND', `no receipt ${JSON.stringify(id)}`, {
        fix: 'The id stands at the end of an answer; the newest 1000 are kept on this machine.',
      })
    if (receipt.command !== 'ask')
      throw new PmemError('USAGE', `${id} is a receipt of ${receipt.command}; only answers of ask are given again`, {
        fix: `Run \`pmem receipt ${id}\` to see what it was made of.`,
      })
    const past = storeOf(project, receipt)
    if (past === undefined)
      throw new PmemError('NOT_FOUND', `the cards that ${id} was made of are gone`, {
        fix: `Neither git nor what this machine kept has them; \`pmem receipt ${id}\` shows their hashes.`,
      })
    const { store, masked } = past
    const { signals, seen } = observed(replayed(receipt.signals))
    const { id: _id, cards: _cards, signals: _signals, ...same } = receipt
    const answer = answerTo(
      receipt.args as Asked,
      {
        store,
        signals,
        now: utcTime(receipt.now) ?? context.now,
        explain,
        receipt: (ids) => signed(same, store, ids, seen()),
      },
      () => undefined,
    )
    if (!isReproduced(answer as Reproducible, id))
      context.note(
        masked
          ? 'a card held a credential then, which is not kept: the answer comes out as it would without it'
          : receipt.pmem_version === VERSION
            ? 'the answer comes out otherwise than it did then: its cards are another choice'
            : `the answer was given by pmem ${receipt.pmem_version}; this is ${VERSION}, and it comes out otherwise`,
      )
    return answer
  },
})

type Reproducible = { readonly levels: number; readonly at: (level: number, over: boolean) => { readonly receipt: string } }

/** A budget cuts at one of the levels, in which format nobody knows any more. */
function isReproduced({ levels, at }: Reproducible, id: string): boolean {
  for (let level = levels; level >= 0; level -= 1) if (at(level, false).receipt === id) return true
  return false
}

const signed = (
  same: Omit<Receipt, 'id' | 'cards' | 'signals'>,
  store: OpenStore,
  ids: readonly Receipt['cards'][number]['id'][],
  signals: Receipt['signals'],
): Receipt => {
  const { command: name, args, now, pmem_version, head, source_hash, ledger, manifest } = same
  const cards = ids.map((id) => ({ id, hash: store.graph.node(id)!.hash }))
  return signReceipt({
    command: name,
    args,
    now,
    pmem_version,
    head,
    source_hash,
    cards,
    ledger,
    manifest,
    ...(signals === undefined ? {} : { signals }),
  })
}

/**
 * The memory that a receipt speaks of: what was kept over the commit of then, or that commit alone. Undefined where neither is it.
 * Where credentials were not kept its hash is another one; then the name it was kept under has to do.
 */
function storeOf(project: Project, receipt: Receipt): { readonly store: OpenStore; readonly masked: boolean } | undefined {
  const kept = readKept(project, receipt.source_hash, receipt.manifest)
  const tries = [kept, { head: receipt.head, files: new Map<string, null>(), masked: false }]
  for (const state of tries) {
    if (state === undefined) continue
    const base = state.head === null ? contentsOf(new Map()) : commitFiles(project, state.head)
    if (base === undefined) continue
    const store = pastStore(project, changedContents(base, state.files), state.head)
    const { source_hash } = store.graph.header.source
    if ((state.masked || source_hash === receipt.source_hash) && manifestMark(store.manifest) === receipt.manifest)
      return { store, masked: state.masked }
  }
  return undefined
}
