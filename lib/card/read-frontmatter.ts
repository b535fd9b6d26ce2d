import { parseYaml } from '../text/yaml.ts'
import type { YamlMap } from '../text/yaml-node.ts'
import { looksLikeFields } from './block.ts'
import type { Frontmatter } from './frontmatter.ts'
import { repairYaml } from './repair.ts'
import type { Report } from './report.ts'

export type ReadFrontmatter = {
  /** The fields; null where the file has none that can be read. */
  readonly map: YamlMap | null
  readonly body: string
  readonly bodyLine: number
}

/**
 * The frontmatter of a card and its body. What is wrong goes to `report`, with the line. For a card of the store
 * (`optional` false) the absence of a frontmatter is wrong too. `split` is the split of `text`. Never throws.
 */
export function readFrontmatter(text: string, split: Frontmatter, report: Report, optional: boolean): ReadFrontmatter {
  const whole: ReadFrontmatter = { map: null, body: text, bodyLine: 1 }
  if (split.block === null || !looksLikeFields(split.block)) {
    if (split.problem === 'unclosed')
      report.error(
        'card-bad-frontmatter',
        'the frontmatter is never closed',
        { line: 1 },
        'Add a line of `---` after the last field.',
      )
    else if (split.problem === 'language')
      report.error(
        'card-bad-frontmatter',
        'only plain `---` opens a frontmatter; a language name after it is not read',
        { line: 1 },
        'Write the fields as YAML below a plain `---`.',
      )
    else if (!optional)
      report.error(
        'card-no-id',
        text.trim() === '' ? 'no id: the file is empty' : 'no id: the file has no frontmatter',
        { line: 1 },
        NEEDED,
      )
    return whole
  }
  const { block, blockLine, body, bodyLine } = split
  const parsed = parseYaml(block, blockLine)
  const repaired = parsed.problems.some(({ code }) => code === 'syntax') ? repairYaml(block, blockLine) : undefined
  for (const { line, key } of repaired?.lines ?? []) {
    report.warn(
      'card-repaired',
      `${key} is read as it stands, though YAML does not allow its value without quotes`,
      { line },
      'Put the value in quotes.',
    )
  }
  const { root, problems } = repaired?.result ?? parsed
  const [first] = problems
  if (first !== undefined) {
    const code = problems.every((problem) => problem.code === 'duplicate_key') ? 'card-duplicate-key' : 'card-bad-yaml'
    const message = code === 'card-duplicate-key' ? first.message : `the frontmatter is no readable YAML: ${first.message}`
    report.error(
      code,
      message,
      first,
      code === 'card-duplicate-key'
        ? 'Keep one of the two lines.'
        : 'Correct the line; texts with a colon, quotes or brackets need quotes.',
    )
    return { map: null, body, bodyLine }
  }
  if (root.kind === 'map') return { map: root, body, bodyLine }
  if (root.kind === 'null') {
    if (!optional) report.error('card-no-id', 'no id: the frontmatter is empty', { line: 1 }, NEEDED)
    return { map: null, body, bodyLine }
  }
  // Two horizontal rules with text between them, no fields at all.
  if (!optional) report.error('card-no-id', 'no id: the file has no frontmatter', { line: 1 }, NEEDED)
  return whole
}

const NEEDED = 'Start the file with `---`, `id: module.name`, `type: module`, `---`.'
