import type { Dialect } from '../integrations/hook-dialect.ts'
import type { HookInput } from '../integrations/hook-input.ts'
import type { Context } from './context.ts'

/** What a hook has to say, and what it keeps once that is out. */
export type Said = {
  /** For the agent. */
  readonly text?: string
  /** For the person, where the agent is not told. */
  readonly warning?: string
  /** For the person, on stderr, where there is no host to tell. */
  readonly note?: string
  readonly keep?: () => void
}

/** What a hook answers from. */
export type Asking = { readonly context: Context; readonly input: HookInput; readonly dialect: Dialect }
