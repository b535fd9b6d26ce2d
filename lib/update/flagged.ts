import type { Manifest } from '../model/manifest.ts'

/** What people read rather than run. */
const DOCUMENT = /\.(?:md|mdx|markdown|txt|rst|adoc|asciidoc|org|tex|pdf|docx?|odt|rtf)$/i

/** Whether a change of this file flags the cards that name it, as auto_update of the manifest has it. */
export const isFlagged = (file: string, { autoUpdate }: Manifest): boolean =>
  autoUpdate.enabled && (DOCUMENT.test(file) ? autoUpdate.onDocChange : autoUpdate.onCodeChange) === 'mark_dirty'
