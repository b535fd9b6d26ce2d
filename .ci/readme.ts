// Fills the table of commands in the README from their records. Usage: npm run readme
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withCommandTable } from './command-table.ts'
import { ROOT } from './steps.ts'

const path = join(ROOT, 'README.md')
const before = readFileSync(path, 'utf8')
const after = withCommandTable(before)
if (after !== before) writeFileSync(path, after)
process.stdout.write(after === before ? 'README.md is up to date\n' : 'README.md is written\n')
