/** A one-off search in SQLite FTS5. Arguments: the database, `walk` or `-`, the query, the native module (found by hand: no search for it). */
import { writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Folder, isFresh } from './walk.ts'

function main([path = '', walk = '-', query = '', nativeBinding = '']: readonly string[]): void {
  const database = new Database(path, { readonly: true, nativeBinding })
  if (walk === 'walk') {
    const rows = database.prepare('SELECT path, names, stats FROM folders ORDER BY path').all() as StoredFolder[]
    if (!isFresh(rows.map(asFolder))) throw new Error('the index is stale')
  }
  const match = query
    .split(' ')
    .map((word) => `"${word}"`)
    .join(' OR ')
  const rows = database
    .prepare(
      'SELECT card, title, file, bm25(cards, 0, 0, 4, 2.5, 1) AS score FROM cards WHERE cards MATCH ? ORDER BY score LIMIT 10',
    )
    .all(match) as readonly { card: string; title: string; file: string; score: number }[]
  if (rows.length === 0) throw new Error('nothing was found')
  writeSync(
    1,
    `${rows.map(({ card, title, file, score }) => `- ${card} (${(-score).toFixed(2)}) ${title} ${file}`).join('\n')}\n`,
  )
}

type StoredFolder = { readonly path: string; readonly names: string; readonly stats: Buffer }

/** Stats are kept as a column of numbers of eight bytes. */
const asFolder = ({ path, names, stats }: StoredFolder): Folder => ({
  path,
  names,
  stats: [...new Float64Array(stats.buffer.slice(stats.byteOffset, stats.byteOffset + stats.byteLength))],
})

main(process.argv.slice(2))
