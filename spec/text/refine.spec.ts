import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refineQuery } from '../../lib/text/refine.ts'

const CASES: readonly (readonly [prompt: string, refined: string])[] = [
  ['what port does Postgres use?', 'port Postgres use'],
  ['数据库端口是多少？', '数据库端口'],
  ['请问项目用什么数据库', '项目用 数据库'],
  ['请运行一下所有测试', ''],
  ['帮我创建一个文件', ''],
  ['please continue', ''],
  ['hello, thanks!', ''],
  ['npm or pnpm?', 'npm pnpm'],
  ['npm install', ''],
  ['Node.js版本', 'Node.js版本'],
  ['log files location', 'log files location'],
  ['请求头里有什么', '请求头里有'],
  ['用C++写吗', 'C++写'],
  ['src/db.ts: what is it', 'src/db.ts'],
]
const spec = suite('text/refine')
for (const [prompt, refined] of CASES)
  spec(`${prompt} is refined to ${refined === '' ? 'nothing' : refined}`, () => assert.is(refineQuery(prompt), refined))
spec('what is refined already stays', () => {
  for (const [, refined] of CASES) assert.is(refineQuery(refined), refined)
})
spec('gives each word as it stood in the prompt', () => {
  for (const [prompt, refined] of CASES) for (const word of refined.split(' ')) assert.ok(prompt.includes(word), prompt)
})
spec.run()
