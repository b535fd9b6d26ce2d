import { byCodeUnit } from './copy.ts'
import type { Corpus, SignalName } from './corpora.ts'
import { documentOf, type Ending } from './program.ts'
import type { Page } from './reading.ts'

/** One question to the program, and what its answer must be. */
export type Case = {
  /** The document that the question is about. */
  readonly file: string
  readonly args: readonly string[]
  /** What is wrong with an answer; undefined for a hit. */
  readonly fault: (ending: Ending, fileOf: (id: string) => string | undefined) => string | undefined
}

/** Most answers the program gives at a time. */
const MOST = 100

/** Every case that the pages of a corpus allow for a signal, by file in code-unit order. */
export function casesOf(signal: SignalName, pages: readonly Page[], corpus: Corpus): readonly Case[] {
  return CASES[signal](
    [...pages].sort((a, b) => byCodeUnit(a.file, b.file)),
    corpus,
  )
}

const CASES: Readonly<Record<SignalName, (pages: readonly Page[], corpus: Corpus) => readonly Case[]>> = {
  title: (pages) => named(pages, ({ title }) => (title === undefined ? [] : [title])),
  path: (pages) => named(pages, ({ file }) => [file]),
  id: (pages) => named(pages, ({ id }) => (id === undefined ? [] : [id])),
  tag: (pages) => named(pages, ({ tags }) => tags),
  wikilink: neighbours,
}

/**
 * The query is a name alone. As many answers as pages share the name must come first, all of them and no other.
 * Of a page with several names each is asked in turn over the pages, so that all positions are seen.
 */
function named(pages: readonly Page[], namesOf: (page: Page) => readonly string[]): readonly Case[] {
  const sharers = new Map<string, Set<string>>()
  for (const page of pages) {
    for (const name of namesOf(page)) {
      const key = folded(name)
      sharers.set(key, (sharers.get(key) ?? new Set()).add(page.file))
    }
  }
  return pages.flatMap((page, place): Case[] => {
    const names = namesOf(page)
    const name = names[place % names.length]
    if (name === undefined) return []
    const sharing = sharers.get(folded(name)) ?? new Set()
    const limit = Math.min(MOST, sharing.size)
    return [
      {
        file: page.file,
        args: ['ask', '--json', '--limit', String(limit), '--', name],
        fault: (ending) => {
          const answer = documentOf<{ matched?: { file: string; reasons: { channel: string }[] }[] }>(ending)?.matched
          if (answer === undefined) return failure(ending)
          const first = answer.map(({ file }) => file)
          if (first.length === limit && first.every((file) => sharing.has(file)) && (limit === MOST || first.includes(page.file)))
            return undefined
          const others = answer.filter(({ file }) => !sharing.has(file))
          const came = others.map(({ file, reasons }) => `${file} (${reasons[0]?.channel})`)
          return `${first.length} of ${limit} answers${came.length === 0 ? '' : `, came instead: ${came.join(', ')}`}`
        },
      },
    ]
  })
}

/** Two names are one where they differ in case, width and blanks only. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** `related` of a page, by its own id, must show every page it links to. */
function neighbours(pages: readonly Page[], { vault }: Corpus): readonly Case[] {
  const byName = new Map<string, string | undefined>()
  for (const { file } of pages) {
    const name = noteName(file)
    byName.set(name, byName.has(name) ? undefined : file)
  }
  const ids = new Map<string, number>()
  for (const { id } of pages) if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1)
  return pages.flatMap(({ file, id, wikilinks }): Case[] => {
    const targets = new Set(
      wikilinks.map((inner) => byName.get(target(inner, vault) ?? '')).filter((found) => found !== undefined),
    )
    targets.delete(file)
    if (id === undefined || ids.get(id) !== 1 || targets.size === 0) return []
    return [
      {
        file,
        args: ['related', '--json', '--limit', '10000', '--', id],
        fault: (ending, fileOf) => {
          const steps = documentOf<{ steps?: { id: string; name: string }[] }>(ending)?.steps
          if (steps === undefined) return failure(ending)
          const shown = new Set(steps.filter(({ name }) => name === 'references').map((step) => fileOf(step.id)))
          const missing = [...targets].filter((wanted) => !shown.has(wanted))
          return missing.length === 0 ? undefined : `links not shown: ${missing.join(', ')}`
        },
      },
    ]
  })
}

const noteName = (file: string): string =>
  file
    .slice(file.lastIndexOf('/') + 1)
    .replace(/\.md$/, '')
    .toLowerCase()

/** The note that `[[label|dendron://vault/note#heading]]` leads to; undefined where that is in another vault. */
function target(inner: string, vault: string | undefined): string | undefined {
  const reference = (inner.includes('|') ? inner.slice(inner.indexOf('|') + 1) : inner).trim()
  const [, foreign, note = reference] = /^dendron:\/\/([^/]*)\/(.*)$/.exec(reference) ?? []
  if (foreign !== undefined && foreign !== vault) return undefined
  return note.replace(/#.*$/, '').trim().toLowerCase()
}

export const failure = ({ code, stdout, stderr }: Ending): string =>
  `no answer (exit ${code}): ${(stderr.trim() || stdout.trim()).split('\n').slice(0, 3).join(' | ')}`
