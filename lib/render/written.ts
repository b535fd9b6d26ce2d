import type { ChangedData, DistilledData, SuggestedData } from '../model/written.ts'
import { clip, oneLine, safe } from './terminal.ts'

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** A dry run is its diff, so that it can be piped on; what was done is told a line a file. */
export function renderChanged(data: ChangedData): string {
  const { action, id, written, removed, trace, verified, resolved, flagged, warnings, notes, diff, dry_run: dry } = data
  if (dry) return diff === '' ? `${oneLine(action)}: nothing would change\n` : safe(diff)
  return text([
    `${oneLine(action)}${id === null ? '' : ` ${oneLine(id)}`}${written.length + removed.length === 0 ? ': nothing to change' : ''}`,
    ...(trace === null ? [] : [`trace ${oneLine(trace)}`]),
    ...written.map((file) => `wrote ${oneLine(file)}`),
    ...removed.map((file) => `removed ${oneLine(file)}`),
    ...(verified.length === 0 ? [] : [`verified ${verified.map(oneLine).join(', ')}`]),
    ...(resolved.length === 0 ? [] : [`settled ${resolved.map(oneLine).join(', ')}`]),
    ...flagged.map((card) => `look at ${oneLine(card.id)}: ${oneLine(card.reason)}`),
    ...warnings.map((warning) => `warning: ${oneLine(warning)}`),
    ...notes.map(oneLine),
  ])
}

export function renderSuggested({ items, summary, notes }: SuggestedData): string {
  if (items.length === 0) return text(['Nothing to update.', ...notes.map(oneLine)])
  const lines = items.flatMap(({ id, reason, evidence, proposed_edit: edit }) => [
    `- ${oneLine(id)}: ${oneLine(reason)}`,
    ...evidence.map((line) => `  ${oneLine(line)}`),
    ...(edit === undefined || edit === '' ? [] : [indented(edit)]),
  ])
  return text([
    ...lines,
    `${count(summary.items, 'card')} to look at; \`pmem update --apply <item>\` takes an edit, \`pmem update --confirm -s "..."\` settles them all`,
    ...notes.map(oneLine),
  ])
}

export function renderDistilled({
  proposals,
  known,
  overtaken,
  waiting,
  marked,
  written,
  applied,
  diff,
  dry_run: dry,
  notes,
}: DistilledData): string {
  if (dry) return diff === '' ? 'distill: nothing would change\n' : safe(diff)
  if (waiting.length === 0) return text(['No trace waits to be distilled.', ...notes.map(oneLine)])
  const shown = applied
    ? [
        ...written.map((file) => `wrote ${oneLine(file)}`),
        ...marked.map(
          ({ trace, into }) => `distilled ${oneLine(trace)}${into.length === 0 ? '' : ` into ${into.map(oneLine).join(', ')}`}`,
        ),
      ]
    : proposals.flatMap(({ id, trace, card, made, facts, proposed_edit: edit }) => [
        `- ${oneLine(id)}: ${oneLine(trace)} -> ${made ? 'new ' : ''}${oneLine(card)}`,
        ...facts.map((fact) => `  ${fact.kind}: ${clip(oneLine(fact.text), 160)}`),
        indented(edit),
      ])
  return text([
    ...shown,
    ...overtaken.map(({ card, reason }) => `look at ${oneLine(card)}: ${oneLine(reason)}`),
    `${count(waiting.length, 'trace')}, ${count(proposals.length, 'proposal')}, ${count(known.length, 'fact')} known already`,
    ...(applied || waiting.length === 0
      ? []
      : ['`pmem distill --apply <id>` takes one, `pmem distill --confirm` takes them all']),
    ...notes.map(oneLine),
  ])
}

const indented = (diff: string): string =>
  safe(diff)
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')
