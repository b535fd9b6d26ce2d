import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withCommandTable } from '../.ci/command-table.ts'
import { commandAt } from '../lib/cli/find-command.ts'
import { parseInvocation } from '../lib/cli/program.ts'
import { COMMANDS } from '../lib/commands/registry.ts'
import * as engine from '../lib/index.ts'
import * as node from '../lib/node.ts'
import { folder } from './folder.ts'
import { SELF, SELF_ARGS } from './self.ts'
import { words } from './transcripts/transcript.ts'
import { card, MANIFEST } from './world.ts'

const ROOT = join(import.meta.dirname, '..')
const README = readFileSync(join(ROOT, 'README.md'), 'utf8')

/** The text of the fenced blocks of a language; all of them without one. */
const blocks = (language = '[a-z]*', document = README): readonly string[] =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, text]) => text!)

/** Lines of the blocks that run pmem, without the prompt and the remark that stands behind some. */
const linesOf = (document: string): readonly string[] =>
  blocks(undefined, document)
    .flatMap((text) => text.split('\n'))
    .map((line) => /^(?:\$ )?(?:npx )?(pmem .*)$/.exec(line)?.[1])
    .filter((line) => line !== undefined)
    .map((line) => line.replace(/ {3,}.*$/, ''))
const lines = linesOf(README)

const ENGINE_EXPORTS = [
  'ERRORS',
  'NO_SIGNALS',
  'PmemError',
  'TOKENIZER_VERSION',
  'VERSION',
  'ask',
  'buildEdges',
  'buildIndexes',
  'encodeIndexes',
  'memoryGraph',
  'memoryTextIndex',
  'parseCard',
  'parseManifest',
  'tokenize',
]

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
/** Bundles an example from the sources, runs it below a project and gives what it prints. */
async function outputOf(example: string, loader: 'ts' | 'js', platform: 'node' | 'browser'): Promise<string> {
  const root = folder({
    '.pmem/manifest.yml': MANIFEST,
    ...card('module.budget', 'title: Token budget', 'What fits is shown.\n'),
  })
  const outfile = join(root, 'example.cjs')
  await build({
    stdin: { contents: example, resolveDir: ROOT, loader },
    alias: { 'pmem/node': join(ROOT, 'lib/node.ts'), pmem: join(ROOT, 'lib/index.ts') },
    outfile,
    bundle: true,
    format: 'cjs',
    platform,
    target: 'node20',
    logLevel: 'silent',
  })
  const { stdout, stderr, status } = spawnSync(SELF, [...SELF_ARGS, outfile], { cwd: root, encoding: 'utf8' })
  assert.is(status, 0, stderr)
  return stdout
}
spec('the example of the library runs and prints what it says', async () =>
  assert.match(await outputOf(blocks('ts')[0]!, 'ts', 'node'), /module\.budget \d/),
)
spec('the example of the engine runs and answers, and takes nothing of a platform', async () =>
  assert.match(await outputOf(blocks('js')[0]!, 'js', 'browser'), /module\.store \d/),
)
spec('the library exports these names and no others', () => {
  assert.equal(Object.keys(engine).sort(), ENGINE_EXPORTS)
  assert.equal(Object.keys(node).sort(), [...ENGINE_EXPORTS, 'openProject'].sort())
})
spec('the Chinese README runs only commands that exist, and has the sections of the other', () => {
  const chinese = readFileSync(join(ROOT, '.github/README.zh-CN.md'), 'utf8')
  const found = linesOf(chinese)
  assert.ok(found.length >= 10, `only ${found.length} lines were found`)
  for (const line of found) {
    const at = commandAt(COMMANDS, words(line).slice(1))
    assert.ok(at, `there is no such command: ${line}`)
    assert.not.throws(() => parseInvocation(at!.command, at!.rest), undefined, line)
  }
  const links = [...chinese.matchAll(/\]\((?!http|#)([^)#]+)/g)].map(([, path]) => path!)
  assert.equal(
    links.filter((path) => !existsSync(join(ROOT, '.github', path))),
    [],
  )
})
spec('what the README links to is there', () => {
  const links = [...README.matchAll(/\]\((?!http|#)([^)#]+)/g)].map(([, path]) => path!)
  assert.equal(
    links.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
})
spec('every npm script that the README names exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
  const named = [...README.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name!)
  assert.equal(
    named.filter((name) => !Object.hasOwn(scripts, name)),
    [],
  )
})
spec.run()
