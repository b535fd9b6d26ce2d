import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Text } from './texts.ts'

/** A stretch of one kind of text with its true number of o200k tokens, 100 to 2,000. */
export type Chunk = { readonly kind: string; readonly text: string; readonly tokens: number; readonly heldOut: boolean }

const FEWEST = 100
const MOST = 2_000

/** 32-bit FNV-1a of the UTF-16 code units, mixed. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return (hash ^ (hash >>> 13)) >>> 0
}

/** True o200k tokens; text that looks like a special token is counted as the text it is. */
export const o200k = (text: string): number => countTokens(text, { disallowedSpecial: new Set() })

/**
 * Cuts the texts of each kind, shuffled by hash, into chunks whose lengths are spread evenly on a log scale.
 * At most `most` chunks a kind, so that no script drowns the others; one fifth of the sources is held out by hash.
 * Cuts fall between lines where lines allow it.
 */
export function chunks(all: readonly Text[], most: number): readonly Chunk[] {
  const kinds = new Map<string, Text[]>()
  for (const text of all) kinds.set(text.kind, [...(kinds.get(text.kind) ?? []), text])
  const found: Chunk[] = []
  for (const kind of [...kinds.keys()].sort()) {
    const shuffled = [...(kinds.get(kind) as Text[])].sort(
      (a, b) => seedOf(a.source) - seedOf(b.source) || (a.source < b.source ? -1 : 1),
    )
    for (const heldOut of [false, true]) {
      const half = shuffled.filter(({ source }) => isHeldOut(source) === heldOut)
      found.push(
        ...cutKind(
          kind,
          half.map(({ text }) => text),
          heldOut,
          heldOut ? most / 4 : most,
        ),
      )
    }
  }
  return found
}

const isHeldOut = (source: string): boolean => seedOf(`held out? ${source}`) % 5 === 0

function cutKind(kind: string, parts: readonly string[], heldOut: boolean, most: number): Chunk[] {
  const found: Chunk[] = []
  const lines = parts.flatMap((text) => text.split(/(?<=\n)/).flatMap(shorten))
  // Small kinds are cut three times, each time elsewhere.
  for (let pass = 0; pass < 3 && found.length < most; pass++) {
    let target = targetOf(`${kind} ${pass}`)
    let text = ''
    let about = 0
    for (const line of lines) {
      text += line
      about += o200k(line)
      if (about < target) continue
      const tokens = o200k(text)
      if (tokens >= FEWEST && tokens <= MOST) found.push({ kind, text, tokens, heldOut })
      if (found.length >= most) break
      text = ''
      about = 0
      target = targetOf(`${kind} ${pass} ${found.length}`)
    }
    if (pass === 0 && found.length < most && about >= FEWEST) {
      const tokens = o200k(text)
      if (tokens >= FEWEST && tokens <= MOST) found.push({ kind, text, tokens, heldOut })
    }
  }
  return found
}

/** 100 to 1,800, evenly on a log scale. */
const targetOf = (name: string): number => Math.round(FEWEST * 18 ** ((seedOf(name) % 1_000) / 1_000))

/** Lines of more than 600 code points in parts. */
function shorten(line: string): string[] {
  if (line.length <= 600) return [line]
  const points = Array.from(line)
  return Array.from({ length: Math.ceil(points.length / 600) }, (_, part) => points.slice(part * 600, (part + 1) * 600).join(''))
}
