import { buildPostings, memoryTextIndex } from '../../lib/indexes/postings.ts'
import type { CardId } from '../../lib/model/ids.ts'
import type { TextIndex } from '../../lib/model/text-index.ts'
import { tokenize } from '../../lib/text/tokenize.ts'

export type Texts = { readonly title?: string; readonly tags?: string; readonly body?: string }

/** A text index over cards given as `id: body` or `id: { title, tags, body }`. */
export const textsOf = (cards: Readonly<Record<string, string | Texts>>): TextIndex =>
  memoryTextIndex(
    buildPostings(
      Object.entries(cards).map(([id, card]) => {
        const { title = '', tags = '', body = '' } = typeof card === 'string' ? { body: card } : card
        return { id: id as CardId, fields: [title, '', tags, '', body] as const }
      }),
      tokenize,
    ),
  )
