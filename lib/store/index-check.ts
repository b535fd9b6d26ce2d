import { encodeIndexes, type Indexes } from '../indexes/build.ts'
import { textReader } from '../indexes/bytes.ts'
import type { Finding } from '../model/finding.ts'
import type { Manifest } from '../model/manifest.ts'
import { BM25_PATH, GRAPH_PATH } from './open.ts'
import type { Project } from './project.ts'

/** The indexes on disk against what the cards give now, byte for byte: equal cards give equal bytes, so nothing else is needed. */
export function indexFindings({ files }: Project, manifest: Manifest, built: Indexes): readonly Finding[] {
  const encoded = encodeIndexes(built)
  return (
    [
      [GRAPH_PATH(manifest.indexes.path), encoded.graph],
      [BM25_PATH(manifest.indexes.path), encoded.text],
    ] as const
  ).flatMap(([file, chunks]): Finding[] => {
    const bytes = files.read(file)
    if (bytes === undefined) {
      return [
        {
          code: 'index-missing',
          severity: 'warning',
          message: 'the index has not been built yet',
          file,
          fix: 'Run `pmem rebuild`; every reading command builds it too.',
        },
      ]
    }
    return isSame(bytes, chunks)
      ? []
      : [
          {
            code: 'index-stale',
            severity: 'error',
            message: 'the index is stale: it is not what the cards give',
            file,
            fix: 'Run `pmem rebuild`.',
          },
        ]
  })
}

function isSame(bytes: Uint8Array, chunks: readonly Uint8Array[]): boolean {
  const expected = textReader(chunks)
  const encoded = expected.read(0, expected.size)
  return bytes.length === encoded.length && bytes.every((byte, index) => byte === encoded[index])
}
