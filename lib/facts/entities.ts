import { foldName } from '../text/fold.ts'

/** The things a text names, in the order they first stand, each once; two spellings that fold alike are one. */
export function entitiesIn(text: string): readonly string[] {
  const found: { readonly at: number; readonly name: string }[] = []
  const prose = text.replace(FENCE, (block) => ' '.repeat(block.length))
  const add = (at: number, name: string): void => {
    if (isName(name)) found.push({ at, name: name.trim() })
  }
  for (const pattern of QUOTED) for (const match of prose.matchAll(pattern)) add(match.index, match[1]!)
  for (const match of prose.matchAll(CODE)) add(match.index, match[1]!)
  const plain = prose.replace(CODE, (code) => ' '.repeat(code.length))
  for (const match of plain.matchAll(PATH)) if (isPath(match[0])) add(match.index, match[0].replace(/[.,:]+$/, ''))
  const words = plain.replace(PATH, (path) => (isPath(path) ? ' '.repeat(path.length) : path))
  for (const match of words.matchAll(CAMEL)) add(match.index, match[0])
  for (const match of words.matchAll(CAPITALISED)) for (const [at, name] of namesOf(match[0], match.index)) add(at, name)
  const names = new Map<string, string>()
  for (const { name } of found.sort((a, b) => a.at - b.at || b.name.length - a.name.length)) {
    const key = entityKey(name)
    if (key !== '' && !names.has(key)) names.set(key, name)
  }
  return [...names.values()].slice(0, MOST)
}

/** What a card is about: the author's own list where there is one, else what its text names. Derived, never written back. */
export const entitiesOf = (authored: readonly string[], text: string): readonly string[] =>
  authored.length > 0 ? authored : entitiesIn(text)

/** The form in which two entities are compared. */
export const entityKey = (name: string): string => foldName(name)

const MOST = 50
const MOST_CHARACTERS = 60
const FENCE = /^(?:```|~~~)[^\n]*\n[\s\S]*?(?:^(?:```|~~~)|$(?![\s\S]))/gm

// A single quote opens a name only where no letter is before it and closes it where none is behind: it's, Bob's and don't have none.
const QUOTED: readonly RegExp[] = [
  /"([^"\n]{1,120})"/g,
  /\u201c([^\u201c\u201d\n]{1,120})\u201d/g,
  /\u201e([^\u201c\u201d\u201e\n]{1,120})[\u201c\u201d]/g,
  /\u00ab\s?([^\u00ab\u00bb\n]{1,120}?)\s?\u00bb/g,
  /\u2039\s?([^\u2039\u203a\n]{1,120}?)\s?\u203a/g,
  /(?<![\p{L}\p{N}])\u2018([^\u2018\n]{1,120}?)\u2019(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}'])'([^'\n]{1,120})'(?![\p{L}\p{N}'])/gu,
  /\u300c([^\u300c\u300d\n]{1,120})\u300d/g,
  /\u300e([^\u300e\u300f\n]{1,120})\u300f/g,
  /\u300a([^\u300a\u300b\n]{1,120})\u300b/g,
  /\u3008([^\u3008\u3009\n]{1,120})\u3009/g,
  /\uff02([^\uff02\n]{1,120})\uff02/g,
]
const CODE = /(?<!`)`([^`\n]{1,120})`(?!`)/g
const PATH =
  /(?<![\p{L}\p{N}_@./\\:-])(?:[A-Za-z]:[\\/]|~?\/|\.{1,2}\/)?(?:[\p{L}\p{N}_@+-][\p{L}\p{N}_@.+-]{0,80}[\\/]){0,20}[\p{L}\p{N}_@.+-]{1,100}/gu
// A capital inside a word of lower-case letters (TypeScript, GitHub, iOS, PostgreSQL), or letters with digits and capitals (IPv6, OAuth2).
const CAMEL =
  /(?<![\p{L}\p{N}_])(?=\p{L}[\p{L}\p{N}]{0,60}(?![\p{L}\p{N}_]))(?:\p{Lu}*\p{Ll}+[\p{Ll}\p{N}]*\p{Lu}[\p{L}\p{N}]*|\p{Lu}{2,}\p{Ll}{2,}[\p{L}\p{N}]*)/gu
const CAPITALISED =
  /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}+#.-]{0,40}(?:[ \u00a0]\p{Lu}[\p{L}\p{N}+#-]{0,40}|[ \u00a0](?:of|de|van|von|del|da|la)[ \u00a0]\p{Lu}[\p{L}\p{N}+#-]{0,40}){1,6}/gu
/** Words that have a capital only because a sentence or a command begins with them. */
const OPENERS = new Set(
  (
    'a an the this that these those it its if when while where what which who why how for from with without in on at by to as and or but not no ' +
    'all any each every some most use uses using never always do does don please see run set keep add remove avoid prefer make let our your my their ' +
    'his her we you they he she i is are was were be can should must may will before after since until because though although there here also then ' +
    'only both either neither one two three first last next new old both ok yes'
  ).split(' '),
)

/** `Use Visual Studio Code` names Visual Studio Code; a single capitalised word names nothing for certain. */
function* namesOf(run: string, at: number): Iterable<readonly [at: number, name: string]> {
  const words = run.split(/[ \u00a0]/)
  let from = 0
  while (from < words.length && OPENERS.has(words[from]!.toLowerCase())) from += 1
  const kept = words.slice(from)
  if (kept.length >= 2) yield [at + words.slice(0, from).join(' ').length, kept.join(' ').replace(/[.-]+$/, '')]
}

const EXTENSION = /[\p{L}\p{N}_-]{2,}\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,5}$/u

/** Folders and a file: `src/db.ts`, `./x`, `lib/store/`, or a file name alone, `package.json`. `and/or`, `24/7` and `e.g` are none. */
function isPath(text: string): boolean {
  const path = text.replace(/[.,:]+$/, '')
  if (!/\p{L}/u.test(path)) return false
  if (EXTENSION.test(path)) return true
  const folders = path.split(/[\\/]/).length - 1
  return folders >= 2 || (folders === 1 && /^(?:\.{1,2}|~)?\//.test(path)) || /^[A-Za-z]:[\\/]./.test(path)
}

/** One line with a letter or digit in it, no longer than a name is. */
function isName(name: string): boolean {
  const trimmed = name.trim()
  return /[\p{L}\p{N}]/u.test(trimmed) && [...trimmed].length <= MOST_CHARACTERS
}
