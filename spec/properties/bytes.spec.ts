import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Random, random } from '../random.ts'
import { card, type Json, world } from '../world.ts'

const ROUNDS = 150
const BEGIN = '<!-- pmem:begin'
const END = '<!-- pmem:end -->'

type Sample = { readonly text: string; readonly eol: string }

/** A card as people write them: any line ends, a BOM, comments, unknown keys, quotes of each kind, lists of each form, no final newline. */
function sample({ pick, below, shuffle }: Random): Sample {
  const eol = pick(['\n', '\r\n'])
  const comment = (): string => pick(['', '', ' # why', '   # 注：保留', ' #'])
  const fields = [
    `title: ${pick(['Alpha', "'It''s: x'", '"a \\"b\\" # no comment"', '标题：一', '*not an alias'.slice(1)])}${comment()}`,
    `status: ${pick(['active', '"active"', "'draft'", '  implementing'])}${comment()}`,
    ...pick([[], [`updated: ${pick(['2026-06-01', '"2026-06-01"', '2026-06-01T10:00:00Z'])}${comment()}`]]),
    ...pick([[], [`last_verified: 2026-06-01${comment()}`]]),
    pick(['tags: [ "b" , a ]', `tags:${eol}  - b   # first${eol}  # between${eol}  -   'c d'`, 'tags: x', 'tags:']),
    `x_${below(3)}: ${pick(['{b: 2, a: 1}', '0012', '2026-1-2', '!!str 5', '~', 'yes', `>-${eol}    folded${eol}    text`, `|${eol}    kept  ${eol}    lines`])}`,
    ...pick([[], ['# a comment alone'], ['', '#'], [`"odd key": 1`]]),
    `trust:   0.${1 + below(9)}`,
  ]
  const lines = [`id: module.a${comment()}`, ...shuffle(fields), 'type: module']
  const body = [
    '',
    '# Title  ',
    '',
    pick(['Text\twith tabs.  ', '多字节 😀 e\u0301', '```', '<b>']),
    '',
    `## Next Step${pick(['', ' ##'])}`,
    '',
    'Old text.',
    '',
    '### Below it',
    '',
    '- item',
    '',
    '## Evidence',
    pick(['', '- `a`  ']),
    pick(['last line', '']),
  ]
  return {
    text: `${pick(['', '\ufeff'])}---${pick(['', ' '])}${eol}${lines.join(eol)}${eol}---${eol}${body.join(eol)}${pick(['', eol, eol + eol])}`,
    eol,
  }
}

/** The text without the lines of some fields, and the comments that stand on those lines. */
function without(
  text: string,
  fields: readonly string[],
): { readonly rest: string; readonly comments: ReadonlyMap<string, string> } {
  const comments = new Map<string, string>()
  const [, head = '', tail = ''] = /^([\s\S]*?\n---\r?\n)([\s\S]*)$/.exec(text)!
  const rest = head.replace(/^(\w+):(.*)(\r?\n)/gm, (line, key: string, value: string) => {
    if (!fields.includes(key)) return line
    comments.set(key, /\s+#.*$/.exec(value)?.[0] ?? '')
    return ''
  })
  return { rest: rest + tail, comments }
}

const file = '.pmem/modules/a.md'
const spec = suite('properties: bytes outside of what is changed')
for (const { argv, fields } of [
  { argv: ['update', 'module.a', '--set', 'status=done'], fields: ['status', 'updated', 'last_verified'] },
  { argv: ['verify-card', 'module.a'], fields: ['last_verified'] },
  { argv: ['update', '--confirm', '-s', 'Looked at it', '--card', 'module.a'], fields: ['last_verified'] },
]) {
  spec(`${argv.slice(0, 2).join(' ')}: every other byte of the card is the same, comments on the changed lines too`, () => {
    for (let seed = 1; seed <= ROUNDS; seed += 1) {
      const { text, eol } = sample(random(seed))
      const w = world({ [file]: text })
      const { code, stderr } = w.run(...argv)
      assert.is(code, 0, `${seed}: ${stderr}${text}`)
      const after = w.text(file)!
      const raw = w.host.files('/project').read(file)!
      assert.is(raw[0] === 0xef, text.startsWith('\ufeff'), `${seed}: BOM`)
      const [then, now] = [
        without(text, fields),
        without(text.startsWith('\ufeff') && !after.startsWith('\ufeff') ? `\ufeff${after}` : after, fields),
      ]
      assert.is(now.rest, then.rest, `${seed}`)
      for (const [key, comment] of then.comments) assert.is(now.comments.get(key), comment, `${seed}: ${key}`)
      assert.not.equal(after, text, `${seed}: nothing was changed`)
      const ends = new Set(after.match(/\r?\n/g))
      assert.equal([...ends], [eol], `${seed}: line ends`)
      assert.is(w.run('show', 'module.a', '--json').json.id, 'module.a')
    }
  })
}
spec('update --section: the other sections and the frontmatter but for its dates are the same', () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const { text } = sample(random(seed))
    if (text.includes('```')) continue
    const w = world({ [file]: text })
    assert.is(w.run('update', 'module.a', '--section', 'Next Step=New text.').code, 0)
    const after = w.text(file)!
    const cut = (whole: string): readonly string[] => {
      const { rest } = without(whole.replace(/^\ufeff/, ''), ['updated', 'last_verified'])
      return [rest.slice(0, rest.search(/## Next Step/)), rest.slice(rest.search(/## Evidence/))]
    }
    assert.equal(cut(after), cut(text), `${seed}`)
    assert.match(after, 'New text.')
    assert.not.match(after, 'Old text.')
  }
})
spec('update --confirm: hot files keep every byte outside the block of pmem', () => {
  for (let seed = 1; seed <= ROUNDS; seed += 1) {
    const { pick } = random(seed)
    const eol = pick(['\n', '\r\n'])
    const bom = pick(['', '\ufeff'])
    const lines = (name: string): string =>
      bom +
      [
        pick([`# ${name}  `, '', '---']),
        '',
        pick(['Text  ', '多字节 😀', '<!-- a comment -->', '- [P1] @ann By hand']),
        pick(['', '\tlast']),
      ].join(eol)
    const files = { '.pmem/state.md': lines('State'), '.pmem/next.md': lines('Next') }
    const w = world({ ...card('module.a', 'last_verified: 2026-07-03'), ...files })
    for (const round of [1, 2]) {
      w.run('update', '--confirm', '--force', '-s', `Round ${round} is done`, '-n', `Round ${round + 1}`)
      for (const [path, before] of Object.entries(files)) {
        const after = w.text(path)!
        const [from, to] = [after.indexOf(BEGIN), after.indexOf(END)]
        assert.ok(from >= 0 && to > from, `${seed} ${path}`)
        const outside = after.slice(0, from) + after.slice(to + END.length)
        // The blank lines that set the block apart are its own.
        const bare = (text: string): string =>
          text
            .replace(/^\ufeff/, '')
            .replace(/(?:\r?\n)+/g, '\n')
            .replace(/^\n|\n$/g, '')
        assert.is(bare(outside), bare(before), `${seed} ${path}`)
        assert.not(eol === '\n' && after.includes('\r'), `${seed} ${path}`)
        assert.not(eol === '\r\n' && /(?<!\r)\n/.test(after), `${seed} ${path}`)
      }
    }
    assert.is(w.run('verify', '--json').json.findings.filter(({ severity }: Json) => severity === 'error').length, 0)
  }
})
spec.run()
