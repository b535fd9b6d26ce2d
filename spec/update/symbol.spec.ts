import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { symbolText } from '../../lib/update/symbol.ts'

const spec = suite('update/symbol')
/** Finds `open` between neighbours and gives its text. */
const found = (path: string, text: string, name = 'open'): string | undefined => symbolText(text, name, path)

spec('a function with braces, whatever stands around it', () => {
  const body = "export async function open(path = '{', x: { a: 1 }) {\n  // }\n  if (x) { return `}${x}` }\n  return 1\n}"
  assert.is(found('a.ts', `const before = open2()\n\n${body}\n\nfunction reopen() {}\n`), body)
})
spec('a brace on its own line, a method of a class, a field of an object', () => {
  assert.is(
    found('a.c', 'int reopen(void);\n\nstatic int open(const char *p)\n{\n  return 1;\n}\nint other(void) { return 0; }\n'),
    'static int open(const char *p)\n{\n  return 1;\n}',
  )
  assert.is(
    found('a.java', 'class Db {\n  public int open(int a) {\n    return a;\n  }\n  int b() { return 1; }\n}\n', 'Db.open'),
    'public int open(int a) {\n  return a;\n}',
  )
  assert.is(
    found('a.js', 'export default {\n  open: function () {\n    return 1\n  },\n  close() {},\n}\n'),
    'open: function () {\n  return 1\n},',
  )
})
spec('a method is found inside its class, not in another', () => {
  const text = 'class A {\n  open() { return 1 }\n}\nclass B {\n  open() { return 2 }\n}\n'
  assert.is(found('a.ts', text, 'B.open'), 'open() { return 2 }')
  assert.is(found('a.ts', text, 'B#open'), 'open() { return 2 }')
  assert.is(found('a.ts', text, 'C.open'), undefined)
})
spec('a constant, an arrow function, an interface, a type', () => {
  assert.is(
    found('a.ts', 'export const open = (a: number) =>\n  a +\n  1\n\nconst b = 2\n'),
    'export const open = (a: number) =>\n  a +\n  1',
  )
  assert.is(found('a.ts', 'const open = 1\nconst openAll = 2\n'), 'const open = 1')
  assert.is(
    found('a.ts', 'export type Open = {\n  readonly a: 1\n}\ntype B = 2\n', 'Open'),
    'export type Open = {\n  readonly a: 1\n}',
  )
})
spec('Python by indentation, docstrings and comments included', () => {
  const body = 'def open(path):\n    """Opens (\n    not closed here."""\n    # )\n\n    return {1: "]"}'
  assert.is(found('a.py', `import os\n\n${body}\n\ndef close():\n    pass\n`), body)
  assert.is(
    found('a.py', 'class Db:\n    def open(self):\n        return 1\n\n    def close(self):\n        return 2\n', 'Db.open'),
    'def open(self):\n    return 1',
  )
})
spec('Ruby and Lua with end, Go with a receiver, Rust with a lifetime, SQL', () => {
  assert.is(found('a.rb', 'module A\n  def open(x)\n    x + 1\n  end\n\n  def b; end\nend\n'), 'def open(x)\n  x + 1\nend')
  assert.is(
    found('a.lua', 'function open(x)\n  return x -- (\nend\nfunction b() end\n'),
    'function open(x)\n  return x -- (\nend',
  )
  assert.is(
    found('a.go', 'func (d *Db) open(p string) error {\n\treturn nil\n}\n\nfunc b() {}\n'),
    'func (d *Db) open(p string) error {\n\treturn nil\n}',
  )
  assert.is(
    found('a.rs', "pub fn open<'a>(p: &'a str) -> &'a str {\n    p\n}\nfn b() {}\n"),
    "pub fn open<'a>(p: &'a str) -> &'a str {\n    p\n}",
  )
  assert.is(
    found('a.sql', 'create table open (\n  id int -- (\n);\ncreate table b (id int);\n'),
    'create table open (\n  id int -- (\n);',
  )
})
spec('a section of a document by its heading', () => {
  assert.is(found('a.md', '# Guide\n\n## Open\n\ntext\n\n### Deep\n\nmore\n\n## Close\n'), '## Open\n\ntext\n\n### Deep\n\nmore')
  assert.is(found('a.md', '# The lock file\nx\n', 'the-lock-file'), '# The lock file\nx')
})
spec('where it stands, how deep, and blanks at line ends are no part of it', () => {
  const text = 'function open() {\n  return 1\n}\n'
  assert.is(
    found('a.ts', `// moved\n\nnamespace N {\n${text.replace(/^(?=.)/gm, '    ').replace('1', '1  ')}}\n`),
    found('a.ts', text),
  )
})
spec('a call, a comment and a longer name declare nothing', () => {
  assert.is(
    found('a.ts', '// function open() {}\n/* open() { */\nreopen(1)\nconst x = open(2)\nfunction opener() {}\n'),
    undefined,
  )
  assert.is(found('a.py', '# def open():\nopen_all()\n'), undefined)
})
spec('brackets that never close, hostile names and long lines end', () => {
  assert.is(found('a.ts', 'function open() {\n  return /[{]/\n}\n\nfunction b() {}\n'), 'function open() {\n  return /[{]/\n}')
  assert.is(found('a.ts', 'function a() {}\n', '$(.*)+\\'), undefined)
  assert.is(found('a.ts', 'x', '...'), undefined)
  assert.is(found('a.ts', `${'async '.repeat(20_000)}\n${'('.repeat(50_000)}\n${' '.repeat(50_000)}=`), undefined)
})
spec.run()
