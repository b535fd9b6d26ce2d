import { PmemError } from '../model/error.ts'
import { renderError } from '../render/render.ts'
import { nearest } from '../text/nearest.ts'
import { checkArguments } from './argument.ts'
import { cardOf, type Memory } from './memory.ts'
import { DEFAULT_BUDGET, type Replied, refusal, replyOf } from './reply.ts'
import type { Tool } from './tool.ts'

/** Runs one call of a tool to its reply. What is refused is a reply as well; a bug of ours is reported and leaves the server alive. */
export function answer(memory: Memory, tool: Tool, given: unknown): Replied {
  try {
    const values = checkArguments(tool.name, tool.inputSchema, given)
    const { budget = DEFAULT_BUDGET, ...rest } = values
    const call = tool.callOf(rest, { card: (name) => cardOf(memory, name) })
    return replyOf(
      memory.run('budget' in call.values ? { ...call, values: { ...call.values, budget } } : call),
      tool,
      rest,
      budget as number,
    )
  } catch (error) {
    return { reply: refusal(explain(memory, error)), printed: () => undefined }
  }
}

/** The tool of this name, or what to say of it. */
export function toolNamed(tools: readonly Tool[], name: string): Tool | string {
  const found = tools.find((tool) => tool.name === name)
  if (found !== undefined) return found
  const names = tools.map((tool) => tool.name)
  const [close] = nearest(name.slice(0, 100), names, 1)
  return `there is no tool ${JSON.stringify(name.slice(0, 100))}${close === undefined ? '.' : `; did you mean ${close}?`} There are ${names.join(', ')}.`
}

/** An error as the JSON that the command line prints for it. */
export function explain(memory: Memory, error: unknown): string {
  if (error instanceof PmemError) return renderError(error, true).stdout
  const message = error instanceof Error ? error.message : String(error)
  memory.host.stderr.write(
    `pmem: this is a bug of pmem, please report it: ${error instanceof Error ? (error.stack ?? message) : message}\n`,
  )
  return JSON.stringify({
    error: { code: 'BUG', message, where: null, fix: 'This is a bug of pmem; please report it with the call that shows it.' },
  })
}
