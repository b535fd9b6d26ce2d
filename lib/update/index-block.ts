import type { GraphIndex, GraphNode } from '../model/graph.ts'
import type { Manifest } from '../model/manifest.ts'
import { foldName } from '../text/fold.ts'
import { findManagedBlock } from '../text/managed-block.ts'
import { byText } from '../text/order.ts'
import { estimateTokens } from '../text/tokens.ts'
import { oneLine, withBlock } from './hot-write.ts'

/** Tokens of index.md as a whole. Source: design, section 2. */
export const INDEX_TOKENS = { least: 300, most: 800 } as const

type Heading = { readonly en: string; readonly zh: string; readonly names: readonly string[] }
const READ: Heading = { en: 'Read First', zh: '先读', names: ['read first', '先读'] }
const DECISIONS: Heading = { en: 'Stable Decisions', zh: '稳定的决策', names: ['stable decisions', '稳定的决策'] }
const RISKS: Heading = { en: 'Current Risks', zh: '当前风险', names: ['current risks', '当前风险'] }
const CALLS: Heading = { en: 'Calling pmem', zh: '调用 pmem', names: ['calling pmem', '调用 pmem'] }

const OVER = new Set(['done', 'completed', 'superseded', 'archived', 'deprecated', 'draft'])

/**
 * index.md with its block: what to read first, decisions that stand, risks, and how to call pmem; as many cards as leave the
 * whole file below 800 estimated tokens. A list that people keep by hand outside the block is theirs and left out of it.
 * The same graph gives the same bytes; an unchanged block gives the text as it was.
 */
export function withIndexBlock(text: string, graph: GraphIndex, manifest: Manifest, sha256: (text: string) => string): string {
  const own = findManagedBlock(text, sha256)
  const outside = own === undefined ? text : text.slice(0, own.from) + text.slice(own.to)
  const zh = manifest.project.language === 'zh-CN'
  const lists = listsOf(graph, manifest).filter(({ heading }) => !isKept(outside, heading))
  const counts = lists.map(() => 0)
  const known = ownLines(graph)
  let calls = CALL_LINES
  const at = (): string => withBlock(text, body(lists, counts, zh, calls), 'end', sha256, known)
  // A line at a time, the lists in turn, so that none crowds out the others.
  for (let round = 0, grew = true; grew; round += 1) {
    grew = false
    for (const [index, { cards }] of lists.entries()) {
      if (round >= cards.length || counts[index] !== round) continue
      counts[index] = round + 1
      if (estimateTokens(at()) > INDEX_TOKENS.most) counts[index] = round
      else grew = true
    }
  }
  // A small store has little to say: then the commands get more room.
  const all = (zh ? ZH_CALLS : EN_CALLS).length
  while (calls < all && estimateTokens(at()) < INDEX_TOKENS.least) calls += 1
  return at()
}

/** Every line that pmem can have written into the block, of cards as they are. */
const ownLines = (graph: GraphIndex): ReadonlySet<string> =>
  new Set([
    ...[...graph.nodes()].map(cardLine),
    ...[READ, DECISIONS, RISKS, CALLS].flatMap(({ en, zh }) => [`## ${en}`, `## ${zh}`]),
    ...[...EN_CALLS, ...ZH_CALLS].map((line) => `- ${line}`),
  ])

type List = { readonly heading: Heading; readonly cards: readonly GraphNode[] }

function listsOf(graph: GraphIndex, { schema }: Manifest): readonly List[] {
  const nodes = [...graph.nodes()].filter(
    (node) => node.secret !== true && !OVER.has(node.status ?? '') && !isSuperseded(node, graph),
  )
  const support = new Map(nodes.map((node) => [node.id, graph.edgesTo(node.id).filter(({ source }) => source !== 'weak').length]))
  const rank = { high: 0, medium: 1, low: 2 } as const
  const best = (types: readonly string[], most: number): readonly GraphNode[] =>
    nodes
      .filter(({ type }) => types.includes(type))
      .sort(
        (a, b) =>
          rank[a.priority ?? 'medium'] - rank[b.priority ?? 'medium'] ||
          support.get(b.id)! - support.get(a.id)! ||
          byText(a.id, b.id),
      )
      .slice(0, most)
  return [
    { heading: READ, cards: best(['project', 'constraint', ...schema.foundationalTypes], 8) },
    { heading: DECISIONS, cards: best(['decision'], 8) },
    { heading: RISKS, cards: best(['risk'], 6) },
  ]
}

const isSuperseded = (node: GraphNode, graph: GraphIndex): boolean => graph.edgesTo(node.id, 'supersedes').length > 0

/** True where the text has a section of that name with something in it. */
function isKept(text: string, { names }: Heading): boolean {
  let inside = false
  for (const line of text.replace(/<!--(?:(?!-->)[\s\S])*-->/g, '').split(/\r\n|\n|\r/)) {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1]
    if (heading !== undefined) inside = names.includes(foldName(heading))
    else if (inside && line.trim() !== '') return true
  }
  return false
}

function cardLine({ id, title, summary }: GraphNode): string {
  const points = [...oneLine(summary === '' ? title : summary)]
  return `- [[${id}]]: ${points.length <= 100 ? points.join('') : `${points.slice(0, 97).join('').trimEnd()}...`}`
}

/** Lines about calling pmem that always stand there; the rest fill up a small file. */
const CALL_LINES = 4
const EN_CALLS = [
  'Run `pmem recall` first: it says where the project stands, what is next and why, in a budget of tokens.',
  'Run `pmem ask "<question, file or id>"` before you change things: it ranks the cards that answer, with reasons and evidence.',
  'Run `pmem context "<task>"` to get traps, cards and files for a task in one call; `pmem trace <id>` for the reasons behind a card.',
  'At the end run `pmem update --confirm -s "<what changed and why>" -n "<what is next>"`; `pmem verify` before you commit.',
  'Run `pmem next` for the one next step with its reason, `pmem next --all` for the queue.',
  'Run `pmem impact <file or id>` to see which cards a change touches, `pmem related <id>` for what a card is connected to.',
  'Run `pmem new <type> "<title>"` for a new card from a template; `pmem update <id> --set status=done` changes one field.',
  'Cards are Markdown below `.pmem/`: edit them by hand whenever that is simpler; every command sees the change at once.',
]
const ZH_CALLS = [
  '先运行 `pmem recall`：用有限的词元说明项目现状、下一步及其原因。',
  '改动之前运行 `pmem ask "<问题、文件或 id>"`：按理由和证据给出相关卡片。',
  '用 `pmem context "<任务>"` 一次得到陷阱、卡片和要读的文件；用 `pmem trace <id>` 查看卡片背后的原因。',
  '结束时运行 `pmem update --confirm -s "<改了什么，为什么>" -n "<下一步>"`；提交之前运行 `pmem verify`。',
  '运行 `pmem next` 得到下一步及其原因，`pmem next --all` 给出整个队列。',
  '运行 `pmem impact <文件或 id>` 查看改动涉及哪些卡片，`pmem related <id>` 查看卡片的关联。',
  '运行 `pmem new <类型> "<标题>"` 按模板新建卡片；`pmem update <id> --set status=done` 修改一个字段。',
  '卡片是 `.pmem/` 下的 Markdown：可以随时手工编辑，所有命令立即看到改动。',
]

function body(lists: readonly List[], counts: readonly number[], zh: boolean, calls: number): string {
  const parts = lists.flatMap(({ heading, cards }, index) =>
    counts[index] === 0
      ? []
      : [`## ${zh ? heading.zh : heading.en}\n\n${cards.slice(0, counts[index]).map(cardLine).join('\n')}`],
  )
  return [
    ...parts,
    `## ${zh ? CALLS.zh : CALLS.en}\n\n${(zh ? ZH_CALLS : EN_CALLS)
      .slice(0, calls)
      .map((line) => `- ${line}`)
      .join('\n')}`,
  ].join('\n\n')
}
