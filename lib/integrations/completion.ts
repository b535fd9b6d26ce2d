export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof SHELLS)[number]

type Described = { readonly name: string; readonly summary: string; readonly flags: readonly FlagText[] }
type FlagText = {
  readonly name: string
  readonly short: string | undefined
  readonly doc: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
}

/** A completion script made of the records of the commands: names, second words, flags and the values of those with choices. */
export function completionScript(shell: Shell, commands: readonly Described[]): string {
  const head = '# Completion of pmem, made by `pmem completion`; a new version of pmem may have other commands.\n'
  return head + { bash, zsh, fish, powershell }[shell](commands)
}

const firstWords = (commands: readonly Described[]): readonly string[] => [
  ...new Set(['help', ...commands.map(({ name }) => name.split(' ')[0]!)]),
]
const families = (commands: readonly Described[]): ReadonlyMap<string, readonly Described[]> => {
  const found = new Map<string, Described[]>()
  for (const command of commands) {
    const [first, second] = command.name.split(' ')
    if (second !== undefined) found.set(first!, [...(found.get(first!) ?? []), command])
  }
  return found
}
const flagNames = ({ flags }: Described): string => flags.map(({ name }) => name).join(' ')
const secondOf = ({ name }: Described): string => name.split(' ')[1]!

function bash(commands: readonly Described[]): string {
  const seconds = [...families(commands)].map(
    ([first, members]) => `    '${first}') words='${members.map(secondOf).join(' ')}' ;;\n`,
  )
  const flagsOf = (isFamily: boolean): string =>
    commands
      .filter(({ name }) => name.includes(' ') === isFamily)
      .map((command) => `    '${command.name}') flags='${flagNames(command)}' ;;\n`)
      .join('')
  const choices = choiceCases(commands, (pattern, values) => `    ${pattern}) words='${values}' ;;\n`)
  return `_pmem() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words='' flags=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=( $(compgen -W '${firstWords(commands).join(' ')}' -- "$current") )
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${choices}  esac
  if [ -n "$words" ]; then
    COMPREPLY=( $(compgen -W "$words" -- "$current") )
    return
  fi
  if [ "$COMP_CWORD" -eq 2 ]; then
    case "\${COMP_WORDS[1]}" in
${seconds.join('')}    'help') words='${firstWords(commands).join(' ')}' ;;
    esac
  fi
  case "\${COMP_WORDS[1]}" in
${flagsOf(false)}  esac
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${flagsOf(true)}  esac
  case "$current" in
    -*) COMPREPLY=( $(compgen -W "$flags" -- "$current") ) ;;
    *) if [ -n "$words" ]; then COMPREPLY=( $(compgen -W "$words" -- "$current") ); else COMPREPLY=( $(compgen -f -- "$current") ); fi ;;
  esac
}
complete -F _pmem pmem
`
}

function choiceCases(commands: readonly Described[], line: (pattern: string, values: string) => string): string {
  const cases = new Map<string, string>()
  for (const command of commands) {
    for (const { name, choices } of command.flags)
      if (choices.length > 0) cases.set(`'${command.name.split(' ')[0]} ${name}'`, choices.join(' '))
  }
  return [...cases].map(([pattern, values]) => line(pattern, values)).join('')
}

function zsh(commands: readonly Described[]): string {
  const described = (members: readonly Described[], word: (one: Described) => string): string =>
    members.map((one) => `      ${quoted(`${word(one)}:${one.summary.replaceAll(':', ' -')}`)}`).join('\n')
  const seconds = [...families(commands)].map(
    ([first, members]) =>
      `    ${first}) local -a seconds=(\n${described(members, secondOf)}\n      ); (( CURRENT == 3 )) && _describe 'command' seconds && return ;;\n`,
  )
  const flags = commands.map(
    (command) =>
      `    ${quoted(command.name)}) flags=(\n${command.flags.map((flag) => `      ${quoted(`${flag.name}:${flag.doc.replaceAll(':', ' -')}`)}`).join('\n')}\n      ) ;;\n`,
  )
  const singles = commands.filter(({ name }) => !name.includes(' '))
  const heads = [...families(commands)].map(([first, members]) => ({
    name: first,
    summary: members.map(secondOf).join(', '),
    flags: [],
  }))
  return `#compdef pmem
_pmem() {
  local -a commands=(
${described([...singles, ...heads], ({ name }) => name)}
  )
  if (( CURRENT == 2 )); then _describe 'command' commands; return; fi
  local -a flags
  case "$words[2] $words[CURRENT-1]" in
${choiceCases(commands, (pattern, values) => `    ${pattern}) compadd ${values}; return ;;\n`)}  esac
  case "$words[2]" in
${seconds.join('')}  esac
  case "$words[2]" in
${flags.filter((_line, at) => !commands[at]!.name.includes(' ')).join('')}  esac
  case "$words[2] $words[3]" in
${flags.filter((_line, at) => commands[at]!.name.includes(' ')).join('')}  esac
  if [[ "$words[CURRENT]" == -* ]]; then _describe 'flag' flags; else _files; fi
}
# Loaded from fpath this file is the function itself; sourced, it has to be announced.
if [[ "$funcstack[1]" == _pmem ]]; then _pmem "$@"; else compdef _pmem pmem; fi
`
}

/** One word of a POSIX shell, fish or zsh: a quote inside ends it, stands escaped, and begins it again. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function fish(commands: readonly Described[]): string {
  const lines = ['complete -c pmem -f']
  const members = families(commands)
  for (const command of commands) {
    const [first, second] = command.name.split(' ')
    if (second === undefined)
      lines.push(`complete -c pmem -n __fish_use_subcommand -a ${first} -d ${fishQuoted(command.summary)}`)
    const seen = `'__fish_seen_subcommand_from ${first}${second === undefined ? '' : `; and __fish_seen_subcommand_from ${second}`}'`
    for (const { name, short, doc, takesValue, choices } of command.flags) {
      const letter = short === undefined ? '' : ` -s ${short.slice(1)}`
      const value = takesValue ? (choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : ' -r') : ''
      lines.push(`complete -c pmem -n ${seen} -l ${name.slice(2)}${letter}${value} -d ${fishQuoted(doc)}`)
    }
  }
  for (const [first, own] of members) {
    lines.push(`complete -c pmem -n __fish_use_subcommand -a ${first} -d ${fishQuoted(own.map(secondOf).join(', '))}`)
    for (const one of own)
      lines.push(`complete -c pmem -n '__fish_seen_subcommand_from ${first}' -a ${secondOf(one)} -d ${fishQuoted(one.summary)}`)
  }
  return `${lines.join('\n')}\n`
}

const fishQuoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

function powershell(commands: readonly Described[]): string {
  const word = (text: string): string => `'${text.replaceAll("'", "''")}'`
  const rows = commands.map((one) => `    ${word(one.name)} = @(${one.flags.map(({ name }) => word(name)).join(', ')})`)
  const seconds = [...families(commands)].map(
    ([first, members]) => `    ${word(first)} = @(${members.map((one) => word(secondOf(one))).join(', ')})`,
  )
  return `Register-ArgumentCompleter -Native -CommandName pmem -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $first = @(${firstWords(commands).map(word).join(', ')})
  $seconds = @{
${seconds.join('\n')}
  }
  $flags = @{
${rows.join('\n')}
  }
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $typed = $words.Count - [int]($wordToComplete -ne '')
  if ($typed -le 1) { $found = $first }
  elseif ($wordToComplete -like '-*') {
    $name = $words[1]
    if ($words.Count -gt 2 -and $flags.ContainsKey("$($words[1]) $($words[2])")) { $name = "$($words[1]) $($words[2])" }
    $found = $flags[$name]
  }
  elseif ($typed -eq 2 -and $seconds.ContainsKey($words[1])) { $found = $seconds[$words[1]] }
  else { return }
  $found | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`
}
