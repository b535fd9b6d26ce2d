/** A one-off search with MiniSearch alone: loads its whole index. Arguments: the file of the index, that of the stats or -, the query. */
import { readFileSync, writeSync } from 'node:fs'
import MiniSearch from 'minisearch'
import { OPTIONS } from './mini-search-options.ts'
import { type Folder, isFresh } from './walk.ts'

function main([index = '', stats = '-', query = '']: readonly string[]): void {
  if (stats !== '-' && !isFresh(JSON.parse(readFileSync(stats, 'utf8')) as readonly Folder[]))
    throw new Error('the index is stale')
  const search = MiniSearch.loadJSON(readFileSync(index, 'utf8'), OPTIONS)
  const lines = search
    .search(query)
    .slice(0, 10)
    .map(({ score, card, title, file }) => `- ${card} (${score.toFixed(2)}) ${title} ${file}`)
  if (lines.length === 0) throw new Error('nothing was found')
  writeSync(1, `${lines.join('\n')}\n`)
}

main(process.argv.slice(2))
