/** A file that an edit is about. */
export type EditedFile = {
  /** As the agent wrote it. */
  readonly path: string
  readonly added: readonly string[]
  /** The file as a whole is replaced: lines that stand in it already are not added. */
  readonly isWhole: boolean
}

const BEGIN = '*** Begin Patch'

/** True for a text that holds a patch in the form of apply_patch. */
export const holdsPatch = (text: string): boolean => text.includes(BEGIN)

/** The files of a patch in the form of apply_patch with the lines it adds, also inside of a command line; deleted ones are left out. Never throws. */
export function readPatch(text: string): readonly EditedFile[] {
  const files: { path: string; added: string[]; isWhole: boolean }[] = []
  let current: (typeof files)[number] | undefined
  for (const line of text.slice(Math.max(0, text.indexOf(BEGIN))).split(/\r?\n/)) {
    const [, verb, path = ''] = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/.exec(line) ?? []
    if (line.startsWith('*** End Patch')) break
    if (verb === 'Move to' && current !== undefined) current.path = path.trim()
    else if (verb === 'Delete File') current = undefined
    else if (verb !== undefined) {
      current = { path: path.trim(), added: [], isWhole: false }
      files.push(current)
    } else if (line.startsWith('+')) current?.added.push(line.slice(1))
  }
  return files
}
