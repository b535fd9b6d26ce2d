import { PmemError } from '../model/error.ts'
import { readReceipt } from '../store/receipts.ts'
import { command } from './command.ts'

export const receipt = command({
  name: 'receipt',
  summary: 'Show what an earlier answer was made of',
  operands: { kind: 'words', names: ['id'] },
  flags: {},
  formats: ['compact', 'json'],
  examples: ['pmem receipt 1f0c9a2b3d4e'],
  exits: '0 shown, 1 there is no such receipt',
  run(context, [id = '']) {
    const found = readReceipt(context.project(), id)
    if (found === undefined) {
      throw new PmemError('NOT_FOUND', `no receipt ${JSON.stringify(id)}`, {
        fix: 'The id stands at the end of an answer; the newest 1000 are kept on this machine.',
      })
    }
    return { kind: 'receipt', exit: 0, data: found }
  },
})
