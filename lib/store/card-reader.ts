import { parseCard } from '../card/parse.ts'
import type { Problem } from '../indexes/graph.ts'
import type { Card } from '../model/card.ts'
import type { Finding } from '../model/finding.ts'
import type { CardId, ProjectPath, Sha256 } from '../model/ids.ts'
import type { Manifest } from '../model/manifest.ts'
import { byKey } from '../text/order.ts'
import { shownCard, withoutSecrets } from './clean-card.ts'
import type { Project } from './project.ts'
import type { FileRecord } from './stat-cache.ts'

/** Told how many of all files have been read. */
export type Progress = (done: number, total: number) => void

/** Reads and parses cards, and keeps what is wrong with them. Of files that share an id the first in path order holds it. */
export class CardReader {
  readonly problems: Problem[] = []
  readonly findings: Finding[] = []
  private readonly project: Project
  private readonly manifest: Manifest
  private readonly records: readonly FileRecord[]
  private readonly onProgress: Progress | undefined
  private done = 0

  constructor(project: Project, manifest: Manifest, records: readonly FileRecord[], onProgress: Progress | undefined) {
    this.project = project
    this.manifest = manifest
    this.records = [...records].sort(byKey(({ path }) => path))
    this.onProgress = onProgress
  }

  read(records: readonly FileRecord[]): Card[] {
    return records.map((record) => this.parse(record)).filter((card) => card !== undefined)
  }

  *readAll(): Iterable<Card> {
    const owners = new Map<CardId, ProjectPath>()
    // Cards of the store hold their ids against documents that happen to derive the same.
    const ordered = [
      ...this.records.filter(({ source }) => source === undefined),
      ...this.records.filter(({ source }) => source !== undefined),
    ]
    for (const record of ordered) {
      const card = this.parse(record)
      if (card === undefined) continue
      const owner = owners.get(card.id)
      if (owner === undefined) {
        owners.set(card.id, card.file)
        yield card
      } else this.leaveOut(record, duplicateId(card, owner))
    }
  }

  private parse(record: FileRecord): Card | undefined {
    this.done += 1
    this.onProgress?.(this.done, this.records.length)
    const { path: file, source } = record
    const bytes = this.project.files.read(file)
    if (bytes === undefined) {
      this.leaveOut(record, {
        code: 'unreadable',
        severity: source === undefined ? 'error' : 'warning',
        message: 'the file cannot be read',
        file,
        line: 1,
        fix: 'Give yourself the right to read it, or remove it.',
      })
      return undefined
    }
    const { schema } = this.manifest
    const shown = withoutSecrets(bytes)
    const { card, findings } = parseCard({
      file,
      bytes: shown,
      hash: record.hash as Sha256,
      schema,
      source,
      sha256: this.project.host.sha256,
    })
    if (card === null) {
      const worst = findings.find(({ severity }) => severity === 'error') ?? findings[0]
      this.findings.push(...findings.filter((finding) => finding !== worst))
      this.leaveOut(
        record,
        worst ?? { code: 'unreadable', severity: 'error', message: 'the file is no card', file, line: 1, fix: NO_CARD },
      )
      return undefined
    }
    this.findings.push(...findings)
    return shownCard(card, shown !== bytes)
  }

  private leaveOut(record: FileRecord, finding: Finding): void {
    this.findings.push(finding)
    this.problems.push({
      file: record.path,
      hash: record.hash as Sha256,
      code: finding.code,
      line: finding.line ?? null,
      message: finding.message,
    })
  }
}

const NO_CARD = 'Correct the file, or move it out of the folders of cards.'

const duplicateId = (card: Card, owner: ProjectPath): Finding => ({
  code: 'duplicate-id',
  severity: card.external ? 'warning' : 'error',
  message: `the id ${card.id} is already taken by ${owner}; this file is left out`,
  file: card.file,
  line: 1,
  id: card.id,
  fix: `Give one of ${owner} and ${card.file} another id.`,
})
