import type {
  About,
  AboutCard,
  Contradictions,
  FactList,
  FactSearch,
  FactView,
  ImportedData,
  RelatedFacts,
  RememberedData,
} from '../model/fact.ts'
import { clip, oneLine, safe } from './terminal.ts'

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`
const more = (shown: number, total: number, noun: string): readonly string[] =>
  shown < total ? [`${shown} of ${count(total, noun)}; --limit N shows more`] : []

/** The whole text, indented below its first line, so that no line of it can be taken for one of ours. */
const content = (fact: Pick<FactView, 'content' | 'summary'>): readonly string[] => [
  ...(fact.summary === null ? [] : [`  ${oneLine(fact.summary)}`]),
  ...(fact.content === ''
    ? []
    : safe(fact.content)
        .split('\n')
        .map((line) => `    ${line}`.trimEnd())),
]

/** What a reader must know before trusting a card, and where it lies when that is not here. */
function marks({
  store,
  status,
  superseded_by,
}: {
  readonly store: string
  readonly status: string | null
  readonly superseded_by: string | null
}): string {
  const words = [
    ...(superseded_by === null ? [] : [`superseded by ${oneLine(superseded_by)}`]),
    ...(superseded_by === null && status !== null && RETIRED.has(status) ? [status] : []),
    ...(store === 'global' ? ['global'] : []),
  ]
  return words.length === 0 ? '' : ` {${words.join('; ')}}`
}
const RETIRED: ReadonlySet<string> = new Set(['superseded', 'archived', 'deprecated'])

export function renderFacts({ results, total, reason }: FactSearch): string {
  if (results.length === 0) return `No fact: ${oneLine(reason ?? '')}.\n`
  return text([
    ...results.flatMap((fact) => {
      const { id, score, relevance, text: words, overlap, trust, length_penalty: length } = fact
      return [
        `- ${oneLine(id)} (${score.toFixed(2)})${category(fact)}${marks(fact)}`,
        ...content(fact),
        `  . ${score} = relevance ${relevance} (text ${words}, overlap ${overlap}) x trust ${trust} x length ${length}`,
      ]
    }),
    ...more(results.length, total, 'fact'),
  ])
}

const category = ({ category: name }: Pick<FactView, 'category'>): string => (name === null ? '' : ` [${oneLine(name)}]`)

export function renderFactList({ facts, total }: FactList): string {
  if (total === 0) return 'No fact is like that.\n'
  return text([
    ...facts.flatMap((fact) => [`- ${oneLine(fact.id)}${category(fact)}${marks(fact)}`, ...content(fact)]),
    facts.length < total ? `${facts.length} of ${total} facts; --limit N shows more` : count(total, 'fact'),
  ])
}

const aboutLines = (cards: readonly AboutCard[]): readonly string[] =>
  cards.flatMap((card) => [
    `- ${oneLine(card.id)}${marks(card)}  ${clip(oneLine(card.title), 100)}`,
    ...(card.content === null
      ? card.summary === '' || card.summary === card.title
        ? []
        : [`  ${clip(oneLine(card.summary), 240)}`]
      : content({ content: card.content, summary: null })),
  ])

export function renderAbout({ entities, cards, total }: About): string {
  const names = entities.map(oneLine).join(' and ')
  if (total === 0) return `No card names ${names}.\n`
  return text([...aboutLines(cards), ...more(cards.length, total, 'card')])
}

export function renderRelatedFacts({ subject, neighbours, cards, total }: RelatedFacts): string {
  if (total === 0) return `Nothing is named together with ${oneLine(subject)}.\n`
  return text([
    oneLine(subject),
    ...neighbours.map(
      ({ entity, count: times, cards: ids }) =>
        `  ${oneLine(entity)} (${times}: ${ids.slice(0, 3).map(oneLine).join(', ')}${ids.length > 3 ? ', ...' : ''})`,
    ),
    ...aboutLines(cards),
    ...more(cards.length, total, 'card'),
  ])
}

export function renderContradictions({ topic, contradictions, facts }: Contradictions): string {
  const about = topic === null ? '' : ` about ${oneLine(topic)}`
  if (contradictions.length === 0) return `${count(facts, 'fact')}${about}: none disagree.\n`
  return text([
    ...contradictions.flatMap(({ kind, subject, differing, a, b }) => [
      `- ${kind}: ${clip(oneLine(subject), 80)}${kind === 'negation' ? '' : ` (${differing.map((value) => clip(oneLine(value), 60)).join(' / ')})`}`,
      ...[a, b].map(
        ({ id, text: sentence, updated }) =>
          `  ${oneLine(id)}${updated === null ? '' : ` ${updated.slice(0, 10)}`}: ${clip(oneLine(sentence), 240)}`,
      ),
    ]),
    `${count(contradictions.length, 'disagreement')} among ${count(facts, 'fact')}${about}; \`pmem supersede <old> <new>\` settles one`,
  ])
}

export function renderRemembered({ facts, warnings, diff, dry_run: dry }: RememberedData): string {
  if (dry) return diff === '' ? 'remember: nothing would change\n' : safe(diff)
  return text([
    ...facts.flatMap(({ id, file, known, supersedes, similar_to: similar }) => [
      known ? `${oneLine(id)} says exactly this already; nothing was written for it` : `${oneLine(id)}  ${oneLine(file)}`,
      ...supersedes.map((old) => `  supersedes ${oneLine(old)}`),
      ...similar.map(
        ({ id: other, overlap, content: said, differs }) =>
          `  like ${oneLine(other)} (${overlap.toFixed(2)}${differs === null ? '' : `, disagrees: ${differs.kind}`}): ${clip(oneLine(said), 160)}`,
      ),
    ]),
    ...warnings.map((warning) => `warning: ${oneLine(warning)}`),
  ])
}

export function renderImported(data: ImportedData): string {
  const { source, kind, items, imported, known, left_out, warnings, dry_run: dry } = data
  const line = ({ from, action, id, title, reason }: ImportedData['items'][number]): string =>
    `${action === 'import' ? (dry ? 'would import' : 'imported') : action.replace('_', ' ')} ${oneLine(from)} -> ${id === null ? clip(oneLine(title), 80) : oneLine(id)}${reason === null ? '' : ` (${oneLine(reason)})`}`
  return text([
    `${oneLine(source)} (${kind})`,
    ...items.map((item) => `  ${line(item)}`),
    ...warnings.map((warning) => `warning: ${oneLine(warning)}`),
    `${imported} ${dry ? 'to import' : 'imported'}, ${known} known already, ${left_out} left out`,
  ])
}
