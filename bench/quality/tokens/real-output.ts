import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { o200k, seedOf } from './chunks.ts'
import { PROJECT, type Text } from './texts.ts'

const PROGRAM = join(PROJECT, 'dist/bin/pmem.js')
const QUESTIONS = 12

/** What the built program prints for recall and for ask on copies of the corpora and of the own store; `silent` says what gave nothing. */
export function realOutput(pages: readonly Text[]): { readonly outputs: readonly Text[]; readonly silent: readonly string[] } {
  if (!existsSync(PROGRAM)) return { outputs: [], silent: ['dist/bin/pmem.js is not built: its real output is skipped'] }
  const found: Text[] = []
  const silent: string[] = []
  const stores = [
    ...['dendron', 'javaguide', 'adr-jph', 'madr'].map((name) => ({ name, folder: join(PROJECT, '../shared/corpora', name) })),
    { name: 'own', folder: join(PROJECT, 'bench/quality/own') },
  ]
  for (const { name, folder } of stores.filter((store) => existsSync(store.folder))) {
    const copy = mkdtempSync(join(tmpdir(), 'pmem-tokens-'))
    try {
      cpSync(folder, copy, { recursive: true })
      if (name !== 'own') run(copy, ['init', '--yes'])
      const before = found.length
      const asked = questions(name, pages)
      for (const format of ['compact', 'json', 'paths']) {
        const outputs = [
          run(copy, ['recall', '--format', format]),
          ...asked.map((question) => run(copy, ['ask', question, '--format', format])),
          ...asked.slice(0, 4).map((question) => run(copy, ['ask', question, '--format', format, '--explain'])),
        ]
        for (const [at, text] of outputs.entries()) {
          if (text !== '') found.push({ kind: `pmem ${format} ${name}`, source: `${name} ${format} ${at}`, text })
        }
      }
      if (found.length === before) silent.push(`pmem printed nothing in ${name}`)
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  return { outputs: found, silent }
}

/** Whole outputs of at least 100 tokens; the true count may exceed 2,000. */
export const outputChunks = (outputs: readonly Text[]) =>
  outputs.map(({ kind, text }) => ({ kind, text, tokens: o200k(text), heldOut: true })).filter(({ tokens }) => tokens >= 100)

/** First headings of pages chosen by hash. */
function questions(name: string, pages: readonly Text[]): readonly string[] {
  return pages
    .filter(({ kind, source }) =>
      name === 'own' ? kind === 'cards' : source.startsWith(`${name}/`) && /^(?:pages|notes)/.test(kind),
    )
    .map(({ source, text }) => ({ source, heading: /^# +(.+)$/m.exec(text)?.[1] ?? '' }))
    .filter(({ heading }) => heading !== '' && !heading.startsWith('-'))
    .sort((a, b) => seedOf(a.source) - seedOf(b.source))
    .slice(0, QUESTIONS)
    .map(({ heading }) => heading)
}

/** Standard output, whatever the exit code: no answer is an answer. */
function run(folder: string, args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    const { stdout } = error as { readonly stdout?: unknown }
    return typeof stdout === 'string' ? stdout : ''
  }
}
