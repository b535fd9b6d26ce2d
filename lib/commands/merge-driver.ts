import { decodeUtf8 } from '../card/content.ts'
import { PmemError } from '../model/error.ts'
import type { Files, Host } from '../model/ports.ts'
import type { ChangedData } from '../model/written.ts'
import { mergeCards } from '../update/merge.ts'
import { command } from './command.ts'

export const mergeDriver = command({
  name: 'merge-driver',
  summary: 'Merge two versions of a card as git asks for it: fields by name, lists as sets, the text by section',
  operands: { kind: 'words', names: ['base', 'ours', 'theirs', 'path'], optional: 1 },
  flags: {},
  formats: ['compact', 'json'],
  examples: ['pmem merge-driver base.md ours.md theirs.md', 'pmem merge-driver %O %A %B %P'],
  exits: '0 merged, into the file of ours; 1 it has conflict markers now',
  run({ host }, [base = '', ours = '', theirs = '', path = ours]) {
    const [o, a, b] = [base, ours, theirs].map((name) => readText(host, name)) as [string, string, string]
    const merged = mergeCards(o, a, b, host.sha256)
    const conflicts = merged.kind === 'conflict'
    if (merged.text !== a) writeText(host, ours, merged.text)
    const data: ChangedData = {
      action: 'merge-driver',
      id: null,
      file: path,
      written: merged.text === a ? [] : [path],
      removed: [],
      trace: null,
      verified: [],
      resolved: [],
      flagged: [],
      warnings: conflicts
        ? [`${path}: ${merged.reason}; resolve the conflict by hand`]
        : merged.clashes.map((clash) => `${path}: ${clash}`),
      notes: [],
      diff: '',
      dry_run: false,
    }
    return { kind: 'changed', exit: conflicts ? 1 : 0, data }
  },
})

/** The folder of a file that git made and its name in there: it is asked for from anywhere, also outside a project. */
function placeOf(host: Host, path: string): { readonly files: Files; readonly name: string } {
  const whole = host.resolve(host.cwd, path)
  const folder = host.parent(whole)
  if (folder === undefined) throw new PmemError('USAGE', `${path} is no file`)
  return { files: host.files(folder), name: whole.slice(folder.length).replace(/^[\\/]+/, '') }
}

/** Text of a version; an absent base is an empty file. Throws CARD_INVALID for bytes that are no text, and leaves ours as it is. */
function readText(host: Host, path: string): string {
  const { files, name } = placeOf(host, path)
  const bytes = files.read(name)
  if (bytes === undefined) throw new PmemError('CANNOT_READ', `cannot read ${path}`, { where: { path } })
  const decoded = decodeUtf8(bytes)
  if (!decoded.ok) throw new PmemError('CARD_INVALID', `${path}: ${decoded.reason}`, { where: { path } })
  return decoded.text
}

/** git reads the file as soon as the command ends: it is replaced as a whole, its permissions kept. */
function writeText(host: Host, path: string, text: string): void {
  const { files, name } = placeOf(host, path)
  const mode = files.stat(name)?.mode ?? 0
  const temporary = `${name}.${host.token()}.tmp`
  if (!files.create(temporary, text, { sync: true, ...(mode === 0 ? {} : { mode }) }))
    throw new PmemError('CANNOT_WRITE', `cannot write ${temporary}: it exists`, { where: { path } })
  files.rename(temporary, name)
}
