/** What `integration` did or found, for each agent it was about. */
export type IntegrationsData = {
  readonly action: 'list' | 'install' | 'verify' | 'remove'
  readonly integrations: readonly IntegrationState[]
  readonly written: readonly string[]
  readonly removed: readonly string[]
  /** Unified diff over all files. */
  readonly diff: string
  readonly dry_run: boolean
}
export type IntegrationState = {
  readonly name: string
  readonly title: string
  /** Before the command: `drifted` is installed, but not as this version would. */
  readonly state: 'absent' | 'installed' | 'drifted'
  /** The project shows signs of being used with it. */
  readonly detected: boolean
  readonly files: readonly {
    readonly path: string
    readonly action: 'created' | 'changed' | 'removed' | 'same' | 'absent' | 'left' | 'refused'
    readonly reason: string | null
    readonly line: number | null
    /** What to paste by hand where a file is refused; '' elsewhere. */
    readonly snippet: string
  }[]
  /** Only of `verify`: each hook, run with a sample. */
  readonly hooks: readonly {
    readonly event: string
    /** What the host calls the event. */
    readonly name: string
    readonly ok: boolean
    readonly status: number | null
    readonly milliseconds: number
    readonly message: string | null
  }[]
  readonly notes: readonly string[]
}
