// Writes the output of every command in spec/transcripts/*.md anew. Usage: npm run transcripts, then look at the diff.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, replay, textOf, transcripts } from './transcript.ts'

for (const file of transcripts()) {
  const before = textOf(file)
  const after = replay(before)
  if (after !== before) writeFileSync(join(FOLDER, file), after)
  process.stdout.write(`${after === before ? 'same   ' : 'changed'} ${file}\n`)
}
