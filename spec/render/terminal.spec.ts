import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { clip, oneLine, safe } from '../../lib/render/terminal.ts'

const spec = suite('render/terminal')
spec('takes out what moves the cursor, recolours, rings or turns the direction of writing', () => {
  assert.is(safe('a\u001b[31mb\u0007c\u0008d\u009be\u202ef\u2066g\u007fh'), 'a[31mbcdefgh')
  assert.is(safe('tab\tand\nline stay'), 'tab\tand\nline stay')
  assert.is(safe('half a pair \ud83d'), 'half a pair \ufffd')
})
spec('makes one line of any', () => {
  assert.is(oneLine('  a\r\n\tb \u2028 c\u2029d\u0085e  '), 'a b c de')
  assert.is(oneLine('猫\u3000名'), '猫 名')
})
spec('cuts at a character and says so', () => {
  assert.is(clip('abcdef', 6), 'abcdef')
  assert.is(clip('abcdefg', 6), 'abcde…')
  assert.is(clip('abc defg', 5), 'abc…')
  assert.is(clip('🙂🙂🙂🙂', 3), '🙂🙂…')
  assert.is(clip('', 0), '')
})
spec('never cuts inside a combined character', () => {
  assert.is(clip('ae\u0301xyz', 3), 'a…')
  assert.is(clip('a👨\u200d👩\u200d👧xyz', 4), 'a…')
  assert.is(clip('a👍🏽xyz', 3), 'a…')
  assert.is(clip('🇩🇪🇯🇵🇫🇷', 4), '🇩🇪…')
  assert.is(clip('🇩🇪🇯🇵🇫🇷', 5), '🇩🇪🇯🇵…')
})
spec.run()
