import { isRecord, parseJson } from '../text/json.ts'
import { type EditedFile, holdsPatch, readPatch } from './patch.ts'

/** What a tool is about to do, or did, as far as a memory cares. */
export type ToolCall = { readonly edits: readonly EditedFile[]; readonly commands: readonly string[] }

const NO_CALL: ToolCall = { edits: [], commands: [] }

/**
 * The files that a tool changes and the command lines that it runs, from its arguments: tools of all hosts name these much alike. One
 * that only reads gives nothing. Total; linear in the size of the arguments.
 */
export function toolCall(tool: string, given: unknown): ToolCall {
  // Some hosts send the arguments as the text of their JSON, or the patch as it is.
  const input = typeof given === 'string' ? (parseJson(given) ?? { input: given }) : given
  if (!isRecord(input)) return NO_CALL
  const patch = PATCHES.map((key) => input[key]).find((text) => typeof text === 'string' && holdsPatch(text))
  if (typeof patch === 'string') return { edits: readPatch(patch), commands: [] }
  const paths = pathsIn(input)
  if (paths.length === 0) return { edits: [], commands: READS.test(tool) ? [] : commandsOf(input) }
  const { added, isWhole } = addedBy(input)
  const isEdit = added !== undefined || WRITES.test(tool)
  if (!isEdit || input['command'] === 'view') return NO_CALL
  return { edits: paths.map((path) => ({ path, added: added ?? [], isWhole })), commands: [] }
}

const PATCHES = ['command', 'patch', 'input', 'patchText', 'cmd'] as const
const PATHS = ['file_path', 'filePath', 'path', 'notebook_path', 'target_file', 'absolute_path', 'filename'] as const
/** What a part of a file becomes, and beside it what it was. */
const NEW = ['new_string', 'newString', 'new_str', 'new_source', 'insert_text', 'replacement', 'code_edit'] as const
const OLD = ['old_string', 'oldString', 'old_str'] as const
const WHOLE = ['content', 'contents', 'file_text', 'text'] as const
const WRITES = /edit|writ|creat|replac|patch|insert|delet|notebook/i
const READS = /^(?:read|view|grep|glob|list|search|find|fetch|web)/i

function pathsIn(input: Readonly<Record<string, unknown>>): readonly string[] {
  const one = firstText(input, PATHS)
  if (one !== undefined) return [one]
  const many = input['files'] ?? input['paths']
  return Array.isArray(many) ? many.filter((path): path is string => typeof path === 'string') : []
}

function commandsOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  const command = input['command'] ?? input['cmd'] ?? input['command_line']
  if (typeof command === 'string') return [command]
  // `["bash", "-lc", "npm install x"]`: the line is what the shell gets.
  const words = Array.isArray(command) ? command.filter((word): word is string => typeof word === 'string') : []
  if (words.length === 3 && /^-\w*c$/.test(words[1]!)) return [words[2]!]
  return words.length === 0 ? [] : [words.join(' ')]
}

function addedBy(input: Readonly<Record<string, unknown>>): { readonly added?: readonly string[]; readonly isWhole: boolean } {
  const edits = input['edits'] ?? input['replacements']
  if (Array.isArray(edits)) return { added: edits.flatMap((edit) => (isRecord(edit) ? newLines(edit) : [])), isWhole: false }
  if (firstText(input, NEW) !== undefined) return { added: newLines(input), isWhole: false }
  if (typeof input['diff'] === 'string') return { added: inSearchReplace(input['diff']), isWhole: false }
  const whole = firstText(input, WHOLE)
  return whole === undefined ? { isWhole: false } : { added: whole.split(/\r?\n/), isWhole: true }
}

/** The lines of the new text that the old one lacks. */
function newLines(edit: Readonly<Record<string, unknown>>): readonly string[] {
  const old = new Set((firstText(edit, OLD) ?? '').split(/\r?\n/))
  return (firstText(edit, NEW) ?? '').split(/\r?\n/).filter((line) => !old.has(line))
}

/** The lines behind the dividers of `SEARCH` / `REPLACE` blocks; of a unified diff the added ones. */
function inSearchReplace(diff: string): readonly string[] {
  if (!/^[-<]{3,}\s*SEARCH/m.test(diff))
    return diff.split(/\r?\n/).flatMap((line) => (/^\+(?!\+\+)/.test(line) ? [line.slice(1)] : []))
  const added: string[] = []
  let old: Set<string> = new Set()
  let part: 'none' | 'search' | 'replace' = 'none'
  for (const line of diff.split(/\r?\n/)) {
    if (/^[-<]{3,}\s*SEARCH/.test(line)) [part, old] = ['search', new Set()]
    else if (/^={3,}$/.test(line) && part === 'search') part = 'replace'
    else if (/^[+>]{3,}\s*REPLACE/.test(line)) part = 'none'
    else if (part === 'search') old.add(line)
    else if (part === 'replace' && !old.has(line)) added.push(line)
  }
  return added
}

function firstText(input: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = input[key]
    if (typeof value === 'string') return value
  }
  return undefined
}
