import type { Command } from './command.ts'
import { factsContradict } from './facts-contradict.ts'
import { factsList } from './facts-list.ts'
import { factsRelated } from './facts-related.ts'
import { factsSearch } from './facts-search.ts'
import { probe, reason } from './probe.ts'

/** Commands that read facts and what cards name; like the hot ones they need no parser while nothing has changed. */
export const FACT_COMMANDS: readonly Command[] = [factsSearch, factsList, factsRelated, factsContradict, probe, reason]
