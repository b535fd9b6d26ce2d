import fm from 'front-matter'
import { type BlockProblem, findBlock } from './block.ts'

// The package's types say `export default`, its CommonJS file exports the function itself.
const frontMatter = fm as unknown as (text: string) => { readonly bodyBegin: number; readonly frontmatter?: string }

export type Frontmatter = {
  /** The YAML between the dashes, without the final line break; null when the file has no frontmatter. */
  readonly block: string | null
  /** Line of the file on which the block starts. */
  readonly blockLine: number
  /** What follows the closing dashes, or the whole text. */
  readonly body: string
  readonly bodyLine: number
  readonly problem: BlockProblem | null
}

/**
 * Splits a card into frontmatter and body. `text` has no BOM and LF line ends (see content.ts); lines count from 1.
 * Linear in the length of the text; never throws.
 *
 * The package finds a block anywhere in a text, refuses blanks after the dashes, and runs js-yaml over the block, which
 * casts and throws: so findBlock guards it, and it is shown exact dashes and the lines of the block without their text.
 */
export function splitFrontmatter(text: string): Frontmatter {
  const found = findBlock(text)
  if (typeof found !== 'object') return { block: null, blockLine: 1, body: text, bodyLine: 1, problem: found ?? null }
  const blankLines = '\n'.repeat(found.bodyLine - 3)
  const { bodyBegin } = frontMatter(`---\n${blankLines}---\n`)
  return { block: found.text, blockLine: 2, body: text.slice(found.bodyStart), bodyLine: bodyBegin, problem: null }
}
