import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Documents as projects have them before they meet pmem: decisions, guides, two scripts, spaces and marks in names. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  'README.md': '# Lantern\n\nA reading list that works offline. See [the store](docs/store.md).\n',
  'AGENTS.md': '# Agents\n\nRun the specs before a commit.\n',
  'docs/adr/0001-keep-markdown.md': `---
status: accepted
date: 2026-05-04
---
# Keep Markdown as the only truth

## Context and Problem Statement

A database file cannot be merged by people who work on two branches.

## Decision Outcome

Markdown files are the truth; indexes are derived and can be deleted.
`,
  'docs/adr/0002-no-daemon.md': `---
status: "superseded by ADR-0001"
date: 2026-04-01
---
# Run no daemon

One short process answers a question, so nothing has to be kept alive.
`,
  'docs/store.md':
    '---\ntags: [storage, offline]\n---\n# The store\n\nArticles lie in one folder a month. Writes go through a temporary file.\n',
  'docs/Über die Suche.md': '# Über die Suche\n\nDie Volltextsuche findet Wörter in Titeln und Texten.\n',
  'docs/全文检索.md': '# 全文检索\n\n全文检索使用二元分词,不依赖运行时的分词器。\n',
  'docs/ソート順.md': '# ソート順\n\n並び順はコードユニットで決まる。ﬀ と 𝒳 と z も同じ。\n',
  'docs/crlf.md': '# Line ends\r\n\r\nThis file has carriage returns.\r\n',
}

/** A card written by hand once `.pmem` is there. */
const CARDS: Readonly<Record<string, string>> = {
  '.pmem/decisions/offline-first.md': `---
id: decision.offline-first
type: decision
title: Offline first
status: accepted
tags: [offline, storage]
summary: Everything is readable without a network.
updated: 2026-06-01
source_files: [docs/store.md]
---
# Offline first

Readers open articles in trains. See [[doc.docs-store]] and module.sync.
`,
  '.pmem/modules/sync.md': `---
id: module.sync
type: module
title: Sync
status: active
aliases: [同步]
updated: 2026-06-12
depends_on: decision.offline-first
---
# Sync

## One-liner

Copies articles between two machines when both are awake.
`,
}

export const writeDocuments = (project: string, order: 'given' | 'reversed'): void => write(project, DOCUMENTS, order)
export const writeCards = (project: string, order: 'given' | 'reversed'): void => write(project, CARDS, order)

function write(project: string, files: Readonly<Record<string, string>>, order: 'given' | 'reversed'): void {
  const entries = Object.entries(files)
  for (const [path, text] of order === 'given' ? entries : entries.reverse()) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
}
