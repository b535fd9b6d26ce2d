import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { own, ownOutput } from './own-output.ts'

/** One text to calibrate on. `source` decides by its hash whether it is held out. */
export type Text = { readonly kind: string; readonly source: string; readonly text: string }

export const PROJECT = join(import.meta.dirname, '../../..')
const SHARED = join(PROJECT, '../shared')
const CORPORA = join(SHARED, 'corpora')
const EVAL = join(SHARED, 'eval')

/** All texts to calibrate on, in code-unit order of kind and source, and a line for each part that is absent here. */
export function texts(): { readonly all: readonly Text[]; readonly missing: readonly string[] } {
  const missing: string[] = []
  const all = [...projectTexts(), ...scriptTexts()]
  const markdown = [...own(PROJECT)]
  all.push(...markdown)
  if (existsSync(CORPORA)) {
    const files = corpusFiles()
    all.push(...files, ...files.flatMap(partsOf))
    markdown.push(...files)
  } else missing.push('../shared/corpora is absent: corpus kinds are skipped')
  all.push(...markdown.flatMap(ownOutput))
  if (existsSync(EVAL)) all.push(...judgedTexts())
  else missing.push('../shared/eval is absent: judged-set kinds are skipped')
  return { all, missing }
}

function corpusFiles(): Text[] {
  return filesBelow(CORPORA, '.md').map((path) => ({
    kind: kindOf(path),
    source: path,
    text: readFileSync(join(CORPORA, path), 'utf8'),
  }))
}

function kindOf(path: string): string {
  const [corpus, folder, locale] = path.split('/') as [string, string?, string?]
  if (corpus === 'adr-jph') return folder === 'locales' && locale?.length === 2 ? `pages ${locale}` : 'pages en'
  return corpus === 'javaguide' ? 'pages zh' : `notes ${corpus === 'dendron' || corpus === 'madr' ? corpus : 'en'}`
}

/** The harder parts of a page on their own: frontmatter, tables, lists of links, code, lines with emoji. */
function partsOf({ source, text }: Text): Text[] {
  const lines = text.split('\n')
  const part = (kind: string, chosen: readonly string[]): Text[] =>
    chosen.length === 0 ? [] : [{ kind, source, text: `${chosen.join('\n')}\n` }]
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  const code: string[] = []
  let isCode = false
  for (const line of lines) {
    if (/^\s*```/.test(line)) isCode = !isCode
    else if (isCode) code.push(line)
  }
  const locale = /^adr-jph\/locales\/(\w\w)\//.exec(source)?.[1] ?? (source.startsWith('javaguide') ? 'zh' : 'en')
  const family = locale === 'zh' || locale === 'ja' || locale === 'ko' ? 'cjk' : locale === 'en' ? 'en' : 'latin'
  return [
    ...part('frontmatter', lines.slice(1, Math.max(end, 1))),
    ...part(
      `tables ${family}`,
      lines.filter((line) => /^\s*\|/.test(line)),
    ),
    ...part(
      `links ${family}`,
      lines.filter((line) => /^\s*[-*\d].*(?:\]\(|\[\[|https?:)/.test(line)),
    ),
    ...part(
      `headings ${family}`,
      lines.filter((line) => /^#{1,6} /.test(line)),
    ),
    ...part('code pages', code),
    ...part(
      'emoji',
      lines.filter((line) => /\p{Extended_Pictographic}/u.test(line)),
    ),
  ]
}

function projectTexts(): Text[] {
  const take = (kind: string, folder: string, ext: string): Text[] =>
    filesBelow(join(PROJECT, folder), ext).map((path) => {
      const source = `${folder}/${path}`
      return { kind, source, text: readFileSync(join(PROJECT, source), 'utf8') }
    })
  const file = (kind: string, path: string): Text[] =>
    existsSync(join(PROJECT, path)) ? [{ kind, source: path, text: readFileSync(join(PROJECT, path), 'utf8') }] : []
  return [
    ...take('code ts', 'lib', '.ts'),
    ...take('code ts', 'spec', '.ts'),
    ...take('notes own', 'bench', '.md'),
    ...take('notes own', 'lib', '.md'),
    ...take('json', 'indexes-schema', '.json'),
    ...take('json lines', 'bench/quality/own', '.jsonl'),
    ...file('notes own', 'CHANGELOG.md'),
    ...file('json', 'package.json'),
    ...cut(file('json lock', 'package-lock.json'), 100),
  ]
}

/** The same article in many scripts; committed, so that every script has a witness. */
function scriptTexts(): Text[] {
  const byScript = JSON.parse(readFileSync(join(import.meta.dirname, 'scripts.json'), 'utf8')) as Readonly<Record<string, string>>
  return Object.entries(byScript).map(([script, text]) => ({ kind: 'scripts', source: script, text: `${text}\n` }))
}

const SETS: readonly (readonly [string, string])[] = [
  ['xquad-de', 'prose de'],
  ['xquad-th', 'prose th'],
  ['jaquad-ja', 'prose ja'],
  ['cmrc-zh', 'prose zh'],
  ['astro-ko', 'pages ko'],
  ['astro-zh-cn', 'pages zh'],
  ['cosqa', 'code py'],
  ['agentmem', 'memory'],
  ['locomo-session', 'chat'],
  ['cran', 'prose en'],
]

function judgedTexts(): Text[] {
  return SETS.flatMap(([set, kind]) =>
    readFileSync(join(EVAL, set, 'docs.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { readonly id: string; readonly title: string; readonly text: string })
      .map(({ id, title, text }) => ({ kind, source: `${set}/${id}`, text: `${title}\n${text}\n` })),
  )
}

/** Long files in parts of `size` lines, each with a source of its own, so that a part can be held out. */
const cut = (files: readonly Text[], size: number): Text[] =>
  files.flatMap(({ kind, source, text }) => {
    const lines = text.split('\n')
    return Array.from({ length: Math.ceil(lines.length / size) }, (_, part) => ({
      kind,
      source: `${source}#${part}`,
      text: lines.slice(part * size, (part + 1) * size).join('\n'),
    }))
  })

function filesBelow(folder: string, ext: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ext))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.includes('node_modules'))
    .sort()
}
