/** A card in a picture of the memory. */
export type GraphPoint = {
  readonly id: string
  readonly type: string
  readonly title: string
  readonly status: string | null
  readonly stale: boolean
  readonly suspect: boolean
}
export type GraphLine = {
  readonly from: string
  readonly to: string
  readonly type: string
  readonly source: string
  readonly confidence: number
}

/** What `graph` draws; edges only between cards that are in it. */
export type GraphData = {
  readonly cards: readonly GraphPoint[]
  readonly edges: readonly GraphLine[]
  /** Cards that match, drawn or not. */
  readonly total: number
  readonly complete: boolean
}

/** A card on the page, with its place. Trust 0 to 1; the text may be cut. */
export type PageCard = GraphPoint & {
  readonly file: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly updated: string | null
  readonly verified: string | null
  readonly stale_reasons: readonly string[]
  readonly trust: number
  readonly body: string
  readonly x: number
  readonly y: number
}

/** Everything the page shows. Edges name cards by their place in the list, so that a page of many stays small. */
export type PageData = {
  readonly project: string
  readonly stage: string
  /** The UTC day the page was made for. */
  readonly day: string
  readonly cards: readonly PageCard[]
  readonly edges: readonly (readonly [from: number, to: number, type: string, source: string])[]
  /** Secret cards that are not on the page. */
  readonly secret: number
}
export type ViewData = {
  readonly file: string | null
  readonly url: string | null
  readonly cards: number
  readonly edges: number
  readonly secret: number
  readonly bytes: number
}
