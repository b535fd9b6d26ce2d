import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256 } from '../../lib/host/node.ts'
import { blockText } from '../../lib/text/managed-block.ts'
import { nextBlock, stateBlock, withBlock } from '../../lib/update/hot-write.ts'

const block = (body: string): string => blockText(body, sha256)

const spec = suite('update/hot-write')
spec('a file without a block gets one below its title or at its end', () => {
  assert.is(withBlock('# Next\n\nOld.\n', 'x', 'top', sha256), `# Next\n\n${block('x')}\nOld.\n`)
  assert.is(withBlock('# Next\n', 'x', 'top', sha256), `# Next\n\n${block('x')}`)
  assert.is(withBlock('Old.\n', 'x', 'top', sha256), `${block('x')}\nOld.\n`)
  assert.is(withBlock('# State\n\nWorks.\n', 'x', 'end', sha256), `# State\n\nWorks.\n\n${block('x')}`)
})
spec('only the block changes, and an unchanged one changes nothing', () => {
  const text = `# N\n\n${block('one')}\nTail  \n`
  assert.is(withBlock(text, 'two', 'top', sha256), `# N\n\n${block('two')}\nTail  \n`)
  assert.is(withBlock(text, 'one', 'top', sha256), text)
  assert.is(withBlock(text, '', 'top', sha256), '# N\n\n\nTail  \n')
  const crlf = text.replaceAll('\n', '\r\n')
  assert.is(withBlock(crlf, 'two', 'top', sha256), withBlock(text, 'two', 'top', sha256).replaceAll('\n', '\r\n'))
})
spec('what a person wrote inside the block is kept as text below it, what pmem wrote there is not', () => {
  const text = `# N\n\n${block('- own line')}\nTail\n`.replace('- own line', '- own line\n- mine, by hand')
  const after = withBlock(text, '- fresh', 'top', sha256, new Set(['- own line']))
  assert.is(after, `# N\n\n${block('- fresh')}\n- mine, by hand\n\nTail\n`)
  assert.is(withBlock(after, '- fresh', 'top', sha256), after)
  const last = `# N\n\n${block('- a')}`.replace('- a', '- edited')
  assert.is(withBlock(last, '- b', 'top', sha256), `# N\n\n${block('- b')}\n- edited\n`)
})
spec('state.md names the newest changes, next.md the steps as they were given', () => {
  const traces = Array.from({ length: 7 }, (_, index) => ({
    id: `trace.${index}`,
    created: `2026-07-0${index + 1}T10:00:00Z`,
    summary: `Did\n${index} -->`,
  })).reverse()
  const lines = stateBlock(traces, 'en').split('\n')
  assert.equal([lines[0], lines.length], ['## Latest Changes', 7])
  assert.is(lines[2], '- 2026-07-07 Did 6 -- > (trace.6)')
  assert.is(stateBlock([], 'en'), '')
  assert.is(nextBlock(['[P0] @bob Ship', '- two\nlines']), '- [P0] @bob Ship\n- [P0] two lines')
})
spec.run()
