import type { CardId, Sha256 } from '../model/ids.ts'
import { cardId } from '../model/ids.ts'

const MAX_LENGTH = 120
const EXTENSION = /\.(?:md|markdown|mdown|mdx|txt)$/i
const LOSSY = /[^\p{L}\p{M}\p{N}_.-]+/gu

/**
 * The id of a document that lies outside the store: `doc.` and its path without extension, `/` as `--`.
 *
 * Letters, digits, marks, `_`, `.` and `-` stay, case too; other runs become `-`. Where the mapping loses something (a
 * replaced character, a `--` in a name, another Unicode form, over 120 code units, an extension other than `.md`) eight
 * digits of the SHA-256 of the NFC path follow, so that two paths never share an id.
 */
export function documentId(path: string, sha256: (text: string) => Sha256): CardId {
  const whole = path.normalize('NFC')
  const stem = whole.replace(EXTENSION, '')
  const slug = stem
    .split('/')
    .map((part) => part.replace(LOSSY, '-'))
    .join('--')
  const exact =
    whole === path &&
    whole === `${stem}.md` &&
    stem.replaceAll('/', '') === slug.replaceAll('--', '') &&
    !/(?:^|\/)-|--|-(?:\/|$)/.test(stem)
  const short =
    slug.length > MAX_LENGTH
      ? slug
          .slice(0, MAX_LENGTH)
          .toWellFormed()
          .replace(/\ufffd$/, '')
      : slug
  const id = exact && short === slug ? `doc.${slug}` : `doc.${short}-${sha256(whole).slice(0, 8)}`
  // Nothing unsafe is left in it: only letters, digits, marks and `_.-` remain.
  return cardId(id) ?? (`doc.${sha256(whole)}` as CardId)
}
