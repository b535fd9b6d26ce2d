import type { Guard } from '../model/card.ts'
import { linearRegex } from '../text/linear-regex.ts'
import type { YamlNode, YamlPair } from '../text/yaml-node.ts'
import { oneLine } from './fields.ts'
import type { Report } from './report.ts'

const CONDITIONS = ['path', 'added', 'command', 'dependency'] as const

/**
 * The conditions of `guards:`, a list of maps with `path`, `added`, `command` or `dependency` and a `message`.
 * One without a message says the title of its card; one without a condition, or whose `added` is no pattern, is left out with a warning.
 */
export function guardsOf(pair: YamlPair | undefined, title: string, report: Report): readonly Guard[] {
  if (pair === undefined) return []
  const nodes: readonly YamlNode[] = pair.value.kind === 'list' ? pair.value.items : [pair.value]
  const guards: Guard[] = []
  for (const node of nodes) {
    if (node.kind !== 'map') {
      report.warn('card-bad-value', `a guard is a map with ${CONDITIONS.join(', ')} and message`, node)
      continue
    }
    const texts = new Map<string, string>()
    for (const { key, value, line, column } of node.pairs) {
      const text = value.kind === 'scalar' ? oneLine(value.text) : ''
      const isKnown = key === 'message' || CONDITIONS.some((name) => name === key)
      if (isKnown && text !== '') texts.set(key, text)
      else
        report.warn(
          'card-bad-value',
          isKnown ? `guards.${key} must be one text` : `guards.${key} is unknown; known are ${CONDITIONS.join(', ')}, message`,
          { line, column },
        )
    }
    if (!CONDITIONS.some((name) => texts.has(name))) {
      report.warn('card-bad-value', `a guard needs one of ${CONDITIONS.join(', ')}; it is left out`, node)
      continue
    }
    const wrong = texts.has('added') ? linearRegex(texts.get('added')!) : undefined
    if (typeof wrong === 'string') {
      report.warn('card-bad-value', `guards.added is no pattern: ${wrong}; the guard is left out`, node)
      continue
    }
    const given = (name: (typeof CONDITIONS)[number]) => (texts.has(name) ? { [name]: texts.get(name) } : {})
    guards.push({
      ...given('path'),
      ...given('added'),
      ...given('command'),
      ...given('dependency'),
      message: texts.get('message') ?? title,
    })
  }
  return guards
}
