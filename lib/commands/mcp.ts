import { command } from './command.ts'

/** The record of the server: the help and the documents know it by it. A program of its own runs it, see bin/mcp.ts. */
export const mcp = command({
  name: 'mcp',
  summary: 'Serve the memory to an agent over the Model Context Protocol, on standard input and output',
  operands: { kind: 'none' },
  flags: {
    write: {
      kind: 'choice',
      choices: ['off', 'append', 'full'],
      default: 'append',
      doc: 'off: nothing is written; append: new facts, feedback, learning, updates; full: facts are changed and removed too',
    },
  },
  formats: ['compact'],
  examples: ['pmem mcp', 'pmem mcp --write=off', 'pmem mcp --cwd ../other-project'],
  exits: '0 the client has closed the connection',
  run() {
    throw new Error('the server is a program of its own')
  },
})
