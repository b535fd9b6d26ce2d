import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { COMMANDS } from '../lib/commands/registry.ts'
import { replay, textOf, transcripts, words } from './transcripts/transcript.ts'

/** Where two texts part, line by line. */
function difference(actual: string, expected: string): string {
  const [now, then] = [actual.split('\n'), expected.split('\n')]
  const at = now.findIndex((line, place) => line !== then[place])
  return at < 0 && now.length === then.length
    ? ''
    : `line ${at + 1}: ${now[at]} where ${then[at]} stands; if that is wanted, run \`npm run transcripts\` and look at the diff`
}

/** Tell of several commands, from an empty folder on. */
const STORIES = ['newcomer.md', 'novel.md', 'research.md']
const names = COMMANDS.flatMap(({ name }) => [name, name.split(' ')[0]!])

const spec = suite('transcripts')
for (const file of transcripts()) {
  spec(`${file}: the program answers as it is written there`, () => assert.is(difference(replay(textOf(file)), textOf(file)), ''))
  if (!STORIES.includes(file))
    spec(`${file}: holds a command of its name`, () =>
      assert.match(textOf(file), new RegExp(`\\n\\$ (?:echo .* \\| )?pmem ${file.replace('.md', '')}\\b`)),
    )
}
spec('every transcript is about a command, or one of the stories', () =>
  assert.equal(
    transcripts().filter((file) => !names.includes(file.replace('.md', '')) && !STORIES.includes(file)),
    [],
  ),
)
spec('a newcomer with a folder of foreign Markdown has a useful answer after three commands', () => {
  const [block = ''] = /^```console newcomer\n[\s\S]*?^```$/m.exec(textOf('newcomer.md')) ?? []
  assert.is(block.split('\n').filter((line) => line.startsWith('$ npx pmem ')).length, 3)
  assert.is(block.split('\n').filter((line) => line.startsWith('$ ')).length, 3)
  assert.match(block, '\nMatched:\n- doc.docs--adr--0001-keep-markdown ')
})
spec('a command line is split as a shell does', () =>
  assert.equal(words(`pmem ask "two words" --tag='a b' 有哪些 x`), ['pmem', 'ask', 'two words', '--tag=a b', '有哪些', 'x']),
)
spec.run()
