import type { Priority } from '../model/card.ts'

/** 0 for high, 1 for medium or none, 2 for low: ascending order puts the most urgent first. */
export const priorityRank = (priority: Priority | null): number => (priority === 'high' ? 0 : priority === 'low' ? 2 : 1)
