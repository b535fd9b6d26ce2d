import { maskSecrets } from '../guard/secrets.ts'
import type { CardId } from '../model/ids.ts'
import type { IndexState } from '../model/index-state.ts'
import type { Footer, Omission } from '../model/recall.ts'
import type { Receipt, SeenSignals } from '../model/receipt.ts'
import { VERSION } from '../model/version.ts'
import { headCommit } from '../store/git-head.ts'
import { type Ledger, ledgerMark } from '../store/ledger.ts'
import type { OpenStore } from '../store/open.ts'
import { manifestMark, signReceipt } from '../store/receipts.ts'
import { dayOf, isoDate } from '../text/day.ts'

/** Makes the receipts of one command: what was asked stands fixed, the cards follow what is shown. */
export function receiptMaker(
  now: number,
  store: OpenStore,
  ledger: Ledger,
  command: string,
  args: Receipt['args'],
  seen?: () => SeenSignals | undefined,
): (ids: readonly CardId[]) => Receipt {
  // A credential in a question is not kept.
  const cleaned = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === 'string' ? maskSecrets(value) : value]),
  )
  let head: string | null | undefined
  // A packer asks for one receipt after the other.
  const marks = { ledger: ledgerMark(ledger), manifest: manifestMark(store.manifest) }
  return (ids) => {
    head ??= headCommit(store.project.host, store.project.root)
    const signals = seen?.()
    return signReceipt({
      command,
      args: cleaned,
      now: isoDate(dayOf(now)),
      pmem_version: VERSION,
      head,
      source_hash: store.graph.header.source.source_hash,
      cards: ids.map((id) => ({ id, hash: store.graph.node(id)!.hash })),
      ...marks,
      ...(signals === undefined ? {} : { signals }),
    })
  }
}

/** The footer of a packed answer. */
export function footerOf(
  store: OpenStore,
  receipt: Receipt,
  parts: {
    readonly shown: number
    readonly total: number
    readonly omitted: readonly Omission[]
    readonly budget: number | undefined
    readonly over: boolean
    readonly stale: number
  },
): Footer {
  const { shown, total, omitted, budget, over, stale } = parts
  return {
    shown,
    total,
    omitted,
    budget: budget ?? null,
    over_budget: over,
    stale,
    index: settled(store.state),
    receipt: receipt.id,
  }
}

/** An index that was just brought up to date is as good as one that was: the same cards give the same bytes, also right after an edit. */
const settled = (state: IndexState): IndexState =>
  state.status === 'refreshed' ? { ...state, status: 'fresh', changed: 0, note: null } : state
