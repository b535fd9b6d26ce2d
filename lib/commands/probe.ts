import { PmemError } from '../model/error.ts'
import { aboutAll, aboutCards } from './cards-about.ts'
import { command, GLOBAL_FLAG, READ_FLAGS } from './command.ts'
import type { Context } from './context.ts'
import { factStores } from './fact-view.ts'
import { cardType } from './list.ts'

const FLAGS = {
  type: { kind: 'text', placeholder: 'TYPE', doc: 'Only cards of this type' },
  limit: { kind: 'int', short: 'n', min: 1, max: 100_000, default: 20, doc: 'Most cards to show' },
  ...GLOBAL_FLAG,
  ...READ_FLAGS,
} as const

export const probe = command({
  name: 'probe',
  summary: 'Show the cards about a thing: those that name it, letter by letter',
  operands: { kind: 'text', name: 'entity' },
  flags: FLAGS,
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem probe Redis', 'pmem probe "Visual Studio Code" --type fact', 'pmem probe 记忆系统'],
  exits: '0 something was found, 1 no card names it',
  run: (context, [entity = ''], flags) => about(context, [entity], flags),
})

export const reason = command({
  name: 'reason',
  summary: 'Show the cards that name all of several things',
  operands: { kind: 'list', name: 'entity' },
  flags: FLAGS,
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem reason Redis sessions', 'pmem reason "Visual Studio Code" 深色主题'],
  exits: '0 something was found, 1 no card names all of them',
  run(context, entities, flags) {
    if (entities.length < 2)
      throw new PmemError('USAGE', 'reason needs two entities or more', { fix: 'For a single one there is `pmem probe`.' })
    return about(context, entities, flags)
  },
})

function about(
  context: Context,
  names: readonly string[],
  { type, limit }: { readonly type: string | undefined; readonly limit: number },
) {
  const entities = names.map((name) => name.trim())
  if (entities.includes('')) throw new PmemError('USAGE', 'an entity is empty')
  const stores = factStores(context)
  const { manifest, state } = stores[0].store
  const found = aboutAll(stores, entities, type === undefined ? undefined : cardType(type, manifest.schema.cardTypes))
  return {
    kind: 'about' as const,
    exit: found.length === 0 ? 1 : 0,
    data: { entities, cards: aboutCards(found.slice(0, limit)), total: found.length, index: state },
  }
}
