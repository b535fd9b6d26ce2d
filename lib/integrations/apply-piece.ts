import { unifiedDiff } from '../text/diff.ts'
import {
  addBlock,
  addBlockBelowFirst,
  type BlockSyntax,
  blockFault,
  findManagedBlock,
  HASH_COMMENT,
  MARKDOWN,
  replaceBlock,
  withoutBlock,
} from '../text/managed-block.ts'
import { dropEntries, putEntries, snippetOf } from './json-entries.ts'
import type { Piece } from './piece.ts'
import { readSigned, signFile } from './signed-file.ts'

/** What comes of one file. `text` undefined with `removed` deletes it. */
export type Applied =
  | { readonly action: 'created' | 'changed'; readonly text: string; readonly backup: boolean }
  | { readonly action: 'removed'; readonly text: string | undefined; readonly backup: boolean }
  | { readonly action: 'same' | 'absent' | 'left' }
  | { readonly action: 'refused'; readonly reason: string; readonly line: number | null; readonly snippet: string }

export type ApplyOptions = {
  /** The integration that asks. */
  readonly name: string
  readonly sha256: (text: string) => string
  /** Overwrite what was edited by hand; the caller keeps the old text. */
  readonly force: boolean
}

type Block = Piece & { readonly kind: 'block' }
type Whole = Piece & { readonly kind: 'file' }

/** Puts a piece into the text of its file, undefined where there is none. Pure; the same again changes nothing. */
export function installPiece(piece: Piece, text: string | undefined, options: ApplyOptions): Applied {
  if (piece.kind === 'json') {
    const edit = putEntries(text, piece.entries, piece.owned, piece.scaffold)
    if ('message' in edit) return refused(edit.message, edit.line, snippetOf(piece.entries, piece.owned, piece.scaffold))
    return put(text, edit.text ?? '', false)
  }
  return piece.kind === 'block' ? installBlock(piece, text, options) : installFile(piece, text, options)
}

/** Takes a piece out again: everything else is as it was before it came. */
export function removePiece(piece: Piece, text: string | undefined, options: ApplyOptions): Applied {
  if (text === undefined) return { action: 'absent' }
  if (piece.kind === 'json') {
    const edit = dropEntries(text, piece.owned, piece.scaffold)
    if ('message' in edit) return refused(edit.message, edit.line, '')
    return edit.text === text ? { action: 'absent' } : { action: 'removed', text: edit.text, backup: false }
  }
  return piece.kind === 'block' ? removeBlock(piece, text, options) : removeFile(piece, text, options)
}

/** True where the text holds a piece for this integration, in whatever version. */
export function holdsPiece(piece: Piece, text: string | undefined, options: ApplyOptions): boolean {
  return text !== undefined && removePiece(piece, text, { ...options, force: true }).action === 'removed'
}

function installBlock(piece: Block, text: string | undefined, { name, sha256, force }: ApplyOptions): Applied {
  if (piece.needsFile === true && text === undefined) return { action: 'left' }
  const syntax = syntaxOf(piece)
  const owner = piece.shared === true ? [name] : []
  const fresh = text ?? (piece.syntax === 'script' ? '#!/bin/sh\n' : '')
  const fault = blockFault(fresh, syntax)
  if (fault !== undefined) return refused(fault.message, fault.line, piece.body)
  const found = findManagedBlock(fresh, sha256, syntax)
  if (found === undefined) {
    if (piece.taken?.test(fresh) === true) return { action: 'left' }
    if (piece.syntax !== 'script')
      return put(text, addBlock(fresh, piece.body, sha256, { syntax, owners: written(owner), isNew: text === undefined }), false)
    const shell = /^#!\s*(?:\/usr\/bin\/env\s+|\/bin\/|\/usr\/bin\/)(?:ba|da|k|z)?sh\b/.test(fresh)
    return shell
      ? put(text, addBlockBelowFirst(fresh, piece.body, sha256), false)
      : refused('it is no shell script', 1, piece.body)
  }
  const known = piece.shared === true ? (found.marks.owners ?? ALONE) : []
  if (found.edited && !force)
    return refused(
      `the block was edited by hand:\n${unifiedDiff(piece.path, `${piece.body}\n`, `${found.body}\n`)}`,
      lineAt(fresh, found.from),
      piece.body,
    )
  const marks = { ...found.marks, owners: written([...known, ...owner]) }
  return put(text, replaceBlock(fresh, found, piece.body, sha256, { syntax, marks }), found.edited)
}

function removeBlock(piece: Block, text: string, { name, sha256, force }: ApplyOptions): Applied {
  const syntax = syntaxOf(piece)
  const fault = blockFault(text, syntax)
  if (fault !== undefined) return refused(fault.message, fault.line, '')
  const found = findManagedBlock(text, sha256, syntax)
  const owners = found?.marks.owners ?? ALONE
  if (found === undefined || !isOwner(owners, name, piece)) return { action: 'absent' }
  const others = piece.shared === true ? owners.filter((owner) => owner !== name) : []
  if (others.length > 0)
    return removed(
      replaceBlock(text, found, found.body, sha256, { syntax, marks: { ...found.marks, owners: written(others) } }),
      false,
    )
  if (found.edited && !force)
    return refused(
      `the block was edited by hand:\n${unifiedDiff(piece.path, `${piece.body}\n`, `${found.body}\n`)}`,
      lineAt(text, found.from),
      '',
    )
  const rest = withoutBlock(text, found)
  return removed(piece.syntax === 'script' && rest === '#!/bin/sh\n' ? undefined : rest, found.edited)
}

function installFile(piece: Whole, text: string | undefined, { name, sha256, force }: ApplyOptions): Applied {
  if (piece.stamped !== undefined)
    return text === undefined || piece.stamped.test(text) ? put(text, piece.text, false) : { action: 'left' }
  const own = piece.shared === true ? [name] : undefined
  if (text === undefined) return put(text, signFile(piece.text, sha256, piece.comment, own), false)
  const found = readSigned(text, sha256)
  const foreign = found === undefined ? 'the file is not from pmem' : found.edited ? 'the file was edited by hand' : undefined
  if (foreign !== undefined && !force)
    return refused(`${foreign}:\n${unifiedDiff(piece.path, piece.text, found?.text ?? text)}`, null, piece.text)
  const owners = own === undefined ? undefined : [...new Set([...(found?.owners ?? []), ...own])].sort()
  const signed = signFile(piece.text, sha256, piece.comment, owners)
  return text.replace(/\r\n/g, '\n') === signed ? { action: 'same' } : put(text, signed, foreign !== undefined)
}

function removeFile(piece: Whole, text: string, { name, sha256, force }: ApplyOptions): Applied {
  const found = readSigned(text, sha256)
  if (found === undefined || !isOwner(found.owners ?? [], name, piece)) return { action: 'absent' }
  const others = found.owners?.filter((owner) => owner !== name) ?? []
  if (others.length > 0) return removed(signFile(found.text, sha256, piece.comment, others), false)
  if (found.edited && !force)
    return refused(`the file was edited by hand:\n${unifiedDiff(piece.path, piece.text, found.text)}`, null, '')
  return removed(undefined, found.edited)
}

/** A shared piece stays until the last of those that need it is removed. */
const isOwner = (owners: readonly string[], name: string, { shared }: Block | Whole): boolean =>
  shared !== true || owners.includes(name)

/** Who needs a block that names nobody: it was asked for by its own name. */
const ALONE: readonly string[] = ['agents-md']

/** As it stands in the mark of a block: nothing where it was only asked for by its own name. */
function written(owners: readonly string[]): readonly string[] | undefined {
  const all = [...new Set(owners)].sort()
  return all.length === 0 || (all.length === 1 && all[0] === ALONE[0]) ? undefined : all
}

const syntaxOf = ({ syntax }: Block): BlockSyntax => (syntax === 'markdown' ? MARKDOWN : HASH_COMMENT)

function put(before: string | undefined, text: string, backup: boolean): Applied {
  if (before === text) return { action: 'same' }
  return { action: before === undefined ? 'created' : 'changed', text, backup }
}

const removed = (text: string | undefined, backup: boolean): Applied => ({ action: 'removed', text, backup })
const refused = (reason: string, line: number | null, snippet: string): Applied => ({ action: 'refused', reason, line, snippet })
const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length
