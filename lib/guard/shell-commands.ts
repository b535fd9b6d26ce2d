/**
 * The simple commands of a shell line as words: cut at `&&`, `||`, `;`, `|` and line ends outside of quotes, without assignments and
 * words such as `sudo` in front; those of `sh -c '...'` are taken out of it. No expansion; what a quote holds is one word. Linear;
 * never throws.
 */
export const commandsIn = (line: string): readonly (readonly string[])[] =>
  simpleCommands(line).flatMap((words) => {
    const inner = SHELL.test(words[0] ?? '') ? words.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1
    return inner < 0 ? [words] : simpleCommands(words[inner + 1] ?? '')
  })

const SHELL = /(?:^|[\\/])(?:ba|da|k|z)?sh$/

function simpleCommands(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]]
  let word: string | undefined
  let quote = ''
  const endWord = (): void => {
    if (word !== undefined) commands.at(-1)!.push(word)
    word = undefined
  }
  const text = line.length > MOST ? line.slice(0, MOST) : line
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!
    if (quote !== '') {
      if (char === quote) quote = ''
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (char === '\\' && at + 1 < text.length) {
      at += 1
      if (text[at] !== '\n') word = (word ?? '') + text[at]
    } else if (/[;&|\n(){}`]/.test(char)) {
      endWord()
      commands.push([])
    } else if (/\s/.test(char)) endWord()
    else word = (word ?? '') + char
  }
  endWord()
  return commands.map(bare).filter((words) => words.length > 0)
}

const MOST = 20_000
const WRAPPERS: ReadonlySet<string> = new Set([
  'sudo',
  'env',
  'time',
  'nice',
  'nohup',
  'exec',
  'command',
  'then',
  'do',
  'else',
  '!',
])

function bare(words: readonly string[]): readonly string[] {
  let isWrapped = false
  const start = words.findIndex((word) => {
    if (WRAPPERS.has(word)) isWrapped = true
    else return !/^[A-Za-z_]\w*=/.test(word) && !(isWrapped && /^(?:-|\d+$)/.test(word))
    return false
  })
  return start < 0 ? [] : words.slice(start)
}

/** Whether a command begins with these words; the program may be named by its path. */
export function startsWith(words: readonly string[], prefix: string): boolean {
  const wanted = prefix.trim().split(/\s+/)
  return wanted.every((word, at) => words[at] === word || (at === 0 && words[0]?.replace(/^.*[\\/]/, '') === word))
}

const INSTALLERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['npm', new Set(['install', 'i', 'add', 'in'])],
  ['pnpm', new Set(['add', 'install', 'i'])],
  ['yarn', new Set(['add'])],
  ['bun', new Set(['add', 'install', 'i'])],
  ['deno', new Set(['add', 'install'])],
  ['pip', new Set(['install'])],
  ['pip3', new Set(['install'])],
  ['uv', new Set(['add', 'install', 'pip'])],
  ['poetry', new Set(['add'])],
  ['pipenv', new Set(['install'])],
  ['conda', new Set(['install'])],
  ['cargo', new Set(['add', 'install'])],
  ['go', new Set(['get', 'install'])],
  ['gem', new Set(['install'])],
  ['bundle', new Set(['add'])],
  ['composer', new Set(['require'])],
  ['dotnet', new Set(['add'])],
  ['brew', new Set(['install'])],
  ['apt', new Set(['install'])],
  ['apt-get', new Set(['install'])],
  ['mix', new Set(['deps.get'])],
])

/** Whether a command installs a package of that name, in any version. */
export function installs(words: readonly string[], name: string): boolean {
  const program = words[0]?.replace(/^.*[\\/]/, '') ?? ''
  const module = program.startsWith('python') && words[1] === '-m'
  const [tool, rest] = module ? [words[2] ?? '', words.slice(3)] : [program, words.slice(1)]
  const verb = rest.find((word) => !word.startsWith('-'))
  if (verb === undefined || INSTALLERS.get(tool)?.has(verb) !== true) return false
  return rest.some((word) => !word.startsWith('-') && packageName(word) === name.toLowerCase())
}

/** `lodash@4`, `requests>=2`, `npm:lodash@^4`, `serde[derive]` are packages with a version or extras behind their name. */
const packageName = (word: string): string =>
  word
    .toLowerCase()
    .replace(/^(?:npm|jsr):/, '')
    .replace(/(?!^)@.*$/, '')
    .replace(/[[=<>~!;].*$/, '')
