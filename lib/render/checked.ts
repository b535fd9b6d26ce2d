import type { CheckedData, GuardHit } from '../model/guard.ts'
import { clip, oneLine } from './terminal.ts'

export function renderChecked({ hits, guards, files, added_lines, cut }: CheckedData): string {
  const shown = hits.map((hit) => `${hitLine(hit)}\n`).join('')
  const rest = cut ? '; the rest of the change was not looked at' : ''
  return `${shown}-- ${count(guards, 'guard')}, ${count(files, 'file')}, ${count(added_lines, 'added line')}${rest}\n`
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A rejected approach in one line, as a hook says it too. */
export const hitLine = ({ id, message, match, path, file }: GuardHit): string =>
  `rejected before: ${clip(oneLine(message), 160)} (${oneLine(id)}, ${oneLine(file)}; matches ${path === null ? '' : `${oneLine(path)}: `}${clip(oneLine(match), 80)})`
