import { isBoundary } from '../text/grapheme.ts'

/** Takes out what could move the cursor, recolour or forge lines: C0 but tab and newline, DEL, C1, bidirectional overrides. */
export const safe = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').toWellFormed()

/** A text as one line: line breaks and tabs as blanks. */
export const oneLine = (text: string): string => safe(text).replace(/\s+/g, ' ').trim()

/** Cuts between two characters as a reader sees them, and says that it did. `most` counts code points. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  const points = Array.from(text)
  if (points.length <= most) return text
  let end = points.slice(0, Math.max(0, most - 1)).join('').length
  while (!isBoundary(text, end)) end -= 1
  return `${text.slice(0, end).trimEnd()}…`
}
