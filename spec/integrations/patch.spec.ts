import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { holdsPatch, readPatch } from '../../lib/integrations/patch.ts'

const PATCH = `*** Begin Patch
*** Update File: src/a.ts
*** Move to: src/b.ts
@@ class A
-old
+new
 same
*** Delete File: src/gone.ts
*** Add File: docs/c.md
+# C
+
*** End Patch
+behind it`

const spec = suite('integrations/patch')
spec('gives the files with the lines that are added, under their new names, without the deleted ones', () =>
  assert.equal(readPatch(PATCH), [
    { path: 'src/b.ts', added: ['new'], isWhole: false },
    { path: 'docs/c.md', added: ['# C', ''], isWhole: false },
  ]),
)
spec('is found inside of a command line, and nowhere else', () => {
  assert.equal([holdsPatch(`apply_patch <<'EOF'\n${PATCH}`), holdsPatch('git apply x.patch')], [true, false])
  assert.equal(readPatch('no patch'), [])
})
spec.run()
