import { oneLine } from '../render/terminal.ts'
import { affectedNow } from '../store/affected.ts'
import { signalsOf } from '../store/signals.ts'
import type { Asking, Said } from './hook-said.ts'

const MOST_NAMED = 5

/** After a commit: a line for the person where what changed is what cards are about, as `auto_update.on_git_commit` has it. */
export function afterCommit({ context }: Asking): Said {
  const store = context.store()
  const { enabled, onGitCommit } = store.manifest.autoUpdate
  if (!enabled || onGitCommit === 'ignore') return {}
  const found = affectedNow(store, signalsOf(store, context.now, 'all'))?.affected ?? []
  const cards = [...new Set(found.filter(({ match }) => match === 'file').map(({ id }) => id))]
  if (cards.length === 0) return {}
  const named = cards.slice(0, MOST_NAMED).map(oneLine).join(', ')
  const rest = cards.length > MOST_NAMED ? ` and ${cards.length - MOST_NAMED} more` : ''
  return {
    note: `cards about what changed: ${named}${rest}; \`pmem update --confirm -s "what changed and why"\` takes it into the memory`,
  }
}
