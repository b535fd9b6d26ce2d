declare const brand: unique symbol
/** A nominal type over T: carries the proof that a value was parsed at the border. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }

/** The id of a card: any one line of text without control characters or path tricks. Case matters. */
export type CardId = Brand<string, 'CardId'>
/** A POSIX path relative to the project root: no leading slash, no empty, `.` or `..` segment, no backslash. */
export type ProjectPath = Brand<string, 'ProjectPath'>
/** Lower-case hexadecimal SHA-256, 64 characters. */
export type Sha256 = Brand<string, 'Sha256'>

const MAX_ID_LENGTH = 200
// C0, DEL, C1, line separators, bidirectional and zero-width controls: none may hide in an id.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u

/** Returns `text` as a CardId, or `undefined` when it is empty, too long (200 code units), or unsafe. Never throws. */
export function cardId(text: string): CardId | undefined {
  if (text === '' || text.length > MAX_ID_LENGTH || text !== text.trim()) return undefined
  if (UNSAFE.test(text) || !text.isWellFormed()) return undefined
  if (/[\\/]/.test(text) && text.split(/[\\/]/).some((part) => part === '' || part === '.' || part === '..')) return undefined
  return /^[A-Za-z]:[\\/]/.test(text) ? undefined : (text as CardId)
}

/** True for ids in the form pmem writes itself: `<type>.<slug>`. */
export const isSlugId = (id: string): boolean => /^[\p{Ll}\p{Lo}\p{N}_]+\.[\p{L}\p{M}\p{N}_.-]+$/u.test(id)

/** Returns `text` as a ProjectPath, or `undefined` when it is absolute, empty, or could leave the project. Never throws. */
export function projectPath(text: string): ProjectPath | undefined {
  if (text === '' || text.includes('\\') || text.includes('\0') || /^[A-Za-z]:/.test(text)) return undefined
  return text.split('/').some((part) => part === '' || part === '.' || part === '..') ? undefined : (text as ProjectPath)
}

/** A path built of parts known to be safe. Throws on a programming error only. */
export function pathOf(...parts: readonly string[]): ProjectPath {
  const path = projectPath(parts.filter((part) => part !== '').join('/'))
  if (path === undefined) throw new Error(`not a project path: ${parts.join('/')}`)
  return path
}
