import { seedOf } from './chunks.ts'

/** What the output samples need of a page; a sketch, not the real parser, so that this bench stands on nothing it measures. */
export function parseCard(source: string, text: string) {
  const seed = seedOf(source)
  const lines = text.split('\n')
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  const head = lines.slice(1, Math.max(end, 1))
  const body = lines.slice(end + 1)
  const field = (name: string): string | undefined =>
    head
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
      .replace(/^(['"])(.*)\1$/, '$2')
  const slug = source
    .replace(/\.md$/, '')
    .replace(/\/index$/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
  const plain = body.map((line) => line.replace(/[`*>]/g, '').trim())
  const paragraph = plain.find((line) => line.length > 20 && !/^[#|<![]/.test(line)) ?? ''
  const later = plain.filter((line) => line.length > 20 && !/^[#|<]/.test(line))
  const headings = body.filter((line) => /^#{1,6} /.test(line)).map((line) => line.replace(/^#+ /, ''))
  const score = Math.round((0.2 + ((seed % 7919) / 7919) * 0.8) * 1e6) / 1e6
  const id = field('id')
  const base = Math.round((0.3 + ((seed % 4001) / 4001) * 0.5) * 1e6) / 1e6
  return {
    id: id?.includes('.') === true ? id : `doc.${slug}`,
    type: field('type') ?? 'doc',
    title: field('title') ?? headings[0] ?? slug,
    status: field('status') ?? null,
    file: source,
    summary: cutAt(field('summary') || field('desc') || field('description') || paragraph, 240),
    updated: `2026-0${1 + (seed % 9)}-${10 + (seed % 18)}`,
    matchType: ['keyword_fallback', 'tag', 'exact_title', 'graph_expansion'][seed % 4] as string,
    score,
    base,
    recency: Math.round((0.75 + ((seed % 997) / 997) * 0.25) * 1e6) / 1e6,
    stale: seed % 5 === 0,
    tag: /tags?:\s*\[?([^\],]+)/.exec(head.join(' '))?.[1]?.trim() ?? 'search',
    words: paragraph.split(/\s+/).slice(0, 4).join(' '),
    excerpt: cutAt(later[seed % Math.max(later.length, 1)] ?? '', 300),
    heading: headings[seed % Math.max(headings.length, 1)] ?? null,
    line: 1 + (seed % 200),
    other: `module.${slug.split('-').at(-1)}`,
  }
}

const cutAt = (text: string, most: number): string => {
  const points = Array.from(text)
  return points.length <= most
    ? text
    : `${points
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
