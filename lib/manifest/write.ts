import type { Domain, Source } from '../model/manifest.ts'
import { VERSION } from '../model/version.ts'

export type NewManifest = {
  readonly name: string
  readonly domain: Domain
  readonly language: 'en' | 'zh-CN'
  readonly sources: readonly Source[]
}

/** The manifest that `init` writes: short, commented, LF. Everything it leaves out has a default. */
export function manifestText({ name, domain, language, sources }: NewManifest): string {
  const list = sources.map(({ glob, type }) => `  - { glob: ${quoted(glob)}, type: ${quoted(type)} }\n`).join('')
  return `# Settings of pmem. Every key that is left out has a default; \`pmem help\` names the page that lists them.
version: 1
pmem_version: ${quoted(VERSION)}
project:
  name: ${quoted(name)}
  domain: ${domain}               # software | novel | research: card types, folders, foundations
  language: ${language}               # en | zh-CN: language of the text pmem writes
  stage: active
source_of_truth:
  type: markdown_cards
  path: .pmem
  card_globs: [".pmem/**/*.md"]
# Markdown that is read where it lies and never written, with the card type it counts as.
sources:${list === '' ? ' []\n' : `\n${list}`}`
}

/** A text in double quotes, which is YAML and JSON alike. */
const quoted = (text: string): string =>
  JSON.stringify(text.toWellFormed()).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
