// A second, minimal reading of Markdown files, on purpose not the program's own: what is expected must not come from what is tested.

export type Page = {
  readonly file: string
  /** The title a reader sees: of the frontmatter, else of the first `#` heading, without markup; undefined without either. */
  readonly title: string | undefined
  /** `id:` of the frontmatter. */
  readonly id: string | undefined
  /** `tag:` or `tags:` of the frontmatter. */
  readonly tags: readonly string[]
  /** The inside of each `[[...]]` outside code and comments. */
  readonly wikilinks: readonly string[]
}

/** Reads one page. Never throws: what it does not understand it leaves out. */
export function readPage(file: string, source: string): Page {
  const lines = source
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n')
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  const fields = end === -1 ? new Map<string, readonly string[]>() : fieldsOf(lines.slice(1, end))
  const prose = withoutCode(end === -1 ? lines : lines.slice(end + 1))
  const first = (name: string): string | undefined => {
    const [value, ...more] = fields.get(name) ?? []
    return more.length > 0 || value === '' ? undefined : value
  }
  return {
    file,
    title: first('title') ?? heading(prose),
    id: first('id'),
    tags: fields.get('tag') ?? fields.get('tags') ?? [],
    wikilinks: [...prose.join('\n').matchAll(/\[\[([^[\]\n]+)\]\]/g)].map((match) => match[1] as string),
  }
}

/** Top-level fields of a frontmatter that are a scalar on one line or a list of such; all others are left out. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, readonly string[]>()
  lines.forEach((line, at) => {
    const [, name, rest = ''] = /^([A-Za-z_]+):(?:[ \t]+(.*?))?[ \t]*$/.exec(line) ?? []
    if (name === undefined) return
    const below = lines.slice(at + 1)
    const indented = below.slice(
      0,
      lengthWhile(below, (next) => /^(?:[ \t]+\S|- )/.test(next)),
    )
    if (rest === '') {
      const items = indented.map((next) => /^\s*- (.*)$/.exec(next)?.[1])
      if (items.every((item) => item !== undefined && !/^(?:-|[\w]+:)\s/.test(item)))
        fields.set(
          name,
          items.map((item) => unquoted(item ?? '')),
        )
    } else if (rest.startsWith('[') && rest.endsWith(']')) {
      fields.set(
        name,
        rest
          .slice(1, -1)
          .split(',')
          .map(unquoted)
          .filter((item) => item !== ''),
      )
    } else if (indented.length === 0 && !/^[|>{&*!]/.test(rest)) fields.set(name, [unquoted(rest)])
  })
  return fields
}

function lengthWhile(lines: readonly string[], holds: (line: string) => boolean): number {
  const end = lines.findIndex((line) => !holds(line))
  return end === -1 ? lines.length : end
}

function unquoted(text: string): string {
  const value = text.trim()
  if (/^".*"$/.test(value)) return value.slice(1, -1).replace(/\\(["\\])/g, '$1')
  if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  return value.replace(/\s+#.*$/, '')
}

/** The lines that are not part of a fenced block, with comments and inline code blanked. */
function withoutCode(lines: readonly string[]): readonly string[] {
  let fence: string | undefined
  const kept = lines.map((line) => {
    const mark = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined) {
      if (mark === undefined) return line
      fence = mark
    } else if (mark?.startsWith(fence) && line.trim().replace(/^>\s*/, '') === mark) fence = undefined
    return ''
  })
  return kept
    .join('\n')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, (code) => (/^# /.test(code) ? code : '`'.repeat(code.length)))
    .split('\n')
}

/** The first `#` heading, as it reads on a page; undefined where it holds code, which this reading has blanked. */
function heading(prose: readonly string[]): string | undefined {
  const line = prose.find((text) => /^ {0,3}#[ \t]+\S/.test(text))
  if (line === undefined || line.includes('`')) return undefined
  const text = line
    .replace(/^ *#[ \t]+|[ \t]+#+[ \t]*$/g, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^<>]+>/g, '')
    .replace(/(\*{1,3}|__)(\S(?:.*?\S)?)\1/g, '$2')
    .trim()
  return text === '' ? undefined : text
}
