/** How the indexes stood when a question was answered. */
export type IndexState = {
  /** fresh: nothing had changed; refreshed: brought up to date and written; in_memory: brought up to date, not written; not_refreshed: answered from the old index on request. */
  readonly status: 'fresh' | 'refreshed' | 'in_memory' | 'not_refreshed'
  /** Files that had changed since the index was written. */
  readonly changed: number
  readonly cards: number
  /** Files left out because they are broken; `pmem verify` names them. */
  readonly broken: number
  readonly note: string | null
}
