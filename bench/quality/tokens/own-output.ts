import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCard } from './sketch.ts'
import type { Text } from './texts.ts'

/** The cards of the judged set about project memory. */
export function own(project: string): Text[] {
  const folder = join(project, 'bench/quality/own/.pmem')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      kind: 'cards',
      source: path.slice(folder.length + 1).replaceAll('\\', '/'),
      text: readFileSync(path, 'utf8'),
    }))
}

/** What recall and ask print about one card, in the shapes of both formats. */
export function ownOutput({ kind: page, source, text }: Text): Text[] {
  const card = parseCard(source, text)
  const family = /zh|ja|ko/.test(page) ? 'cjk' : /tr|cy|es$|fr/.test(page) ? 'latin' : 'en'
  const as = (shape: string, body: string): Text => ({ kind: `${shape} ${family}`, source, text: body })
  const hit = {
    id: card.id,
    type: card.type,
    title: card.title,
    status: card.status,
    file: card.file,
    summary: card.summary,
    match_type: card.matchType,
    confidence: card.score,
    score: card.score,
    tier: 3,
    base: card.base,
    graph_distance: 0,
    reasons: [
      { channel: 'fts', detail: card.words, base: card.base },
      { channel: 'tag', detail: card.tag, base: 0.6 },
    ],
    factors: { type_weight: 1.1, recency: card.recency, staleness: 0.9, status: 1, trust: 1, length: 1 },
    stale: card.stale,
    stale_reasons: card.stale ? [`last verified ${card.updated} before updated`] : [],
    excerpt: { text: card.excerpt, heading: card.heading, line: card.line },
  }
  const line = {
    id: card.id,
    type: card.type,
    title: card.title,
    status: card.status,
    summary: card.summary,
    file: card.file,
    updated: card.updated,
    score: card.score,
    stale: card.stale,
  }
  const flag = card.stale ? ' [stale]' : ''
  return [
    as('own compact', `- ${card.id} (${card.score.toFixed(2)})${flag} [tag:${card.tag}, fts] ${card.summary}\n`),
    as(
      'own compact',
      `- ${card.id}: ${card.title} (${card.status ?? 'active'}, ${card.updated}) - ${card.summary}\n  ${card.file}:${card.line}\n`,
    ),
    as(
      'own compact',
      `- ${card.id} (${card.score.toFixed(2)}) via depends_on from ${card.other} ${card.title}\n  > ${card.excerpt}\n`,
    ),
    as(
      'own pack',
      `## ${card.title}\n\n${card.id} | ${card.file} | updated ${card.updated}\n\n${card.summary}\n\n> ${card.excerpt}\n\n`,
    ),
    as('own paths', `${card.file}\n`),
    as('own json', `${JSON.stringify(hit, undefined, 2)},\n`),
    as('own json line', `${JSON.stringify(hit)},`),
    as('own json', `${JSON.stringify(line, undefined, 2)},\n`),
    as('own json line', `${JSON.stringify(line)},`),
  ]
}
