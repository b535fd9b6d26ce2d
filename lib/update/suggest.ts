import { setFields } from '../card/serialize.ts'
import type { CardId } from '../model/ids.ts'
import { unifiedDiff } from '../text/diff.ts'
import { byText } from '../text/order.ts'
import type { CardFile } from './card-file.ts'
import { listField } from './field-list.ts'

/** Why a card should be looked at. `moved` tells where a source file went. */
export type Cause = {
  readonly kind: 'dirty' | 'changed_file' | 'hint' | 'suspect' | 'none'
  readonly text: string
  readonly evidence: readonly string[]
  readonly moved?: readonly { readonly from: string; readonly to: string }[]
}
export type Candidate = { readonly card: CardFile; readonly causes: readonly Cause[] }

/** One thing to do: look at the card, and if it still holds take the edit. */
export type Suggestion = {
  /** `<card>@<hash>`: names the card as it stood, so that a later edit of it is never overwritten. */
  readonly id: string
  readonly card: CardId
  readonly file: string
  readonly reason: string
  readonly evidence: readonly string[]
  /** Unified diff; '' where only a person can say what to write. */
  readonly proposed_edit: string
  readonly after: string
}

/**
 * Proposed edits for cards that may no longer be true, by id: source files that moved are followed, and `last_verified` says that
 * somebody looked. What the card states is never guessed.
 */
export function suggestions(
  candidates: readonly Candidate[],
  today: string,
  sha256: (text: string) => string,
): readonly Suggestion[] {
  return [...candidates]
    .sort((a, b) => byText(a.card.node.id, b.card.node.id))
    .map(({ card, causes }) => {
      const after = proposedText(card, causes, today)
      const reason = causes.map(({ text }) => text).join('; ')
      return {
        // Without the day: a proposal stands until the card changes or its files move again.
        id: `${card.node.id}@${sha256(JSON.stringify([card.expect, causes.flatMap(({ moved = [] }) => moved)])).slice(0, 8)}`,
        card: card.node.id,
        file: card.node.file,
        reason,
        evidence: [...new Set(causes.flatMap(({ evidence }) => evidence))].sort(byText),
        proposed_edit: unifiedDiff(card.node.file, card.text, after),
        after,
      }
    })
}

/** The text of a card with the edit that its causes call for. */
export function proposedText({ node, text }: CardFile, causes: readonly Cause[], today: string): string {
  const fields = new Map<string, string | readonly string[]>()
  const moved = new Map(causes.flatMap((cause) => (cause.moved ?? []).map(({ from, to }) => [from, to] as const)))
  const sources = listField(text, 'source_files')
  const followed = sources.map((entry) => {
    const hash = entry.lastIndexOf('#')
    const path = hash > 0 ? entry.slice(0, hash) : entry
    const to = moved.get(path.replace(/^\.\//, ''))
    return to === undefined ? entry : to + (hash > 0 ? entry.slice(hash) : '')
  })
  if (followed.some((entry, index) => entry !== sources[index])) fields.set('source_files', followed)
  verified(fields, node, today)
  return fields.size === 0 ? text : setFields(text, fields)
}

/** A verification is never older than the last edit: a card with a future `updated` keeps that day. */
export function verified(
  fields: Map<string, string | readonly string[]>,
  { last_verified }: CardFile['node'],
  today: string,
): void {
  if ((last_verified ?? '').slice(0, 10) !== today) fields.set('last_verified', today)
}
