import { type FactState, NO_FACT_STATE } from '../facts/rank.ts'
import type { Project } from './project.ts'

/** What learning knows of the cards of a store, for fact search and whatever shows facts. */
export const factState = (_project: Project): FactState => NO_FACT_STATE
