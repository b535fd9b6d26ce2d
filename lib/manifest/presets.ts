import type { Domain, Schema } from '../model/manifest.ts'

export const DOMAINS: readonly Domain[] = ['software', 'novel', 'research']

/** What pmem itself writes or reads; every schema holds these types. */
const OWN_TYPES = ['doc', 'trace', 'fact', 'summary'] as const

/** The schema of each domain. A manifest adds to it and overrides it. Folders not named here are the plural of the type. */
export const PRESETS: Readonly<Record<Domain, Schema>> = {
  software: {
    cardTypes: [
      'project',
      'module',
      'feature',
      'task',
      'decision',
      'risk',
      'assumption',
      'constraint',
      'person',
      'resource',
      'file',
      ...OWN_TYPES,
    ],
    typeDirs: { person: 'people' },
    foundationalTypes: ['module'],
    evidenceTypes: ['decision', 'trace'],
    defaultType: 'module',
  },
  novel: {
    cardTypes: [
      'project',
      'character',
      'location',
      'plot',
      'chapter',
      'scene',
      'theme',
      'task',
      'decision',
      'risk',
      'constraint',
      'person',
      'resource',
      'file',
      ...OWN_TYPES,
    ],
    typeDirs: { person: 'people' },
    foundationalTypes: ['character', 'location', 'plot'],
    evidenceTypes: ['scene', 'decision', 'trace'],
    defaultType: 'character',
  },
  research: {
    cardTypes: [
      'project',
      'question',
      'hypothesis',
      'method',
      'experiment',
      'finding',
      'source',
      'task',
      'decision',
      'risk',
      'assumption',
      'constraint',
      'person',
      'resource',
      'file',
      ...OWN_TYPES,
    ],
    typeDirs: { person: 'people', hypothesis: 'hypotheses' },
    foundationalTypes: ['question', 'hypothesis', 'method'],
    evidenceTypes: ['experiment', 'finding', 'decision', 'trace'],
    defaultType: 'question',
  },
}

/** Folders below `.pmem` that hold something else than cards. */
export const RESERVED = ['indexes', 'integrations', 'ledger', 'local', 'skills'] as const

/** True for a folder below `.pmem` in which no card is ever read. */
export const isReserved = (folder: string): boolean => RESERVED.some((name) => name === folder.split('/', 1)[0])

/** The folder below `.pmem` of a type without an entry of its own: its English plural. */
export function pluralFolder(type: string): string {
  const folder = plural(type)
  return isReserved(folder) ? `${type}-cards` : folder
}

function plural(type: string): string {
  if (/[^aeiou]y$/.test(type)) return `${type.slice(0, -1)}ies`
  return /(?:s|x|z|ch|sh)$/.test(type) ? `${type}es` : `${type}s`
}
