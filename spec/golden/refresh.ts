// Writes the indexes of the golden projects anew. Usage: npm run golden, after a wanted change of format, edges or tokenizer;
// look at the diff before you commit it: every line in it is a change that users' indexes go through too.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { builtIndexes, committedPath, GOLDEN, INDEX_FILES } from './projects.ts'

for (const name of GOLDEN) {
  const built = builtIndexes(name)
  for (const file of INDEX_FILES) {
    const path = committedPath(name, file)
    const same = existsSync(path) && readFileSync(path, 'utf8') === built[file]
    mkdirSync(dirname(path), { recursive: true })
    if (!same) writeFileSync(path, built[file])
    process.stdout.write(`${name}.${file}: ${same ? 'unchanged' : 'written'}\n`)
  }
}
