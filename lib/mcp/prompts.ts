import { ask } from '../commands/ask.ts'
import { audit } from '../commands/audit.ts'
import { recall } from '../commands/recall.ts'
import { status } from '../commands/status.ts'
import { PmemError } from '../model/error.ts'
import { framed } from '../render/frame.ts'
import { renderOutcome } from '../render/render.ts'
import { clip, oneLine } from '../render/terminal.ts'
import { estimateTokens, packingBudget } from '../text/tokens.ts'
import type { Memory } from './memory.ts'
import { DEFAULT_BUDGET } from './reply.ts'
import { type Call, callOf } from './tool.ts'

export type PromptArgument = { readonly name: string; readonly description: string; readonly required: boolean }
type Prompt = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
  /** What memory says for it, and what to do with that. */
  readonly make: (
    memory: Memory,
    given: Readonly<Record<string, string>>,
  ) => { readonly say: string; readonly show: readonly Call[] }
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'resume',
    title: 'Resume work',
    description: 'Where the project stands, and go on with the next step',
    arguments: [{ name: 'task', description: 'What to work on, if not the next step', required: false }],
    make: (_memory, { task = '' }) => ({
      say: `Go on with ${task.trim() === '' ? 'the next step' : `this task: ${oneLine(task)}`}. Call pmem_context with it before you change anything, and pmem_update with a summary when it is done.`,
      show: [callOf(recall, [], { budget: Math.floor(DEFAULT_BUDGET * 0.8) })],
    }),
  },
  {
    name: 'record-decision',
    title: 'Record a decision',
    description: 'Write a decision down, with its alternatives and why they were rejected',
    arguments: [{ name: 'decision', description: 'What was decided', required: true }],
    make: (_memory, { decision = '' }) => ({
      say: `Record this decision as a card of type decision: ${oneLine(decision)}\n\nFirst look at what memory says about it. If a decision there settles it already, say so and write nothing; if this one replaces it, put its id into \`supersedes\`. Else write the file \`.pmem/decisions/<slug>.md\` with the frontmatter fields id (decision.<slug>), type, title, status, updated and source_files, and the sections Context, Decision, Alternatives (each with why it was rejected), Consequences and Evidence. Then call pmem_update with a summary and kind decision.`,
      show: [callOf(ask, [decision], { budget: Math.floor(DEFAULT_BUDGET * 0.7), limit: 5 })],
    }),
  },
  {
    name: 'review-memory',
    title: 'Review the memory',
    description: 'Go through what is stale, dirty, long or unhelpful, and mend it',
    arguments: [],
    make: () => ({
      say: 'Go through the cards named above, the dirty and affected first. For each look at its source files: edit the card where it is no longer true, call pmem_update with card and summary where it still holds. Give long facts a summary or split them. Ask before anything is removed.',
      show: [callOf(status, []), callOf(audit, [])],
    }),
  },
]

export const listPrompts = (): readonly Omit<Prompt, 'make'>[] => PROMPTS.map(({ make: _make, ...told }) => told)

/** The messages of a prompt. What memory holds stands in a frame that says it is data. Throws USAGE. */
export function getPrompt(
  memory: Memory,
  name: string,
  given: Readonly<Record<string, string>>,
): { readonly description: string; readonly text: string } {
  const prompt = PROMPTS.find((one) => one.name === name)
  if (prompt === undefined)
    throw new PmemError('USAGE', `there is no prompt ${JSON.stringify(name.slice(0, 100))}`, {
      fix: `There are ${PROMPTS.map((one) => one.name).join(', ')}.`,
    })
  const missing = prompt.arguments.find((argument) => argument.required && (given[argument.name] ?? '').trim() === '')
  if (missing !== undefined) throw new PmemError('USAGE', `${name} needs ${missing.name}`, { fix: missing.description })
  const stray = Object.keys(given).find((key) => !prompt.arguments.some((argument) => argument.name === key))
  if (stray !== undefined)
    throw new PmemError('USAGE', `${name} has no argument ${JSON.stringify(stray.slice(0, 100))}`, {
      fix: `It takes ${prompt.arguments.map((argument) => argument.name).join(', ') || 'none'}.`,
    })
  const longest = Object.values(given).find((value) => value.length > LONGEST)
  if (longest !== undefined)
    throw new PmemError('USAGE', `${name}: an argument is longer than ${LONGEST} characters`, { fix: 'Say it in a sentence.' })
  const { say, show } = prompt.make(memory, given)
  const room = packingBudget(DEFAULT_BUDGET) - estimateTokens(say) - FRAME
  const shown = show.map((call) => renderOutcome(memory.run(call), 'compact').stdout).join('\n')
  return { description: prompt.description, text: `${framed(fittingLines(shown, room))}\n${say}` }
}

const LONGEST = 2_000
/** Tokens of the frame. */
const FRAME = 40

/** The first lines of a text that fit, and how many do not. */
function fittingLines(text: string, room: number): string {
  if (estimateTokens(text) <= room) return text
  const lines = text.split('\n').map((line) => clip(line, 600))
  let count = 0
  for (let tokens = 8; count < lines.length; count += 1) {
    tokens += estimateTokens(`${lines[count]}\n`)
    if (tokens > room) break
  }
  return `${lines.slice(0, count).join('\n')}\n(${lines.length - count} more lines)\n`
}
