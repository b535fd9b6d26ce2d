/** Takes out what could move the cursor, recolour or forge lines: C0 but tab and newline, DEL, C1, bidirectional overrides. */
export const safe = (text: string): string => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '').toWellFormed()

/** A text as one line: line breaks and tabs as blanks. */
export const oneLine = (text: string): string => safe(text).replace(/\s+/g, ' ').trim()

/** Marks, joiners, variation selectors and skin tones belong to the character before them. */
const JOINS_BACK = /[\p{M}\u200d\ufe0f\u{1f3fb}-\u{1f3ff}]/u

/** Cuts at a code point, not inside a combined character, and says that it did. `most` counts code points. */
export function clip(text: string, most: number): string {
  const points = Array.from(text)
  if (points.length <= most) return text
  let end = most - 1
  while (end > 0 && (JOINS_BACK.test(points[end]!) || points[end - 1] === '\u200d')) end -= 1
  return `${points.slice(0, end).join('').trimEnd()}…`
}
