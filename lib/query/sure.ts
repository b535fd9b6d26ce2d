import type { Channel, Hit } from '../model/hit.ts'
import { CHAT, OBJECTS, OPERATIONS } from '../text/refine-words.ts'
import { HAN } from '../text/scripts.ts'

/** Channels by which a prompt says what it is about, in so many words. */
const NAMED: ReadonlySet<Channel> = new Set([
  'exact_id',
  'alias',
  'exact_title',
  'id_part',
  'source_file',
  'source_prefix',
  'tag',
  'learned',
  'list',
])
/** The share of a prompt that a name must carry, in the terms of its channel. */
const LEAST_BASE = 0.5
/** Words that stand in any text. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  'all another any back because before below both down during each either else every few first get gets got into least less like long many more most much need needs new next none not off old once one only other out over part same see still such take than then there through too two under until up use used using very while without work works'.split(
    ' ',
  ),
)

/**
 * Whether a card that answers a prompt answers it for certain enough to be said unasked: the prompt names it, or shares two telling words
 * with it, or one that is a name (`shared_buffers`, `tr-TR`, `Electron` inside a sentence). One ordinary word in common, as in "make it
 * faster", is chance.
 *
 * Own judged set with 20 prompts about the work at hand: all of those and all off-topic ones silent; see spec/query/sure.spec.ts.
 */
export function isSure(prompt: string, { reasons }: Hit): boolean {
  if (reasons.some(({ channel, base }) => NAMED.has(channel) && base >= LEAST_BASE)) return true
  const words = reasons.find(({ channel }) => channel === 'fts')?.detail.split(' ') ?? []
  const telling = new Set(words.filter(isTelling).map(bare))
  return telling.size > 1 || words.some((word) => isTelling(word) && isName(word, prompt))
}

/** Marks stand only in words of Latin letters; a pattern of Unicode properties would cost a millisecond of every prompt. */
const bare = (word: string): string => word.toLowerCase().replace(/[\x21-\x2f\x3a-\x60\x7b-\x7e]/g, '')

const isTelling = (word: string): boolean => {
  const lower = word.toLowerCase()
  if (/^[\x00-\x7f]*$/.test(word) && bare(word).length < 3 && !/\d|^[A-Z]+$/.test(word)) return false
  return !/^\d$/.test(word) && !CHAT.has(lower) && !OPERATIONS.has(lower) && !OBJECTS.has(lower) && !FUNCTION_WORDS.has(lower)
}

/** Written as names are: digits or marks inside, capitals beyond the first letter or within a sentence, Latin letters among Chinese. */
function isName(word: string, prompt: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(word)) return false
  if (/[\d_]|\w\.\w|.[A-Z]/.test(word)) return true
  if (IN_HAN.test(prompt)) return true
  return /^[A-Z]/.test(word) && !prompt.trimStart().startsWith(word)
}
const IN_HAN = new RegExp(`[${HAN}]`, 'u')
