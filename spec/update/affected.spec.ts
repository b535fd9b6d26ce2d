import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { affectedCards, splitEntry } from '../../lib/update/affected.ts'
import { store } from '../store.ts'
import { card } from '../world.ts'

const touched = (files: Readonly<Record<string, string>>, ...paths: readonly string[]): readonly string[] =>
  affectedCards(
    store(files).graph.nodes(),
    paths.map((path) => ({ path, kind: 'changed' })),
  ).map(({ id, file, entry, match }) => `${match} ${id} ${file} by ${entry}`)

const spec = suite('update/affected')
spec('a card that names the file comes before patterns and folders that hold it', () => {
  const files = {
    ...card('module.a', 'source_files: [src/db.ts]'),
    ...card('module.b', 'source_files: ["src/db.ts#open"]'),
    ...card('module.c', 'source_files: ["src/*.ts"]'),
    ...card('module.d', 'source_files: [src/]'),
    ...card('module.e', 'source_files: [src/db.tsx, src/db]'),
  }
  assert.equal(touched(files, 'src/db.ts', 'src/deep/x.go'), [
    'file module.a src/db.ts by src/db.ts',
    'file module.b src/db.ts by src/db.ts#open',
    'pattern module.c src/db.ts by src/*.ts',
    'folder module.d src/db.ts by src',
    'folder module.d src/deep/x.go by src',
  ])
})
spec('history and retired cards are left alone, finished tasks too, a finished feature is not', () => {
  const of = (id: string, status: string): Record<string, string> => card(id, `status: ${status}\nsource_files: [a.ts]`)
  const files = {
    ...of('trace.a', 'active'),
    ...of('decision.b', 'superseded'),
    ...of('module.c', 'archived'),
    ...of('module.d', 'deprecated'),
    ...of('task.e', 'done'),
    ...of('feature.f', 'done'),
    ...of('task.g', 'active'),
  }
  assert.equal(touched(files, 'a.ts'), ['file feature.f a.ts by a.ts', 'file task.g a.ts by a.ts'])
})
spec('an entry is a path and perhaps a symbol', () => {
  assert.equal(splitEntry('src/db.ts#Db.open'), { path: 'src/db.ts', symbol: 'Db.open' })
  assert.equal(splitEntry('src/c#/x.ts'), { path: 'src/c#/x.ts', symbol: undefined })
})
spec.run()
