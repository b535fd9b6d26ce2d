import type { Random } from '../random.ts'

/** A card as its author would write it, some parts left out at random. */
export function randomCard(random: Random): string {
  const lines = ['---', 'id: module.store', 'type: module', 'title: Store', `status: ${random.pick(STATUSES)}`]
  if (random.below(2) === 0) lines.push(`tags: [${random.shuffle(['core', 'disk', 'index']).join(', ')}]`)
  if (random.below(2) === 0) lines.push('related:', '  - task.one # the first', '  - decision.two')
  if (random.below(3) === 0) lines.push('# Asked for by the team', 'owner: "ada"')
  lines.push('created: 2026-05-01', 'updated: 2026-06-01', '---', '')
  for (const heading of random.shuffle(HEADINGS).slice(0, 1 + random.below(4))) {
    lines.push(heading, '', `Prose of ${heading}.`, '')
    if (random.below(2) === 0) lines.push('- first item', '- second item', '  - hanging under it', '- third item', '')
    if (random.below(4) === 0) lines.push('| a | b |', '|---|---|', '| one | two |', '')
    if (random.below(4) === 0) lines.push('```sh', '# no heading', 'run it', '```', '')
  }
  return `${lines.join(random.below(8) === 0 ? '\r\n' : '\n')}${random.below(6) === 0 ? '' : '\n'}`
}

/** What an edit put in, each with a word that stands nowhere else. */
export type Edited = { readonly text: string; readonly added: readonly string[] }

/** Several edits of one side: fields set, items and paragraphs added, changed, removed or moved, sections added and renamed. */
export function randomEdits(random: Random, text: string, side: string): Edited {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  let lines = text.split(eol)
  const added: string[] = []
  let number = 0
  const fresh = (): string => {
    number += 1
    const word = `${side}${number}x${random.below(1_000_000)}`
    added.push(word)
    return word
  }
  for (let round = 1 + random.below(4); round > 0; round -= 1) {
    const close = lines.indexOf('---', 1)
    const body = random.below(Math.max(1, lines.length - close - 1)) + close + 1
    const isFree = !inFence(lines, body)
    const at = (test: RegExp): number => lines.findIndex((line, index) => index > close && test.test(line))
    switch (random.below(12)) {
      case 0:
        lines = lines.map((line, index) => (index < close && line.startsWith('status:') ? `status: ${fresh()}` : line))
        break
      case 1:
        lines = lines.map((line, index) =>
          index < close && line.startsWith('tags: [') ? line.replace('[', `[${fresh()}, `) : line,
        )
        break
      case 2:
        lines = lines.map((line) => line.replace(/^ {2}- task\.one.*$/, `  - task.one # the first${eol}  - task.${fresh()}`))
        break
      case 3:
        lines = lines.map((line, index) =>
          index < close && line.startsWith('updated:') ? `updated: 2026-06-${10 + random.below(20)}` : line,
        )
        break
      case 4:
        lines.splice(close, 0, `field_${fresh()}: yes`)
        break
      case 5:
        if (isFree && lines[body]?.trim() === '') lines.splice(body, 0, '', `A paragraph about ${fresh()}.`)
        break
      case 6: {
        const item = at(/^- (?:first|second|third) item/)
        if (item >= 0) lines.splice(item, 0, `- an item about ${fresh()}`)
        break
      }
      case 7: {
        const prose = at(/^Prose of /)
        if (prose >= 0) lines[prose] = `${lines[prose]} Also ${fresh()}.`
        break
      }
      case 8:
        while (lines.at(-1) === '') lines.pop()
        lines.push('', `## About ${fresh()}`, '', `Text ${fresh()}.`, '')
        break
      case 9: {
        const item = at(/^- third item/)
        if (item >= 0) lines.splice(item, 1)
        break
      }
      case 10: {
        const row = at(/^\| one /)
        if (row >= 0) lines.splice(row + 1, 0, `| ${fresh()} | x |`)
        break
      }
      default: {
        const row = at(/^run it$/)
        if (row >= 0) lines.splice(row, 0, `step ${fresh()}`)
      }
    }
    lines = lines.join(eol).split(eol)
  }
  // A later edit may have replaced an earlier one of the same side.
  const result = lines.join(eol)
  return { text: result, added: added.filter((word) => result.includes(word)) }
}

function inFence(lines: readonly string[], at: number): boolean {
  return lines.slice(0, at).filter((line) => line.startsWith('```')).length % 2 === 1
}

const STATUSES = ['active', 'draft', 'blocked']
const HEADINGS = ['## Current State', '## Next Step', '### Details', '## Evidence', '# Store', '## 当前状态']
