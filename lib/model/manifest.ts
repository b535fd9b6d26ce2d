/** `.pmem/manifest.yml`, read and completed with defaults. Keys as in the file, in camelCase. */
export type Manifest = {
  readonly version: string
  readonly pmemVersion: string | null
  readonly project: {
    readonly name: string
    readonly language: 'en' | 'zh-CN'
    readonly stage: string
    readonly domain: Domain
    readonly type: string
  }
  readonly cardGlobs: readonly string[]
  readonly sources: readonly Source[]
  readonly schema: Schema
  readonly indexes: { readonly path: string; readonly graph: Sharding; readonly keyword: Sharding }
  readonly scoring: { readonly typeWeight: Readonly<Record<string, number>>; readonly recencyDays: number; readonly hops: 1 | 2 }
  readonly recall: { readonly budget: number; readonly mode: 'brief' | 'normal' | 'deep'; readonly includeGlobal: boolean }
  readonly autoUpdate: {
    readonly enabled: boolean
    readonly onCodeChange: 'mark_dirty' | 'ignore'
    readonly onDocChange: 'mark_dirty' | 'ignore'
    readonly onMemoryChange: 'rebuild_indexes' | 'ignore'
    readonly onSessionEnd: 'prompt' | 'suggest' | 'ignore'
    readonly onGitCommit: 'suggest_trace' | 'ignore'
    readonly minTraceIntervalMinutes: number
    readonly maxAutoTracesPerDay: number
    readonly ignorePatterns: readonly string[]
    readonly tracePolicy: {
      readonly requireMeaningfulChange: boolean
      readonly requireSummary: boolean
      readonly requireRelatedNode: boolean
    }
  }
  readonly distill: {
    readonly enabled: boolean
    readonly cadenceDays: number | null
    readonly maxUndistilledTraces: number
    readonly groupBy: readonly string[]
    readonly output: { readonly updateCards: boolean; readonly updateSummaries: boolean; readonly archiveTraces: boolean }
    readonly requireConfirmation: boolean
  }
  readonly freshness: {
    readonly defaultTtlDays: number
    readonly staleOnRelatedCodeChange: boolean
    readonly requireLastVerified: boolean
  }
  readonly learning: {
    readonly log: boolean
    readonly logCap: number
    readonly warnOverCharacters: number
    readonly penaltyOverCharacters: number
  }
  readonly cardPolicy: { readonly maxTokens: number; readonly warnRelationsOver: number }
  /** Agents for which `integration install --yes` installs, beside those that the project shows signs of. */
  readonly integrations: { readonly active: readonly string[] }
  readonly concurrency: { readonly lockPath: string; readonly timeoutMs: number }
}

export type Domain = 'software' | 'novel' | 'research'
/** Documents read where they lie; `type` is the card type they count as. */
export type Source = { readonly glob: string; readonly type: string }
export type Sharding = { readonly mode: 'auto' | 'single' | 'sharded'; readonly shardAbove: number }

/** Card types, where they live and what they weigh; a preset per domain fills what the manifest leaves out. */
export type Schema = {
  readonly cardTypes: readonly string[]
  /** Folder below `.pmem` for each type. */
  readonly typeDirs: Readonly<Record<string, string>>
  readonly foundationalTypes: readonly string[]
  readonly evidenceTypes: readonly string[]
  readonly defaultType: string
}
