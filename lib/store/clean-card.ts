import { decodeUtf8 } from '../card/content.ts'
import { harmless } from '../guard/injection.ts'
import { maskSecrets } from '../guard/secrets.ts'
import type { Card } from '../model/card.ts'

/** The bytes of a card for its parser: where they hold a credential, the text without it. So none enters an index. */
export function withoutSecrets(bytes: Uint8Array): Uint8Array | string {
  const decoded = decodeUtf8(bytes)
  const masked = decoded.ok ? maskSecrets(decoded.text) : ''
  return decoded.ok && masked !== decoded.text ? masked : bytes
}

/**
 * The card with title and summary as they may be shown; it is searched by what its author wrote. Its text is looked at here, once, so
 * that a question need not look again at the text of a card that may leave as it is. `hadSecrets`: credentials were taken out already.
 */
export function shownCard(card: Card, hadSecrets: boolean): Card {
  const [title, summary] = [harmless(card.title), harmless(card.summary)]
  const isClean = !hadSecrets && harmless(card.body) === card.body
  if (isClean && title === card.title && summary === card.summary) return card
  return { ...card, title, summary, ...(isClean ? {} : { cleaned: true }) }
}
