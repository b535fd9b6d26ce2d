import { maskCode } from '../../lib/card/code-mask.ts'
import { contentForHash } from '../../lib/card/content.ts'
import { mentions } from '../../lib/card/mentions.ts'
import { parseCard } from '../../lib/card/parse.ts'
import { sections } from '../../lib/card/sections.ts'
import { setFields } from '../../lib/card/serialize.ts'
import { parseFacts } from '../../lib/facts/batch.ts'
import { findInjections, outgoing } from '../../lib/guard/injection.ts'
import { findSecrets, maskSecrets } from '../../lib/guard/secrets.ts'
import { sha256 } from '../../lib/host/node.ts'
import { decodeLedger } from '../../lib/ledger/codec.ts'
import { fold } from '../../lib/ledger/fold.ts'
import { DEFAULTS } from '../../lib/manifest/defaults.ts'
import { parseManifest } from '../../lib/manifest/parse.ts'
import { pathOf, type Sha256 } from '../../lib/model/ids.ts'
import { refineQuery } from '../../lib/text/refine.ts'
import { tokenize } from '../../lib/text/tokenize.ts'
import { parseYaml } from '../../lib/text/yaml.ts'
import { mergeCards } from '../../lib/update/merge.ts'
import { randomCard, randomEdits } from '../properties/merge-edits.ts'
import { mutated, mutatedBytes, partOf, randomText, WORDS } from './mutate.ts'
import type { Target } from './target.ts'

const HASH = sha256('') as Sha256
const readCard = (bytes: string | Uint8Array, external: boolean) =>
  parseCard({
    file: pathOf('.pmem/modules/a.md'),
    bytes,
    hash: HASH,
    schema: DEFAULTS.schema,
    sha256,
    ...(external ? { source: { glob: '**/*.md', type: 'doc' } } : {}),
  })

const FRONT = `---
id: module.a
type: module
title: "A: the store"
status: active
tags: [one, "two", 3]
aliases:
  - a # first
  - b
related: [[module.b]]
source_files: [src/a.ts, "src/**/*.ts#open"]
freshness: { ttl: 14d, policy: ttl }
guards:
  - { added: left-pad, message: no }
updated: 2026-06-01
---
`
const MANIFEST_TEXT = `version: 1
project: { name: sample, language: en, stage: beta }
schema:
  card_types: [gadget]
  type_dirs: { gadget: gadgets }
card_globs: [".pmem/**/*.md"]
sources:
  - { glob: "docs/**/*.md", type: doc }
recall: { mode: normal, budget: 2000 }
concurrency: { lock_path: .pmem/.lock, timeout_ms: 5000 }
`
const LEDGER = [
  { e: 'a1', t: 1782000000000, k: 'dirty', c: 'module.a', reason: 'x', files: ['src/a.ts'] },
  { e: 'a2', t: 1782000000001, k: 'verified', c: 'module.a', sources: [['src/a.ts', HASH]] },
  { e: 'a3', t: 1782000000002, k: 'resolved', c: 'module.a' },
]
  .map((event) => `${JSON.stringify(event)}\n`)
  .join('')

/** What reads a text alone. */
export const PARSERS: readonly Target[] = [
  {
    name: 'card bytes',
    share: 90,
    run: (random) => {
      const text = partOf(random, FRONT + BODY)
      const bytes = random.below(3) === 0 ? mutatedBytes(random, new TextEncoder().encode(text)) : mutated(random, text)
      const { card: read, findings } = readCard(bytes, random.below(4) === 0)
      if (read === null && findings.length === 0) throw new Error('no card and no word why')
    },
  },
  {
    name: 'frontmatter',
    share: 70,
    run: (random) => {
      const text = mutated(random, partOf(random, FRONT))
      parseYaml(text.replace(/^---\n/, '').replace(/\n---\n$/, ''))
      try {
        const set = setFields(
          text,
          new Map<string, string | readonly string[] | null>([
            ['tags', ['x', randomText(random, WORDS)]],
            ['status', 'done'],
            ['title', null],
          ]),
        )
        if (readCard(text, false).card !== null && readCard(set, false).card?.status !== 'done')
          throw new Error(`the field is not set: ${set}`)
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'PmemError') throw error
      }
    },
  },
  {
    name: 'manifest',
    share: 80,
    run: (random) => {
      const { manifest } = parseManifest(mutated(random, partOf(random, MANIFEST_TEXT)), '.pmem/manifest.yml')
      const { lockPath } = manifest.concurrency
      if (lockPath.split(/[\\/]/).includes('..') || lockPath.startsWith('/'))
        throw new Error(`the lock leaves the project: ${lockPath}`)
      for (const glob of [...manifest.cardGlobs, ...manifest.sources.map((source) => source.glob)])
        if (glob.split(/[\\/]/).includes('..') || glob.startsWith('/')) throw new Error(`a pattern leaves the project: ${glob}`)
    },
  },
  {
    name: 'ledger lines',
    share: 373,
    run: (random) => {
      const { events } = decodeLedger(mutated(random, LEDGER))
      const once = JSON.stringify([...fold(events).dirty])
      if (once !== JSON.stringify([...fold(random.shuffle(events)).dirty])) throw new Error('the order of the events counts')
    },
  },
  {
    name: 'texts',
    share: 250,
    run: (random) => {
      const text = mutated(random, partOf(random, BODY) + randomText(random, WORDS))
      const masked = maskCode(contentForHash(text))
      sections(text, 1, masked)
      mentions(masked, 1, ['module', 'decision'])
      tokenize(text)
      refineQuery(text)
      parseFacts(text)
      findInjections(text)
      outgoing(text)
      if (findSecrets(maskSecrets(text)).length > 0) throw new Error('a secret is left')
    },
  },
  {
    name: 'merges',
    share: 20,
    run: (random) => {
      const base = randomCard(random)
      const [ours, theirs] = [mutated(random, randomEdits(random, base, 'ours').text), randomEdits(random, base, 'theirs').text]
      const merged = mergeCards(base, ours, theirs, sha256)
      if (merged.kind === 'merged' && mergeCards(base, theirs, ours, sha256).text !== merged.text)
        throw new Error('the order of the sides counts')
    },
  },
]

const BODY = `
# A

One line about [[decision.d]] and \`code\`.

## Current State

- item with [link](../decisions/d.md)
- \`\`\`not a fence

| a | b |
|---|---|

\`\`\`ts
# no heading
\`\`\`

<!-- a comment -->
## Next Step

Measure it, 决策 测试。
`
