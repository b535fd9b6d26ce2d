import { maskCode } from './code-mask.ts'

/**
 * The line (from 1) of the first merge-conflict marker left in a card, or undefined.
 * In the frontmatter any marker counts; in the body only `<<<<<<<`, `=======` and `>>>>>>>` in this order outside code,
 * since a line of equals signs also underlines a heading.
 */
export function conflictLine(text: string, bodyLine: number): number | undefined {
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return undefined
  const lines = text.split('\n')
  for (let index = 0; index < bodyLine - 1; index++) if (/^(?:<{7}|>{7})(?: |$)/.test(lines[index] as string)) return index + 1
  const { kinds } = maskCode(text)
  let start = -1
  let hasMiddle = false
  for (let index = 0; index < lines.length; index++) {
    if (kinds[index] === 'code') continue
    const line = lines[index] as string
    if (/^<{7}(?: |$)/.test(line)) {
      start = index
      hasMiddle = false
    } else if (start !== -1 && line === '=======') hasMiddle = true
    else if (hasMiddle && /^>{7}(?: |$)/.test(line)) return start + 1
  }
  return undefined
}
