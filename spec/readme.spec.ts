import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withCommandTable } from '../.ci/command-table.ts'
import { commandAt } from '../lib/cli/find-command.ts'
import { parseInvocation } from '../lib/cli/program.ts'
import { COMMANDS } from '../lib/commands/registry.ts'
import { folder } from './folder.ts'
import { SELF, SELF_ARGS } from './self.ts'
import { words } from './transcripts/transcript.ts'
import { card, MANIFEST } from './world.ts'

const ROOT = join(import.meta.dirname, '..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')

/** The text of the fenced blocks of a language; all of them without one. */
const blocks = (language = '[a-z]*'): readonly string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!)

/** Lines of the blocks that run pmem, without the prompt and the remark that stands behind some. */
const lines = blocks()
  .flatMap((text) => text.split('\n'))
  .map((line) => /^(?:\$ )?(?:npx )?(pmem .*)$/.exec(line)?.[1])
  .filter((line) => line !== undefined)
  .map((line) => line.replace(/ {3,}.*$/, ''))

const spec = suite('readme')
spec('its table of commands is what the records say', () =>
  assert.ok(withCommandTable(README) === README, 'the table is out of date: run `npm run readme`'),
)
spec('every line that runs pmem names a command with flags and words it takes', () => {
  assert.ok(lines.length >= 10, `only ${lines.length} lines were found`)
  for (const line of lines) {
    const found = commandAt(COMMANDS, words(line).slice(1))
    assert.ok(found, `there is no such command: ${line}`)
    assert.not.throws(() => parseInvocation(found!.command, found!.rest), undefined, line)
  }
})
spec('the example of the library runs and prints what it says', async () => {
  const [example] = blocks('ts')
  const root = folder({
    '.pmem/manifest.yml': MANIFEST,
    ...card('module.budget', 'title: Token budget', 'What fits is shown.\n'),
  })
  const outfile = join(root, 'example.cjs')
  await build({
    stdin: { contents: example!, resolveDir: ROOT, loader: 'ts' },
    alias: { 'pmem/node': join(ROOT, 'lib/node.ts') },
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  })
  const { stdout, stderr, status } = spawnSync(SELF, [...SELF_ARGS, outfile], { cwd: root, encoding: 'utf8' })
  assert.is(status, 0, stderr)
  assert.match(stdout, /module\.budget \d/)
})
spec.run()
