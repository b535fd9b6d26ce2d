/** What is asked of one folder of real Markdown. */
export type Corpus = {
  readonly name: string
  readonly signals: readonly SignalName[]
  readonly questions: readonly Question[]
  /** The name its own vault has in links such as `dendron://vault/note`; links into other vaults lead elsewhere. */
  readonly vault?: string
  /** Seconds a whole `rebuild` may take. Reported beside the time, no miss: a busy machine is no defect. */
  readonly rebuildBudget?: number
}

export const SIGNALS = ['title', 'path', 'tag', 'id', 'wikilink'] as const
export type SignalName = (typeof SIGNALS)[number]

/** A question in the words of a reader. At least `atLeast` of the first `top` answers must be files that `answers` accepts. */
export type Question = {
  readonly query: string
  readonly top: number
  readonly atLeast: number
  readonly answers: (file: string, title: string) => boolean
}

export const CORPORA: readonly Corpus[] = [
  {
    name: 'dendron',
    signals: ['title', 'path', 'id', 'wikilink'],
    vault: 'dendron.dendron-site',
    questions: [
      { query: 'how do I publish a dendron site', top: 5, atLeast: 2, answers: (file) => /(?:^|[/.-])publish/.test(file) },
    ],
  },
  {
    name: 'javaguide',
    signals: ['title', 'path', 'tag'],
    rebuildBudget: 5,
    questions: [
      {
        query: '虚拟机内存区域',
        top: 3,
        atLeast: 1,
        answers: (file, title) => file.startsWith('docs/java/jvm/') && /内存/.test(title),
      },
    ],
  },
  { name: 'adr-jph', signals: ['title', 'path'], questions: [] },
  { name: 'madr', signals: ['title', 'path'], questions: [] },
]
