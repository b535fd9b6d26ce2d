import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { freeWords, guardArguments, readFlags } from '../../lib/cli/flags.ts'
import type { Flags } from '../../lib/commands/command.ts'

const FLAGS: Flags = {
  dryRun: { kind: 'bool', short: 'd', doc: '' },
  limit: { kind: 'int', default: 10, min: 1, max: 100, doc: '' },
  tag: { kind: 'list', placeholder: 'TAG', doc: '' },
  reason: { kind: 'text', placeholder: 'TEXT', doc: '' },
  mode: { kind: 'choice', choices: ['brief', 'deep'], doc: '' },
}
const guard = (argv: readonly string[], text = false): string => {
  const { argv: guarded, behindDashes } = guardArguments(argv, FLAGS, text)
  return [
    ...guarded.map((word) => word.replaceAll('\u0001', "'")),
    ...(behindDashes.length > 0 ? ['|', ...behindDashes] : []),
  ].join(' ')
}
const usage = (work: () => unknown): string => {
  try {
    return `no error: ${JSON.stringify(work())}`
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    return `${code} ${message}`
  }
}
const read = (parsed: Readonly<Record<string, unknown>>): Record<string, unknown> => readFlags(parsed, FLAGS)

const spec = suite('cli/flags')
spec('marks words and values, and gives flags the name they are declared by', () => {
  assert.is(guard(['0123', '--reason', '007', '--dry-run', 'word']), "'0123 --reason '007 --dryRun 'word")
  assert.is(guard(['--reason=1e5', '-d']), "--reason '1e5 --dryRun")
  assert.is(guard(['--reason=two words = 2', '-d'], true), "--reason 'two words = 2 --dryRun")
})
spec('takes what stands behind -- out of the hands of the parser', () =>
  assert.is(guard(['a', '--', '--force', '--limit', 'x']), "'a | --force --limit x"),
)
spec('a value that begins with a dash needs the equals sign', () => {
  assert.is(guard(['--reason=-why']), "--reason '-why")
  assert.match(
    usage(() => guard(['--reason', '--dry-run'])),
    /^USAGE --reason needs a value/,
  )
  assert.match(
    usage(() => guard(['--reason'])),
    /^USAGE --reason needs a value/,
  )
  assert.is(guard(['--reason', '-5']), "--reason '-5")
  assert.is(guard(['--reason', '-']), "--reason '-")
  assert.is(guard(['--reason', '-why does it fail']), "--reason '-why does it fail")
})
spec('a flag that takes no value refuses one', () =>
  assert.match(
    usage(() => guard(['--dry-run=yes'])),
    /^USAGE --dry-run takes no value/,
  ),
)
spec('an unknown flag is an error that names the nearest', () => {
  assert.match(
    usage(() => guard(['--limt', '3'])),
    /unknown flag --limt; did you mean --limit\?/,
  )
  assert.match(
    usage(() => guard(['-x'])),
    /unknown flag -x/,
  )
  assert.match(
    usage(() => guard(['--Limit', '3'])),
    /--limit/,
  )
})
spec('where text is expected a dash with several letters or blanks is text', () => {
  assert.is(guard(['-why does it fail'], true), "'-why does it fail")
  assert.is(guard(['-why'], true), "'-why")
  assert.is(guard(['-5', '-'], true), "'-5 '-")
  assert.match(
    usage(() => guard(['-x'], true)),
    /unknown flag -x/,
  )
  assert.match(
    usage(() => guard(['--why'], true)),
    /unknown flag --why/,
  )
})
spec('a name that every object has is an unknown flag like any other', () => {
  for (const name of ['--__proto__', '--constructor', '--toString'])
    assert.match(
      usage(() => guard([name, 'x'])),
      /unknown flag/,
    )
})
spec('reads text as it was typed, lists in order, absent flags as their default', () => {
  assert.equal(read({ reason: '\u00010123', tag: ['\u0001b', '\u0001a'] }), {
    dryRun: false,
    limit: 10,
    tag: ['b', 'a'],
    reason: '0123',
    mode: undefined,
  })
  assert.equal(read({ dryRun: true, tag: '\u0001007' })['tag'], ['007'])
})
spec('a number is whole and in range, or refused', () => {
  assert.is(read({ limit: '\u0001100' })['limit'], 100)
  for (const bad of ['0', '101', '1.5', '1e1', '-1', '', 'ten', '0x10', '99999999999']) {
    assert.match(
      usage(() => read({ limit: `\u0001${bad}` })),
      /^USAGE --limit is a whole number from 1 to 100/,
      bad,
    )
  }
})
spec('a choice is one of its words, or refused with them', () => {
  assert.is(read({ mode: '\u0001deep' })['mode'], 'deep')
  assert.match(
    usage(() => read({ mode: '\u0001Deep' })),
    /^USAGE --mode is one of brief, deep, not "Deep"/,
  )
})
spec('a flag of one value that is given twice is refused', () => {
  assert.match(
    usage(() => read({ limit: ['\u00011', '\u00012'] })),
    /^USAGE --limit was given 2 times/,
  )
  assert.match(
    usage(() => read({ reason: ['\u0001a', '\u0001b'] })),
    /given 2 times/,
  )
})
spec('words come out as they were typed', () => assert.equal(freeWords(['\u00010123', 'x']), ['0123', 'x']))
spec.run()
