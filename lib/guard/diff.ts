import type { Proposed } from '../model/guard.ts'

type ChangedFile = { readonly path: string; readonly added: string[] }

/**
 * The files of a unified diff with the lines it adds. Understands git's quoted names, renames, empty and binary files, and prefixes or
 * none; a file that is deleted is left out. Lines of a hunk are counted, so that added text which looks like a header stays text. Never throws.
 */
export function readDiff(text: string): Proposed['files'] {
  const files: ChangedFile[] = []
  let old = ''
  let header = ''
  let current: ChangedFile | undefined
  let [removedLeft, addedLeft] = [0, 0]
  const open = (path: string | undefined): void => {
    current = path === undefined ? undefined : { path, added: [] }
    if (current !== undefined) files.push(current)
  }
  for (const line of text.split(/\r?\n/)) {
    if (removedLeft > 0 || addedLeft > 0) {
      const mark = line[0]
      if (mark === '+') {
        addedLeft -= 1
        current?.added.push(line.slice(1))
      } else if (mark === '-') removedLeft -= 1
      else if (mark !== '\\') {
        removedLeft -= 1
        addedLeft -= 1
      }
      continue
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
    if (hunk !== null) [removedLeft, addedLeft] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)]
    else if (line.startsWith('--- ')) old = line.slice(4)
    else if (line.startsWith('+++ ')) {
      const path = pathIn(line.slice(4), old)
      // A pure rename was opened by its own header.
      if (current === undefined || current.path !== path || current.added.length > 0) open(path)
    } else if (line.startsWith('rename to ') || line.startsWith('copy to '))
      open(unquoted(line.replace(/^(?:rename|copy) to /, '')))
    else if (line.startsWith('new file mode ') || line.startsWith('Binary files ') || line === 'GIT binary patch') {
      if (current === undefined && !line.endsWith(' and /dev/null differ')) open(sameName(header))
    } else if (line.startsWith('diff --git ')) {
      header = line.slice('diff --git '.length)
      current = undefined
    }
  }
  return files
}

/** The name of the new file; undefined for one that is deleted. The prefixes a/ and b/ are git's where both sides have theirs. */
function pathIn(name: string, old: string): string | undefined {
  const path = unquoted(name.replace(/\t.*$/, ''))
  if (path === '/dev/null') return undefined
  const before = unquoted(old.replace(/\t.*$/, ''))
  const prefixed = /^[bwic]\//.test(path) && (before === '/dev/null' || /^[aiwc]\//.test(before))
  return prefixed ? path.slice(2) : path
}

/** The name in a header that gives the same twice, `a/x b/x`: all there is of a file without lines. */
function sameName(header: string): string | undefined {
  const half = (header.length - 1) / 2
  const [left, right] = [unquoted(header.slice(0, half)), unquoted(header.slice(half + 1))]
  const [from, to] = [left.replace(/^[aiwc]\//, ''), right.replace(/^[bwic]\//, '')]
  return from === to && to !== '' ? to : undefined
}

/** Git writes unusual names in quotes with octal bytes. */
function unquoted(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name
  const bytes: number[] = []
  for (const [part, octal] of name.slice(1, -1).matchAll(/\\([0-7]{3}|.)|[^\\]+/g)) {
    if (octal === undefined) bytes.push(...utf8(part))
    else if (octal.length === 3) bytes.push(Number.parseInt(octal, 8))
    else bytes.push(...utf8(octal === 't' ? '\t' : octal === 'n' ? '\n' : octal))
  }
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    return name
  }
}

const utf8 = (text: string): number[] =>
  [...encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|(.)/g)].map(([, hex, char]) =>
    hex === undefined ? char!.charCodeAt(0) : Number.parseInt(hex, 16),
  )
