import type { Finding } from '../model/finding.ts'
import { durationMs } from '../text/duration.ts'
import type { YamlMap, YamlNode, YamlPair, YamlPlace } from '../text/yaml-node.ts'

/**
 * One map of the manifest, read key by key. Every reader gives the default where the key is absent or wrong; a wrong value
 * is an error finding that says what is allowed. `close` warns about the keys that nobody asked for.
 */
export type Section = {
  readonly path: string
  has(key: string): boolean
  text(key: string, fallback: string): string
  /** Null for an absent or empty value. */
  textOrNull(key: string): string | null
  oneOf<T extends string>(key: string, allowed: readonly T[], fallback: T, synonyms?: Readonly<Record<string, T>>): T
  bool(key: string, fallback: boolean): boolean
  number(key: string, fallback: number, range: { readonly min: number; readonly max: number; readonly whole?: boolean }): number
  /** Milliseconds. */
  duration(key: string, fallback: number): number
  /** The texts of a list, each as `read` gives it; where that is undefined the item is an error that asks for `allowed`. One text counts as a list. */
  texts(
    key: string,
    fallback: readonly string[],
    read?: (text: string) => string | undefined,
    allowed?: string,
  ): readonly string[]
  section(key: string): Section
  /** The sections of a list of maps. */
  sections(key: string): readonly Section[]
  /** Keys in the order of the file, for maps whose keys are the user's own names. */
  keys(): readonly string[]
  /** Takes whatever `key` holds: it has no effect. */
  skip(key: string): void
  /** An error on the value of `key`. */
  refuse(key: string, message: string): void
  close(): void
}

export type Findings = { readonly file: string; readonly list: Finding[] }

export function sectionOf(node: YamlNode | undefined, path: string, findings: Findings, place?: YamlPlace): Section {
  const map: YamlMap = node?.kind === 'map' ? node : { kind: 'map', pairs: [], line: place?.line ?? 1, column: 1 }
  const pairs = new Map(map.pairs.map((pair) => [pair.key, pair]))
  const read = new Set<string>()
  const children: Section[] = []
  const name = (key: string): string => (path === '' ? key : `${path}.${key}`)
  const add = (severity: Finding['severity'], code: string, message: string, at: YamlPlace, fix: string): void => {
    findings.list.push({ code, severity, message, file: findings.file, line: at.line, column: at.column, fix })
  }
  const wrong = (key: string, at: YamlNode, allowed: string): void => {
    const shown = at.kind === 'scalar' || at.kind === 'null' ? `"${at.text}"` : `a ${at.kind}`
    add('error', 'manifest-bad-value', `${name(key)}: ${shown} is not allowed; it must be ${allowed}`, at, `Write ${allowed}.`)
  }
  const value = (key: string): YamlNode | undefined => {
    read.add(key)
    const found = pairs.get(key)?.value
    return found?.kind === 'null' ? undefined : found
  }
  const scalar = (key: string, allowed: string): string | undefined => {
    const found = value(key)
    if (found === undefined) return undefined
    if (found.kind === 'scalar') return found.text
    wrong(key, found, allowed)
    return undefined
  }
  const refuse = (key: string, allowed: string): void => wrong(key, pairs.get(key)?.value ?? map, allowed)
  const child = (found: YamlNode | undefined, key: string, label: string): Section => {
    if (found !== undefined && found.kind !== 'map') wrong(key, found, 'a map')
    const section = sectionOf(found, label, findings, found)
    children.push(section)
    return section
  }
  return {
    path,
    has: (key) => pairs.has(key) && pairs.get(key)?.value.kind !== 'null',
    text: (key, fallback) => scalar(key, 'one text') ?? fallback,
    textOrNull: (key) => scalar(key, 'one text') ?? null,
    oneOf(key, allowed, fallback, synonyms) {
      const list = allowed.length === 1 ? (allowed[0] as string) : `one of ${allowed.join(', ')}`
      const text = scalar(key, list)
      if (text === undefined) return fallback
      const found =
        allowed.find((word) => word === text) ??
        (synonyms !== undefined && Object.hasOwn(synonyms, text) ? synonyms[text] : undefined)
      if (found === undefined) refuse(key, list)
      return found ?? fallback
    },
    bool(key, fallback) {
      const text = scalar(key, 'true or false')
      if (text === undefined) return fallback
      if (!/^(?:true|false)$/i.test(text)) refuse(key, 'true or false')
      return /^true$/i.test(text) || (!/^false$/i.test(text) && fallback)
    },
    number(key, fallback, { min, max, whole = true }) {
      const allowed = `a ${whole ? 'whole number' : 'number'} from ${min} to ${max}`
      const text = scalar(key, allowed)
      if (text === undefined) return fallback
      const parsed = (whole ? /^\d{1,15}$/ : /^\d{1,15}(?:\.\d{1,15})?$/).test(text) ? Number(text) : Number.NaN
      if (parsed >= min && parsed <= max) return parsed
      refuse(key, allowed)
      return fallback
    },
    duration(key, fallback) {
      const text = scalar(key, 'a duration such as 30m, 14d or 5s')
      if (text === undefined) return fallback
      const ms = durationMs(text)
      if (ms === undefined) refuse(key, 'a duration such as 30m, 14d or 5s')
      return ms ?? fallback
    },
    texts(key, fallback, read = (text) => text, allowed = 'a list of texts') {
      const found = value(key)
      if (found === undefined) return fallback
      const texts: string[] = []
      for (const item of found.kind === 'list' ? found.items : [found]) {
        const text = item.kind === 'scalar' && item.text.trim() !== '' ? read(item.text) : undefined
        if (text === undefined) wrong(key, item, allowed)
        else texts.push(text)
      }
      return texts
    },
    section: (key) => child(value(key), key, name(key)),
    sections(key) {
      const found = value(key)
      if (found === undefined) return []
      if (found.kind === 'list') return found.items.map((item, index) => child(item, key, `${name(key)}[${index}]`))
      wrong(key, found, 'a list of maps')
      return []
    },
    keys: () => map.pairs.map((pair) => pair.key),
    skip: (key) => void read.add(key),
    refuse,
    close() {
      for (const pair of map.pairs)
        if (!read.has(pair.key))
          add(
            'warning',
            'manifest-unknown-key',
            `the key ${name(pair.key)} is unknown; it is kept and has no effect`,
            pair as YamlPair,
            'Remove it, or correct its name.',
          )
      for (const section of children) section.close()
    },
  }
}
