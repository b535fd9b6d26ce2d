import { straighten } from './fold.ts'
import { CHAT, CHAT_HAN, LONE_HAN, OBJECTS, OPERATIONS, QUESTION_HAN, TOOLS } from './refine-words.ts'
import { HAN } from './scripts.ts'

/**
 * The part of a prompt that can be looked up: greetings, requests and question words are taken out, and what is left is as it was
 * typed. '' where nothing is left, and for a bare operation on the work at hand (`run the tests`, `git commit`).
 *
 * Nothing is joined that did not stand side by side. Only hooks and fact search look through this; `ask` searches every word.
 * Linear; never throws.
 */
export function refineQuery(prompt: string): string {
  const kept = partsOf(prompt).filter(({ text, isHan }) => (isHan ? !LONE_HAN.has(text) : !CHAT.has(bareWord(text))))
  if (kept.length === 0 || isOperation(kept)) return ''
  return kept
    .map(({ text, glued }, index) => (glued && index > 0 && (kept[index - 1]?.end ?? false) ? text : ` ${text}`))
    .join('')
    .trim()
}

/** One word, or one run of Han without the fillers that stood in it. `glued`: no blank before it; `end`: its own end is that of what was typed. */
type Part = { readonly text: string; readonly isHan: boolean; readonly glued: boolean; readonly end: boolean }

function partsOf(prompt: string): readonly Part[] {
  const parts: Part[] = []
  for (const chunk of straighten(prompt).split(/[\s,;!?\u3001\u3002\uff0c\uff1b\uff01\uff1f\u2026]+/)) {
    let glued = false
    for (const [run] of chunk.matchAll(RUNS)) {
      if (!HAN_ONLY.test(run)) {
        const text = run.replace(/[.:]+$/, '')
        if (text !== '') parts.push({ text, isHan: false, glued, end: true })
        glued = true
        continue
      }
      const pieces = withoutFillers(run)
      pieces.forEach((text, index) => {
        if (text !== '') parts.push({ text, isHan: true, glued: glued && index === 0, end: index === pieces.length - 1 })
      })
      glued = pieces.at(-1) !== ''
    }
  }
  return parts
}

/** A run of Han cut at the fillers in it. */
function withoutFillers(run: string): readonly string[] {
  const pieces: string[] = ['']
  for (let at = 0; at < run.length; ) {
    const filler = fillerAt(run, at)
    if (filler === 0) {
      pieces.push((pieces.pop() ?? '') + run[at])
      at += 1
    } else {
      pieces.push('')
      at += filler
    }
  }
  return pieces
}

/** Length of the filler that starts at `at`, the longest one, or 0. A word of politeness counts at the beginning only, a particle at the end. */
function fillerAt(run: string, at: number): number {
  for (let length = Math.min(MOST_HAN, run.length - at); length > 0; length -= 1) {
    const text = run.slice(at, at + length)
    if (CHAT_HAN.has(text) || QUESTION_HAN.has(text)) return length
  }
  if (at === 0 && run[0] === '请' && !/^请[求示教假愿帖客柬]/.test(run)) return 1
  return at === run.length - 1 && at > 0 && /[吗呢吧呀啊嘛]/.test(run[at]!) ? 1 : 0
}

/** True for a verb of the workshop with nothing but its usual objects. */
function isOperation(parts: readonly Part[]): boolean {
  let [verbs, tools] = [0, 0]
  for (const { text, isHan } of parts) {
    const word = bareWord(text)
    if (TOOLS.has(word)) {
      tools += 1
      continue
    }
    const kinds = isHan ? operationHan(text) : OPERATIONS.has(word) ? 'verb' : OBJECTS.has(word) ? 'object' : undefined
    if (kinds === undefined) return false
    if (kinds === 'verb') verbs += 1
  }
  return verbs > 0 || (tools > 0 && tools < parts.length)
}

/** Whether a run of Han is made of operations and their objects only: the longest known word first, then what is left. */
function operationHan(run: string): 'verb' | 'object' | undefined {
  const reached: ('verb' | 'object' | undefined)[] = Array.from({ length: run.length + 1 })
  reached[0] = 'object'
  for (let at = 0; at < run.length; at += 1) {
    const before = reached[at]
    if (before === undefined) continue
    for (let length = 1; length <= MOST_HAN && at + length <= run.length; length += 1) {
      const text = run.slice(at, at + length)
      const isVerb = OPERATIONS.has(text)
      if (!isVerb && !OBJECTS.has(text) && !LONE_HAN.has(text)) continue
      if (reached[at + length] !== 'verb') reached[at + length] = isVerb ? 'verb' : before
    }
  }
  return reached[run.length]
}

const bareWord = (text: string): string => text.toLowerCase().replace(/^["'`(]+|["'`)]+$/g, '')

const MOST_HAN = 5
const RUNS = new RegExp(`[${HAN}]+|[^${HAN}]+`, 'gu')
const HAN_ONLY = new RegExp(`^[${HAN}]+$`, 'u')
