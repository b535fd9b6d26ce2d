import { PmemError } from '../model/error.ts'
import { answer, explain, toolNamed } from './calls.ts'
import { type MemoryOptions, openMemory } from './memory.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import type { Reply } from './reply.ts'
import {
  completeTemplate,
  listResources,
  RESOURCE_TEMPLATES,
  type Resource,
  type ResourceTemplate,
  type ResourceText,
  readResource,
} from './resources.ts'
import { learnAtStart } from './startup.ts'
import type { Tool } from './tool.ts'
import { toolsAt } from './tools.ts'

/** A value, or why there is none: `missing` where what was asked for does not exist, else what was wrong with the question. */
export type Result<T> = { readonly value: T } | { readonly refused: 'missing' | 'usage' | 'bug'; readonly message: string }
export type OnProgress = (done: number, total: number) => void

/**
 * Everything a server does but speak the protocol. It is loaded after the handshake, so it throws nothing of its own: the classes of
 * another bundle are not those of the server.
 */
export type Engine = {
  readonly tools: readonly Omit<Tool, 'callOf' | 'slim'>[]
  readonly prompts: ReturnType<typeof listPrompts>
  readonly templates: readonly ResourceTemplate[]
  wantsRoots(): boolean
  setRoots(folders: readonly string[] | undefined): void
  /** Does aside what would take long, before a call. Never fails. */
  prepare(signal: AbortSignal, onProgress: OnProgress): Promise<void>
  /** `printed` is to be called once the reply is out. */
  call(name: string, given: unknown): Result<{ readonly reply: Reply; readonly printed: () => void }>
  resources(): Result<readonly Resource[]>
  read(uri: string): Result<ResourceText>
  prompt(name: string, given: Readonly<Record<string, string>>): Result<{ readonly description: string; readonly text: string }>
  complete(uri: string, argument: string, typed: string): Result<ReturnType<typeof completeTemplate>>
  /** Gives false where there is no project to learn from yet. */
  learn(signal: AbortSignal): Promise<boolean>
  /** To be called when a call is over, whatever came of it. */
  settle(): void
  close(): void
}

export function openEngine(options: MemoryOptions): Engine {
  const memory = openMemory(options)
  const tools = toolsAt(options.write)
  const refused = (error: unknown): Result<never> =>
    error instanceof PmemError
      ? { refused: error.code === 'NOT_FOUND' ? 'missing' : 'usage', message: `${error.message}. ${error.fix}` }
      : { refused: 'bug', message: explain(memory, error) }
  const attempt = <T>(work: () => T): Result<T> => {
    try {
      return { value: work() }
    } catch (error) {
      return refused(error)
    }
  }
  return {
    tools: tools.map(({ callOf: _call, slim: _slim, ...told }) => told),
    prompts: listPrompts(),
    templates: RESOURCE_TEMPLATES,
    wantsRoots: memory.wantsRoots,
    setRoots: memory.setRoots,
    async prepare(signal, onProgress) {
      try {
        await memory.prepare(signal, onProgress)
      } catch (error) {
        // What is wrong with the project the call itself will say.
        if (!(error instanceof PmemError)) explain(memory, error)
      }
    },
    call(name, given) {
      const tool = toolNamed(tools, name)
      return typeof tool === 'string' ? { refused: 'missing', message: tool } : { value: answer(memory, tool, given) }
    },
    resources: () => attempt(() => listResources(memory)),
    read: (uri) => attempt(() => readResource(memory, uri)),
    prompt: (name, given) => attempt(() => getPrompt(memory, name, given)),
    complete: (uri, argument, typed) => attempt(() => completeTemplate(memory, uri, argument, typed)),
    async learn(signal) {
      try {
        await learnAtStart(memory, signal)
      } catch (error) {
        if (error instanceof PmemError && error.code === 'NO_PROJECT') return false
        if (!(error instanceof PmemError)) explain(memory, error)
      }
      return true
    },
    settle: memory.settle,
    close: memory.close,
  }
}
