import type { Finding } from '../model/finding.ts'
import type { Outcome, TreeStep } from '../model/outcome.ts'
import type { Rendered } from './rendered.ts'
import { clip, oneLine, safe } from './terminal.ts'

type Plain = Exclude<Outcome, { kind: 'ask' | 'recall' | 'context' }>
type Data<K extends Plain['kind']> = Extract<Plain, { kind: K }>['data']

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

export function renderList({ cards, total, complete }: Data<'list'>): string {
  if (total === 0) return 'No card is like that.\n'
  const lines = cards.map(({ id, status, priority, title, stale }) => {
    const marks = [status, priority === 'high' || priority === 'low' ? priority : null, stale ? 'stale' : null].filter(
      (mark) => mark !== null,
    )
    return `${oneLine(id)}${marks.length === 0 ? '' : ` [${marks.map(oneLine).join(', ')}]`}  ${clip(oneLine(title), 120)}`
  })
  return text([...lines, complete ? `${total} cards` : `${cards.length} of ${total} cards; --limit N shows more`])
}

export function renderNext({ next, queue, total }: Data<'next'>): string {
  if (next === null) return 'Nothing is waiting: next.md names no step and no task is open.\n'
  const lines = queue.flatMap(({ id, text: step, priority, status, owner, why, file }) => {
    const marks = [priority, status].filter((mark) => mark !== null).map(oneLine)
    const head = `- ${marks.length === 0 ? '' : `[${marks.join(', ')}] `}${owner === null ? '' : `@${oneLine(owner)} `}${oneLine(step)}${id === null ? '' : ` (${oneLine(id)})`}`
    return why === '' ? [head, `  ${file}`] : [head, `  Why: ${clip(oneLine(why), 240)}`, `  ${file}`]
  })
  return text([
    queue.length === 1 ? 'NEXT' : 'QUEUE',
    ...lines,
    ...(total > queue.length ? [`${total - queue.length} more; --all shows them`] : []),
  ])
}

export function renderRelated({ id, title, steps, omitted, missing }: Data<'related'>): string {
  const left = new Map(omitted.map(({ id: from, count }) => [from, count]))
  const lines = [`${oneLine(id)}  ${oneLine(title)}`]
  if (steps.length === 0) lines.push('  (no edges)')
  lines.push(...treeLines(steps))
  for (const [from, count] of left) lines.push(`  ${count} more neighbours of ${oneLine(from)}; --limit N shows them`)
  for (const { type, target, line } of missing) lines.push(`  ${type} ${oneLine(target)} (missing: no such card, line ${line})`)
  return text(lines)
}

const treeLines = (steps: readonly TreeStep[]): string[] =>
  steps.map((step) => {
    const status = step.status === null ? '' : ` [${oneLine(step.status)}]`
    const source = step.source === 'explicit' ? '' : ` (${step.source} ${step.confidence})`
    return `${'  '.repeat(step.depth)}${step.name} ${oneLine(step.id)}${status}  ${clip(oneLine(step.title), 100)}${source}${step.known ? ' (shown above)' : ''}`
  })

export function renderTrace({ id, title, why, used_by, used_by_total, history, evidence_paths }: Data<'trace'>): string {
  const lines = [`${oneLine(id)}  ${oneLine(title)}`]
  lines.push('Why:', ...(why.length === 0 ? ['  (nothing recorded)'] : treeLines(why)))
  if (used_by.length > 0) lines.push('What rests on it:', ...treeLines(used_by))
  if (used_by_total > used_by.length) lines.push(`  ${used_by.length} of ${used_by_total}; --limit N shows more`)
  if (history.length > 0)
    lines.push(
      'History, newest first:',
      ...history.map(
        (card) => `  ${oneLine(card.id)}${card.status === null ? '' : ` [${oneLine(card.status)}]`}  ${oneLine(card.title)}`,
      ),
    )
  if (evidence_paths.length > 0) lines.push('Evidence:', ...evidence_paths.map((path) => `- ${oneLine(path)}`))
  return text(lines)
}

export function renderPath({ from, to, found, steps }: Data<'path'>): string {
  if (!found) return `No path leads from ${oneLine(from)} to ${oneLine(to)}.\n`
  return text([
    oneLine(from),
    ...steps.map(({ name, id, source, evidence }) => `  ${name} ${oneLine(id)}  (${source}, ${oneLine(evidence)})`),
  ])
}

export function renderImpact({ subject, kind, cards, total }: Data<'impact'>): string {
  if (total === 0) return kind === 'file' ? `No card is about ${oneLine(subject)}.\n` : `Nothing rests on ${oneLine(subject)}.\n`
  const shown = cards.map(({ id, title, why }) => `- ${oneLine(id)}  ${clip(oneLine(title), 100)}\n  ${oneLine(why)}`)
  return text([...shown, ...(total > cards.length ? [`${cards.length} of ${total}; --limit N shows more`] : [])])
}

export function renderReceipt({ id, command, args, now, pmem_version, head, source_hash, cards }: Data<'receipt'>): string {
  const given = Object.entries(args)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${oneLine(JSON.stringify(value))}`)
  return text([
    `receipt ${id}: ${command} ${given.join(', ')}`,
    `as at ${now}, pmem ${pmem_version}, ${head === null ? 'no commit' : `commit ${head}`}, cards ${source_hash.slice(0, 12)}`,
    ...cards.map((card) => `- ${oneLine(card.id)} ${card.hash.slice(0, 12)}`),
  ])
}

export function renderShow(card: Data<'show'>): string {
  const marks = [card.type, card.status].filter((mark) => mark !== null).map(oneLine)
  const lines = [`${oneLine(card.id)} [${marks.join(', ')}]  ${oneLine(card.title)}`, `File: ${oneLine(card.file)}`]
  if (card.superseded_by !== null) lines.push(`Superseded by: ${oneLine(card.superseded_by)}`)
  for (const reason of card.stale_reasons) lines.push(`Stale: ${oneLine(reason)}`)
  if (card.tags.length > 0) lines.push(`Tags: ${card.tags.map(oneLine).join(', ')}`)
  if (card.source_files.length > 0) lines.push(`About: ${card.source_files.map(oneLine).join(', ')}`)
  if (card.edges.length > 0) lines.push('Edges:', ...treeLines(card.edges))
  return `${text(lines)}\n${card.secret ? '(secret: open the file to read it)' : safe(card.body).trim()}\n`
}

export function renderStatus(data: Data<'status'>): string {
  const { index } = data
  const lines = [
    `${oneLine(data.project)}, stage ${oneLine(data.stage)}: ${data.cards} cards`,
    ...data.by_type.map(({ type, count }) => `  ${type} ${count}`),
    `Index: ${index.status.replaceAll('_', ' ')}${index.changed === 0 ? '' : `, ${index.changed} changed files`}`,
  ]
  if (data.broken.length > 0)
    lines.push(
      'Broken, left out:',
      ...data.broken.map(({ file, line, message }) => `  ${oneLine(file)}${line === null ? '' : `:${line}`} ${oneLine(message)}`),
    )
  const { changes, affected, hints, dirty, suspect, undistilled } = data
  if (changes.files.length > 0)
    lines.push(
      `Changed${changes.since === null || changes.since === '' ? '' : ` since ${changes.since.slice(0, 12)}`}:`,
      ...listed(
        changes.files.map(
          ({ path, kind, from }) => `  ${oneLine(path)} (${kind}${from === undefined ? '' : `, was ${oneLine(from)}`})`,
        ),
      ),
    )
  if (affected.length > 0)
    lines.push(
      'Affected:',
      ...affected.map(({ id, entry, kind }) => `  ${oneLine(id)}: its source ${oneLine(entry)} was ${kind}`),
    )
  if (hints.length > 0)
    lines.push(
      'Perhaps affected:',
      ...listed(
        hints.map(
          ({ id, source, entry, match }) => `  ${oneLine(id)}: ${oneLine(source)} lies in its ${match} ${oneLine(entry)}`,
        ),
      ),
    )
  if (dirty.length > 0)
    lines.push(
      'Dirty:',
      ...dirty.map(
        ({ id, since, reasons }) => `  ${oneLine(id)} since ${since.slice(0, 10)}: ${reasons.map(oneLine).join('; ')}`,
      ),
    )
  if (suspect.length > 0) lines.push('Suspect:', ...suspect.map(({ id, path }) => `  ${oneLine(id)}: ${oneLine(path)}`))
  const told = new Set([...affected, ...dirty, ...suspect].map(({ id }) => id))
  const stale = data.stale.filter(({ id }) => !told.has(id))
  if (stale.length > 0)
    lines.push('Stale:', ...stale.map(({ id, reasons }) => `  ${oneLine(id)}: ${reasons.map(oneLine).join('; ')}`))
  if (undistilled.traces.length > 0)
    lines.push(undistilled.reminder ?? `${count(undistilled.traces.length, 'trace')} not distilled yet`)
  if (affected.length + dirty.length > 0)
    lines.push('`pmem update --suggest` proposes edits; `pmem update --confirm -s "..."` settles them.')
  return text(lines)
}

/** For people a list that goes on and on ends; JSON has all of it. */
const MOST_LISTED = 20
const listed = (lines: readonly string[]): readonly string[] =>
  lines.length <= MOST_LISTED ? lines : [...lines.slice(0, MOST_LISTED), `  and ${lines.length - MOST_LISTED} more`]

const findingLine = ({ severity, code, message, file, line, column, fix }: Finding): string => {
  const place =
    file === undefined
      ? ''
      : `${oneLine(file)}${line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`} `
  return `${severity} ${place}${oneLine(message)} [${code}]${fix === undefined ? '' : ` ${oneLine(fix)}`}`
}

export function renderVerify({ findings, errors, warnings, accepted, cards, fixed, written }: Data<'verify'>): string {
  const counts = `${cards} cards, ${count(errors, 'error')}, ${count(warnings, 'warning')}${accepted === 0 ? '' : `, ${accepted} accepted`}`
  return text([
    ...(fixed.length === 0 ? [] : [`Rebuilt: ${fixed.map(oneLine).join(', ')}`]),
    ...written.map((file) => `wrote ${file}`),
    ...findings.map(findingLine),
    counts,
  ])
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

export function renderRebuild({ cards, edges, terms, findings, written }: Data<'rebuild'>): Rendered {
  return {
    stdout: text([`${cards} cards, ${edges} edges, ${terms} terms`, ...written.map((file) => `wrote ${file}`)]),
    stderr: text(findings.map(findingLine)),
  }
}

/** Generated files in one line a folder. */
function byFolder(paths: readonly string[]): readonly string[] {
  const folderOf = (path: string): string | undefined => /^\.pmem\/(?:skills|integrations)\//.exec(path)?.[0]
  const folders = new Map<string, number>()
  for (const folder of paths.map(folderOf)) if (folder !== undefined) folders.set(folder, (folders.get(folder) ?? 0) + 1)
  return [
    ...paths.filter((path) => folderOf(path) === undefined),
    ...[...folders].map(([folder, files]) => `${folder} (${count(files, 'file')})`),
  ]
}

export function renderInit({ root, created, written, sources, proposed, cards, dry_run }: Data<'init'>): string {
  if (!created) return `There is a project memory in ${oneLine(root)} already; nothing was written.\n`
  const lines = byFolder(written).map((file) => `${dry_run ? 'would write' : 'wrote'} ${file}`)
  const found = (list: typeof sources): string[] =>
    list.map(({ glob, type, files }) => `  ${oneLine(glob)} as ${type} (${count(files, 'file')})`)
  if (sources.length > 0) lines.push('Reads these documents where they lie, and never writes them:', ...found(sources))
  if (proposed.length > 0)
    lines.push(
      'Found Markdown that could be memory too; `pmem init --yes` in a fresh project takes it, or add it to `sources` in .pmem/manifest.yml:',
      ...found(proposed),
    )
  if (!dry_run) lines.push(`${count(cards, 'card')} indexed. Try: pmem recall`)
  return text(lines)
}
