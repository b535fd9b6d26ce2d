import { utf8Text } from '../../lib/indexes/bytes.ts'

/** The text of pieces that an encoder of indexes gave: none ends within a character. */
export const piecesText = (pieces: readonly Uint8Array[]): string => pieces.map(utf8Text).join('')
