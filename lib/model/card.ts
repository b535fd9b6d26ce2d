import type { CardId, ProjectPath, Sha256 } from './ids.ts'

export const STATUSES = [
  'draft',
  'active',
  'designing',
  'implementing',
  'blocked',
  'done',
  'completed',
  'accepted',
  'superseded',
  'archived',
  'deprecated',
] as const
export type Status = (typeof STATUSES)[number]

export const PRIORITIES = ['high', 'medium', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

/** A typed reference as it stands in the frontmatter, not yet resolved to a card. */
export type Link = {
  readonly type: EdgeType
  /** The text of the reference: an id, an alias, a title or a path. Never empty. */
  readonly target: string
  /** True where the field names the inverse (`superseded_by`): the edge runs from the target to this card. */
  readonly inverse: boolean
  readonly line: number
}

/** A reference found in the body, outside code. */
export type Mention = {
  readonly target: string
  /** wiki: `[[target]]`; link: `[text](path.md)`, relative to the card's file as written; bare: an id standing in the text. */
  readonly form: 'wiki' | 'link' | 'bare'
  /** The other side of the bar in `[[a|b]]`: some vaults write the label first. Tried when `target` names nothing. */
  readonly alternative?: string
  readonly line: number
}

/** Edge types in the order they are documented. `references` is also what a mention in the body gives. */
export const EDGE_TYPES = [
  'related_to',
  'depends_on',
  'blocks',
  'implements',
  'constrains',
  'decided_by',
  'derived_from',
  'supersedes',
  'conflicts_with',
  'next_step_of',
  'references',
  'belongs_to',
  'has_evidence',
] as const
export type EdgeType = (typeof EDGE_TYPES)[number]

export type Freshness = {
  /** Days until the card grows stale after its last verification; undefined when the manifest decides. */
  readonly ttlDays?: number
  readonly policy?: 'verify_on_related_code_change' | 'ttl' | 'never'
}

/** A condition of a rejected approach, checked against proposed changes. */
export type Guard = {
  readonly path?: string
  readonly added?: string
  readonly command?: string
  readonly dependency?: string
  readonly message: string
}

/** One Markdown file, read. Text fields keep the text as it was written, never a YAML cast of it. */
export type Card = {
  readonly id: CardId
  readonly type: string
  readonly title: string
  /** One of STATUSES, or the author's own word in lower case; null when absent. */
  readonly status: string | null
  readonly priority: Priority | null
  readonly tags: readonly string[]
  readonly aliases: readonly string[]
  /** The author's own `entities:` list. */
  readonly entities: readonly string[]
  /** What is shown and matched: the authored summary, else One-liner, Summary or Purpose, else the first paragraph; may be ''. */
  readonly summary: string
  /** The `summary:` field when it is not blank, else null. Length rules look only at this. */
  readonly authoredSummary: string | null
  /** `category:` of a fact. */
  readonly category: string | null
  readonly links: readonly Link[]
  readonly mentions: readonly Mention[]
  /** As written, `./` and backslashes normalised; an entry may end in `#symbol`. */
  readonly sourceFiles: readonly string[]
  /** ISO date or date-time as written; null when absent or unreadable. */
  readonly created: string | null
  readonly updated: string | null
  readonly lastVerified: string | null
  readonly freshness: Freshness
  /** 0 to 1; null when absent. */
  readonly confidence: number | null
  readonly trust: number | null
  readonly secret: boolean
  readonly guards: readonly Guard[]
  /** Traces: false until distilled. Other cards: null. */
  readonly distilled: boolean | null
  readonly distilledInto: readonly string[]
  readonly file: ProjectPath
  /** True for a document read where it lies, which pmem never writes. */
  readonly external: boolean
  /** True where what the file says is not shown as it stands: it holds a credential, hidden characters or orders to an agent. */
  readonly cleaned?: true
  /** Markdown after the frontmatter, line ends LF, no BOM. */
  readonly body: string
  /** Line of the file on which the body starts, from 1. */
  readonly bodyLine: number
  /** SHA-256 of the whole file, BOM dropped and line ends normalised to LF. */
  readonly hash: Sha256
}
