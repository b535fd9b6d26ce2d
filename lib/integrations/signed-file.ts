import { type BlockSyntax, HASH_COMMENT, MARKDOWN } from '../text/managed-block.ts'

type Hash = (text: string) => string

export const SLASH_COMMENT: BlockSyntax = { open: '// ', close: '', fences: false }
export { HASH_COMMENT, MARKDOWN }

/** A file that pmem wrote as a whole: its last line says so and vouches for the rest. */
export type SignedFile = {
  readonly text: string
  /** Somebody changed it since. */
  readonly edited: boolean
  readonly owners: readonly string[] | undefined
}

/** The file with its signature. `owners` are the integrations that need it. */
export function signFile(text: string, sha256: Hash, { open, close }: BlockSyntax, owners?: readonly string[]): string {
  const whole = text.endsWith('\n') ? text : `${text}\n`
  const marks = owners === undefined ? '' : ` for=${owners.join(',')}`
  return `${whole}${open}pmem:file v=1 sha256=${digest(whole, sha256)}${marks}${close}\n`
}

/** What a file is that may be pmem's; undefined for one that bears no signature. */
export function readSigned(text: string, sha256: Hash): SignedFile | undefined {
  const lines = text.replace(/\r\n/g, '\n').replace(/\n+$/, '')
  const start = lines.lastIndexOf('\n') + 1
  const found = /^(?:<!-- |# |\/\/ )pmem:file v=1 sha256=([0-9a-f]{16})(?: for=([a-z,-]+))?(?: -->)?$/.exec(lines.slice(start))
  if (found === null) return undefined
  const whole = lines.slice(0, start)
  return { text: whole, edited: digest(whole, sha256) !== found[1], owners: found[2]?.split(',') }
}

const digest = (text: string, sha256: Hash): string => sha256(text).slice(0, 16)
