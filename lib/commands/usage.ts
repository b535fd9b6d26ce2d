import type { Command } from './command.ts'

/** A command as it is typed: its name and what stands behind it. */
export function usage({ name, operands }: Command): string {
  if (operands.kind === 'none') return name
  if (operands.kind === 'list') return `${name} [${operands.name} ...]`
  if (operands.kind === 'text')
    return `${name}${operands.first === undefined ? '' : ` <${operands.first}>`} ${operands.optional === true ? `[${operands.name}]` : `<${operands.name}>`}`
  const required = operands.names.length - (operands.optional ?? 0)
  return `${name} ${operands.names.map((word, index) => (index < required ? `<${word}>` : `[${word}]`)).join(' ')}`
}
