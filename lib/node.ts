import { readFlags } from './cli/flags.ts'
import { ask } from './commands/ask.ts'
import type { Command } from './commands/command.ts'
import { factsSearch } from './commands/facts-search.ts'
import { list } from './commands/list.ts'
import { recall } from './commands/recall.ts'
import { related } from './commands/related.ts'
import { sessionContext } from './commands/session.ts'
import { show } from './commands/show.ts'
import { trace } from './commands/trace.ts'
import { WORKSHOP } from './commands/workshop.ts'
import { readGitBlobs, runGit } from './host/git.ts'
import { globFiles } from './host/glob.ts'
import { nodeHost } from './host/node.ts'
import type { AskAnswer } from './model/answer.ts'
import type { FactSearch } from './model/fact.ts'
import type { CardList, Related, Shown, TraceData } from './model/outcome.ts'
import type { Recall } from './model/recall.ts'
import { keptStores } from './store/kept-stores.ts'
import { findProject } from './store/project.ts'

export * from './index.ts'

/** A project's memory as a program reads it. Each call sees the cards as they are on disk at that moment. */
export type ProjectMemory = {
  readonly root: string
  /** Closes the files that stay open between calls. A later call opens them again. */
  close(): void
  ask(query: string, options?: { readonly limit?: number; readonly type?: string; readonly hops?: 1 | 2 }): AskAnswer
  recall(): Recall
  list(
    type?: string,
    options?: { readonly status?: readonly string[]; readonly tag?: readonly string[]; readonly stale?: boolean },
  ): CardList
  show(id: string): Shown
  /** Facts that a question is about, in full; those of the person's own store too. */
  facts(query: string, options?: { readonly limit?: number; readonly minTrust?: number; readonly category?: string }): FactSearch
  related(id: string, options?: { readonly depth?: number }): Related
  trace(id: string, options?: { readonly depth?: number }): TraceData
}

/**
 * Opens the memory of the project that `dir` belongs to, on Node, Deno or Bun. Same commands, same answers as the command line.
 * `now` fixes the moment that ages are counted from; without it each call asks the clock. Throws PmemError.
 */
export function openProject(dir: string, options: { readonly now?: Date } = {}): ProjectMemory {
  const kept = keptStores(nodeHost({ glob: globFiles, git: runGit, gitBlobs: readGitBlobs }))
  const { host } = kept
  const project = findProject(host, dir)
  const run = (command: Command, operands: readonly string[], given: Readonly<Record<string, unknown>>): unknown => {
    const now = options.now?.getTime() ?? host.now()
    const context = sessionContext({
      host,
      workshop: WORKSHOP,
      cwd: dir,
      now,
      findProject: () => project,
      noRefresh: false,
      distrustIndexes: false,
      openWith: kept.open,
      note: () => undefined,
    })
    try {
      const outcome = command.run(context, operands, readFlags(given, command.flags) as never)
      if (!('at' in outcome)) {
        outcome.printed?.()
        return outcome.data
      }
      const data = outcome.at(outcome.levels, false)
      outcome.printed(data as never)
      return data
    } finally {
      kept.closeStray()
    }
  }
  return {
    root: project.root,
    close: kept.close,
    ask: (query, asked = {}) => run(ask, [query], asked) as AskAnswer,
    recall: () => run(recall, [], {}) as Recall,
    list: (type, asked = {}) => run(list, type === undefined ? [] : [type], asked) as CardList,
    show: (id) => run(show, [id], {}) as Shown,
    facts: (query, asked = {}) => run(factsSearch, [query], asked) as FactSearch,
    related: (id, asked = {}) => run(related, [id], asked) as Related,
    trace: (id, asked = {}) => run(trace, [id], asked) as TraceData,
  }
}
