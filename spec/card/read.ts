import { createHash } from 'node:crypto'
import type { ParsedCard } from '../../lib/card/parse.ts'
import { parseCard } from '../../lib/card/parse.ts'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import type { Card } from '../../lib/model/card.ts'
import type { Sha256 } from '../../lib/model/ids.ts'
import { pathOf } from '../../lib/model/ids.ts'

export const sha256 = (text: string): Sha256 => createHash('sha256').update(text).digest('hex') as Sha256

/** A card of the store, read with the default schema. */
export const readCard = (text: string | Uint8Array, file = '.pmem/modules/x.md'): ParsedCard =>
  parseCard({ file: pathOf(file), bytes: text, hash: sha256(''), schema: DEFAULTS.schema, sha256 })

/** A document outside the store. */
export const readDocument = (text: string | Uint8Array, file = 'docs/x.md', type = 'doc'): ParsedCard =>
  parseCard({
    file: pathOf(file),
    bytes: text,
    hash: sha256(''),
    schema: DEFAULTS.schema,
    source: { glob: '**/*.md', type },
    sha256,
  })

/** `readCard` of a module with further frontmatter lines; throws where it is no card. */
export const moduleCard = (lines: string, body = ''): Card =>
  cardOf(readCard(`---\nid: module.x\ntype: module\n${lines}\n---\n${body}`))

export function cardOf({ card, findings }: ParsedCard): Card {
  if (card === null) throw new Error(`no card: ${findings.map(({ message }) => message).join('; ')}`)
  return card
}

/** Findings as `severity code line`. */
export const codes = ({ findings }: ParsedCard): readonly string[] =>
  findings.map(({ severity, code, line }) => `${severity} ${code} ${line}`)
