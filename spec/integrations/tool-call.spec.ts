import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { toolCall } from '../../lib/integrations/tool-call.ts'

const NOTHING = { edits: [], commands: [] }
const edits = (tool: string, input: unknown): unknown => toolCall(tool, input).edits

const spec = suite('integrations/tool-call')
spec('reads what a tool changes from the arguments of any host: the lines that are new', () => {
  const one = (added: readonly string[], isWhole = false): unknown => [{ path: 'a.ts', added, isWhole }]
  assert.equal(edits('Edit', { file_path: 'a.ts', old_string: 'x\ny', new_string: 'x\nz' }), one(['z']))
  assert.equal(edits('replace_string_in_file', { filePath: 'a.ts', oldString: 'x', newString: 'x\nz' }), one(['z']))
  assert.equal(
    edits('str_replace_based_edit_tool', { command: 'str_replace', path: 'a.ts', old_str: 'x', new_str: 'z' }),
    one(['z']),
  )
  assert.equal(edits('str_replace_based_edit_tool', { command: 'create', path: 'a.ts', file_text: 'z' }), one(['z'], true))
  assert.equal(
    edits('MultiEdit', { file_path: 'a.ts', edits: [{ old_string: 'x', new_string: 'y' }, { new_string: 'z' }] }),
    one(['y', 'z']),
  )
  assert.equal(edits('NotebookEdit', { notebook_path: 'a.ts', new_source: 'z' }), one(['z']))
  assert.equal(edits('Write', { file_path: 'a.ts', content: 'y\r\nz' }), one(['y', 'z'], true))
  assert.equal(
    edits('replace_in_file', { path: 'a.ts', diff: '------- SEARCH\nx\n=======\nx\nz\n+++++++ REPLACE\n' }),
    one(['z']),
  )
  assert.equal(edits('apply_diff', { path: 'a.ts', diff: '--- a\n+++ b\n@@ -1 +1 @@\n-x\n+z\n' }), one(['z']))
  assert.equal(edits('delete_file', { path: 'a.ts' }), one([]))
})
spec('arguments may come as the text of their JSON, or as a patch', () => {
  assert.equal(edits('edit', '{"path":"a.ts","old_str":"x","new_str":"z"}'), [{ path: 'a.ts', added: ['z'], isWhole: false }])
  const patch = '*** Begin Patch\n*** Add File: a.ts\n+z\n*** End Patch'
  for (const input of [patch, { input: patch }, { command: patch }, { command: `apply_patch <<'EOF'\n${patch}\nEOF` }])
    assert.equal(edits('apply_patch', input), [{ path: 'a.ts', added: ['z'], isWhole: false }])
})
spec('reads the command lines that are run', () => {
  assert.equal(toolCall('Bash', { command: 'npm i x' }).commands, ['npm i x'])
  assert.equal(toolCall('shell', { command: ['bash', '-lc', 'npm i x'] }).commands, ['npm i x'])
  assert.equal(toolCall('shell', { command: ['npm', 'i', 'x'] }).commands, ['npm i x'])
  assert.equal(toolCall('post_run_command', { command_line: 'npm i x', cwd: '/' }).commands, ['npm i x'])
})
spec('a tool that only reads, and arguments of another kind, give nothing', () => {
  for (const [tool, input] of [
    ['Read', { file_path: 'a.ts' }],
    ['view', { command: 'view', path: 'a.ts', content: '' }],
    ['Grep', { pattern: 'x', path: 'src' }],
    ['grep', { command: 'x' }],
    ['Edit', null],
    ['Edit', 7],
    ['Edit', 'text'],
    ['Edit', { file_path: 7, new_string: [] }],
  ] as const)
    assert.equal(toolCall(tool, input), NOTHING, tool)
})
spec('stays linear on hostile arguments', () => {
  for (const text of [
    '<'.repeat(200_000),
    '=\n'.repeat(100_000),
    '-'.repeat(200_000),
    '*** '.repeat(50_000),
    ' '.repeat(200_000),
  ]) {
    toolCall('edit', { path: 'a', diff: text })
    toolCall('edit', { path: 'a', diff: `<<< SEARCH\n${text}` })
    toolCall('Bash', { command: `*** Begin Patch\n${text}` })
  }
})
spec.run()
