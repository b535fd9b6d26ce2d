import type { GraphNode } from '../model/graph.ts'
import type { Sha256 } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'

/** A card with the text of its file as it lies there, BOM and line ends included; `expect` is the SHA-256 of its bytes. */
export type CardFile = { readonly node: GraphNode; readonly text: string; readonly expect: Sha256 }

/** The write that gives a card another text; none where the text is the same. */
export const putCard = ({ node, text, expect }: CardFile, changed: string): readonly WriteOp[] =>
  changed === text ? [] : [{ op: 'put', path: node.file, text: changed, expect }]

/** A file that need not exist: then `text` is undefined and it must not appear meanwhile. */
export type TextFile = { readonly text: string | undefined; readonly expect: Sha256 | 'absent' }
