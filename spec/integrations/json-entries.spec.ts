import { parse } from 'jsonc-parser/lib/esm/main.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { dropEntries, type JsonEntry, type JsonOwnership, putEntries } from '../../lib/integrations/json-entries.ts'
import { type Random, random } from '../random.ts'

const HOOK = { hooks: [{ type: 'command', command: 'pmem hook stop', timeout: 5 }] }
const ENTRIES: readonly JsonEntry[] = [
  { path: ['hooks', 'Start'], value: { matcher: 'a|b', ...HOOK } },
  { path: ['hooks', 'Stop'], value: HOOK },
  { path: ['servers'], key: 'pmem', value: { command: 'pmem', args: ['mcp'] } },
]
const OWNED: JsonOwnership = { hooks: [['hooks']], members: [['servers', 'pmem']], isOurs: (text) => text.includes('pmem hook') }

/** A settings file as people and editors leave them: any layout, comments, trailing commas, empty and one-line containers. */
function settings(dice: Random): string {
  const eol = dice.pick(['\n', '\n', '\r\n'])
  const unit = dice.pick(['  ', '    ', '\t'])
  const remark = (): string => dice.pick(['', '', '', ' // pmem: a remark, with "quotes"', ' /* { [ */'])
  const container = (open: string, close: string, parts: readonly string[], indent: string): string => {
    if (parts.length === 0) return dice.pick([`${open}${close}`, `${open} ${close}`, `${open}${eol}${indent}${close}`])
    if (dice.below(3) === 0 && parts.every((part) => !/[\r\n]|\/\//.test(part))) {
      const blank = dice.pick(['', ' '])
      return `${open}${blank}${parts.join(dice.pick([',', ', ']))}${blank}${close}`
    }
    const last = dice.below(4) === 0 ? ',' : ''
    const rows = parts.map((part, at) => `${eol}${indent}${unit}${part}${at < parts.length - 1 ? ',' : last}${remark()}`)
    return `${open}${rows.join('')}${eol}${indent}${close}`
  }
  const item = (indent: string): string =>
    container('{', '}', [`"hooks": ${container('[', ']', ['{ "type": "command", "command": "mine" }'], indent + unit)}`], indent)
  const list = (indent: string): string =>
    container(
      '[',
      ']',
      Array.from({ length: dice.below(3) }, () => item(indent + unit)),
      indent,
    )
  const members: string[] = []
  if (dice.below(2) === 0) members.push('"model": "a // b"')
  if (dice.below(2) === 0) {
    const events = ['Start', 'Stop', 'Other'].filter(() => dice.below(2) === 0).map((name) => `"${name}": ${list(unit + unit)}`)
    members.push(`"hooks": ${container('{', '}', events, unit)}`)
  }
  if (dice.below(2) === 0) {
    const servers = dice.below(2) === 0 ? ['"web": { "command": "w" }'] : []
    members.push(`"servers": ${container('{', '}', servers, unit)}`)
  }
  const head = dice.pick(['', '', '\ufeff', `// ours${eol}`])
  return `${head}${container('{', '}', dice.shuffle(members), '')}${dice.pick(['', eol, eol + eol])}`
}

const dataOf = (text: string): unknown => parse(text.replace(/^\ufeff/, ''), [], { allowTrailingComma: true })
const textOf = (edit: ReturnType<typeof putEntries>): string | undefined => {
  assert.not.ok('message' in edit, JSON.stringify(edit))
  return 'text' in edit ? edit.text : undefined
}

const spec = suite('integrations/json-entries')
spec(
  'in 1,000 made files: each entry is there once, nothing else changes, a second time writes nothing, and taken away all bytes are back',
  () => {
    const dice = random(5)
    for (let round = 0; round < 1_000; round += 1) {
      const before = settings(dice)
      const after = textOf(putEntries(before, ENTRIES, OWNED))!
      const wanted = structuredClone(dataOf(before)) as Record<string, Record<string, unknown>>
      for (const { path, key, value } of ENTRIES) {
        const [first = '', second] = path
        wanted[first] ??= {}
        if (key !== undefined) wanted[first][key] = value
        else wanted[first][second!] = [...((wanted[first][second!] as unknown[] | undefined) ?? []), value]
      }
      assert.equal(dataOf(after), wanted, before)
      assert.is(textOf(putEntries(after, ENTRIES, OWNED)), after, before)
      assert.is(textOf(dropEntries(after, OWNED)), before, `${JSON.stringify(before)}\n${after}`)
    }
  },
)
spec('a file made for them has the usual layout, and is gone when they are', () => {
  const made = textOf(putEntries(undefined, ENTRIES, OWNED, { version: 1 }))!
  assert.is(made, `${JSON.stringify(JSON.parse(made), null, 2)}\n`)
  assert.is(textOf(dropEntries(made, OWNED, { version: 1 })), undefined)
  assert.is(textOf(dropEntries(textOf(putEntries(undefined, ENTRIES, OWNED))!, OWNED)), undefined)
})
spec('an older form is replaced in its place, doubles go', () => {
  const old = '{ "hooks": { "Stop": [{ "hooks": [{ "command": "pmem hook stop" }] }, 1, { "command": "pmem hook stop" }] } }'
  const text = textOf(putEntries(old, [ENTRIES[1]!], OWNED))!
  assert.equal(dataOf(text), { hooks: { Stop: [HOOK, 1] } })
})
spec('what is no JSON, or holds something else where an entry belongs, is refused with its line', () => {
  for (const [text, line] of [
    ['{\n"a": }', 2],
    ['[]', 1],
    ['{\n"hooks": []\n}', 2],
    ['{\n"hooks": {\n"Stop": {} } }', 3],
    ['{} {}', 1],
    ['', 1],
  ] as const) {
    const edit = putEntries(text, ENTRIES, OWNED)
    assert.ok('message' in edit, text)
    assert.is('line' in edit ? edit.line : 0, line, text)
  }
})
spec.run()
