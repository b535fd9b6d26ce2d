import { bodyOf } from '../card/block.ts'
import { contentForHash } from '../card/content.ts'
import type { CardId } from '../model/ids.ts'
import type { CardFile } from './card-file.ts'
import { factKey, saysTheSame, statementsOf, wordsOf } from './extract.ts'

/** What cards state, line by line, to be asked whether a text says nothing new. */
export class Stated {
  private readonly lines: { readonly text: string; readonly card: CardId }[] = []
  private readonly keys = new Map<string, CardId>()
  private readonly byWord = new Map<string, number[]>()

  constructor(cards: readonly CardFile[]) {
    for (const { node, text } of cards) {
      if (node.secret === true) continue
      for (const own of [node.title, node.summary, ...statementsOf(bodyOf(contentForHash(text)).body)]) this.add(own, node.id)
    }
  }

  add(text: string, card: CardId): void {
    const key = factKey(text)
    if (key === '' || this.keys.has(key)) return
    this.keys.set(key, card)
    for (const word of wordsOf(key)) {
      const lines = this.byWord.get(word)
      if (lines === undefined) this.byWord.set(word, [this.lines.length])
      else lines.push(this.lines.length)
    }
    this.lines.push({ text, card })
  }

  /** The card that says the same, or nearly so; undefined when none does. */
  by(text: string): CardId | undefined {
    const key = factKey(text)
    const same = this.keys.get(key)
    if (same !== undefined) return same
    const words = [...wordsOf(key)].map((word) => this.byWord.get(word) ?? []).sort((a, b) => a.length - b.length)
    // Texts that share 85 % of their words share one of the rarest 16 %.
    const candidates = new Set(words.slice(0, Math.ceil(words.length * 0.16) + 1).flat())
    for (const index of [...candidates].sort((a, b) => a - b)) {
      const line = this.lines[index]!
      if (saysTheSame(line.text, text)) return line.card
    }
    return undefined
  }
}
