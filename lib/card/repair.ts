import { parseYaml } from '../text/yaml.ts'
import type { YamlResult } from '../text/yaml-node.ts'

export type Repaired = {
  readonly result: YamlResult
  /** Lines whose value was read as if it were quoted. */
  readonly lines: readonly { readonly line: number; readonly key: string }[]
}

// Fields that hold one text: `title: Plan: drop cookies` can only mean the whole rest of the line.
const TEXT_FIELD = /^(title|name|summary|description|desc|excerpt|stage|category)(:[ \t]+)(\S.*)$/i

/**
 * Reads a block that YAML refuses once more, taking the value of each one-line text field as it stands. The commonest
 * mistake by hand, a colon and a blank in a title, is understood that way; undefined where it does not help.
 */
export function repairYaml(block: string, firstLine: number): Repaired | undefined {
  const lines = block.split('\n')
  const repaired: { line: number; key: string }[] = []
  const text = lines.map((line, index) => {
    const match = TEXT_FIELD.exec(line)
    const value = match?.[3]?.trimEnd()
    if (match === null || value === undefined || isSimple(value) || isIndented(lines[index + 1] ?? '')) return line
    repaired.push({ line: firstLine + index, key: match[1] as string })
    return `${match[1]}${match[2]}'${value.replaceAll("'", "''")}'`
  })
  if (repaired.length === 0) return undefined
  const result = parseYaml(text.join('\n'), firstLine)
  return result.problems.length === 0 ? { result, lines: repaired } : undefined
}

const isIndented = (line: string): boolean => /^[ \t]/.test(line) && line.trim() !== ''

/** A value that YAML reads without help. */
function isSimple(value: string): boolean {
  const { problems } = parseYaml(`x: ${value}`, 1)
  return problems.length === 0
}
