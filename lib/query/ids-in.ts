import { type CardId, cardId } from '../model/ids.ts'
import { unicodePattern } from '../text/unicode-pattern.ts'

/** What may be an id of the form `<type>.<slug>` in a text, in the order it stands; a full stop behind it is none of it. */
export const idsIn = (text: string): readonly CardId[] =>
  [...text.matchAll(ID(text))].map(([token]) => cardId(token)).filter((id) => id !== undefined)

const ID = unicodePattern(String.raw`[\p{L}\p{M}\p{N}_]+\.[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_]`, 'g')
