import { decodeUtf8 } from '../card/content.ts'
import { type Applied, type ApplyOptions, holdsPiece, installPiece, removePiece } from '../integrations/apply-piece.ts'
import type { Integration, Piece, Setting } from '../integrations/piece.ts'
import { type ProjectPath, pathOf, type Sha256 } from '../model/ids.ts'
import type { IntegrationState } from '../model/integration.ts'
import type { WriteOp } from '../model/plan.ts'
import type { Files, Host } from '../model/ports.ts'
import { unifiedDiff } from '../text/diff.ts'

/** The files that integrations are about, with what has been made of them so far: several write to the same one. */
export type Desk = {
  /** Does one step with every piece of an integration. */
  apply(integration: Integration, setting: Setting, step: 'install' | 'remove', force: boolean): IntegrationState['files']
  /** Writes pieces that belong to the store itself. */
  put(pieces: readonly Piece[]): void
  state(integration: Integration, setting: Setting): IntegrationState['state']
  /** Whether a piece is there just as it would be written. */
  holds(piece: Piece): boolean
  plan(): { readonly ops: readonly WriteOp[]; readonly diff: string }
}

type Sheet = {
  readonly before: string | undefined
  readonly expect: Sha256 | 'absent'
  /** Why it cannot be read as text. */
  readonly fault: string | undefined
  text: string | undefined
  mode?: number
}

export function openDesk(host: Host, files: Files): Desk {
  const sheets = new Map<string, Sheet>()
  const backups = new Map<string, string>()
  const sheetAt = (path: string): Sheet => {
    const known = sheets.get(path)
    if (known !== undefined) return known
    const bytes = files.read(path)
    const decoded = bytes === undefined ? undefined : decodeUtf8(bytes)
    const text = decoded?.ok === true ? decoded.text : undefined
    const sheet: Sheet = {
      before: text,
      expect: bytes === undefined ? 'absent' : host.sha256(bytes),
      fault: decoded?.ok === false ? decoded.reason : undefined,
      text,
    }
    sheets.set(path, sheet)
    return sheet
  }
  const options = (name: string, force: boolean): ApplyOptions => ({ name, sha256: host.sha256, force })
  const one = (piece: Piece, step: 'install' | 'remove', using: ApplyOptions): IntegrationState['files'][number] => {
    const path = targetOf(files, piece.path)
    if (path === undefined) return refusal(piece.path, 'it is a symbolic link that leads out of the project', null, '')
    const sheet = sheetAt(path)
    if (sheet.fault !== undefined) return refusal(path, sheet.fault, null, '')
    const done = step === 'install' ? installPiece(piece, sheet.text, using) : removePiece(piece, sheet.text, using)
    if (done.action === 'refused') return refusal(path, done.reason, done.line, done.snippet)
    if ('text' in done) {
      if (done.backup && sheet.before !== undefined) backups.set(freeName(files, path), sheet.before)
      sheet.text = done.text
      if (piece.kind !== 'json' && piece.mode !== undefined) sheet.mode = piece.mode
    }
    return { path, action: done.action, reason: null, line: null, snippet: '' }
  }
  return {
    apply: ({ name, pieces }, setting, step, force) =>
      distinct(files, pieces(setting))
        .filter((piece) => step === 'remove' || !isOptional(piece))
        .map((piece) => one(piece, step, options(name, force))),
    put(pieces) {
      for (const piece of pieces) one(piece, 'install', options('pmem', false))
    },
    state({ name, pieces }, setting) {
      const all = distinct(files, pieces(setting)).filter((piece) => !isOptional(piece))
      const found = all.map((piece) => {
        const path = targetOf(files, piece.path)
        const text = path === undefined ? undefined : sheetAt(path).text
        return { isThere: holdsPiece(piece, text, options(name, false)), done: installPiece(piece, text, options(name, false)) }
      })
      if (!found.some(({ isThere }) => isThere)) return 'absent'
      return found.every(({ done }) => isSettled(done)) ? 'installed' : 'drifted'
    },
    holds: (piece) => isSettled(installPiece(piece, sheetAt(piece.path).text, options('pmem', false))),
    plan() {
      const changed = [...sheets].filter(([, { before, text }]) => before !== text)
      const ops = changed.map(([path, { expect, text, mode }]): WriteOp => {
        const at = pathOf(path)
        if (text === undefined) return { op: 'delete', path: at, expect: expect === 'absent' ? 'any' : expect }
        return { op: 'put', path: at, text, expect, ...(mode === undefined ? {} : { mode }) }
      })
      const kept = [...backups].map(([path, text]): WriteOp => ({ op: 'put', path: pathOf(path), text, expect: 'absent' }))
      const diff = changed.map(([path, { before, text }]) => unifiedDiff(path, before, text)).join('')
      return { ops: [...kept, ...ops], diff }
    },
  }
}

/** Where the old text of a file is kept: nothing that was kept before is overwritten. */
function freeName(files: Files, path: string): string {
  let name = `${path}.bak`
  for (let count = 2; files.stat(name) !== undefined; count += 1) name = `${path}.bak${count}`
  return name
}

const isOptional = (piece: Piece): boolean => piece.kind === 'block' && piece.optional === true
const isSettled = ({ action }: Applied): boolean => action === 'same' || action === 'left'

const refusal = (path: string, reason: string, line: number | null, snippet: string): IntegrationState['files'][number] => ({
  path,
  action: 'refused',
  reason,
  line,
  snippet,
})

/** Of blocks that links lead to the same file, such as CLAUDE.md to AGENTS.md, only the first counts: a file holds one. */
function distinct(files: Files, pieces: readonly Piece[]): readonly Piece[] {
  const taken = new Set<string>()
  return pieces.filter((piece) => {
    const target = piece.kind === 'block' ? targetOf(files, piece.path) : undefined
    if (target === undefined) return true
    const isFirst = !taken.has(target)
    taken.add(target)
    return isFirst
  })
}

/** Where a path leads to through symbolic links; undefined where that is outside of the project. */
function targetOf(files: Files, path: string): ProjectPath | undefined {
  const parts = path.split('/')
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const ancestor = parts.slice(0, depth).join('/')
    if (files.stat(ancestor) === undefined) continue
    const real = files.real(ancestor)
    return real === undefined
      ? undefined
      : pathOf([...real.split('/'), ...parts.slice(depth)].filter((part) => part !== '').join('/'))
  }
  return pathOf(path)
}
