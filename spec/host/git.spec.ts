import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runGit } from '../../lib/host/git.ts'
import { folder } from '../folder.ts'

const spec = suite('host/git')
spec('gives standard output as text, file names unquoted', () => {
  const root = folder({ '猫 a.md': '' })
  runGit(root, ['init', '-q'])
  assert.is(runGit(root, ['ls-files', '--others']), '猫 a.md\n')
})
spec('gives undefined where git fails', () => assert.is(runGit(folder(), ['no-such-command']), undefined))
spec.run()
