import { random } from '../random.ts'
import { commit, git, repository, runWith, write } from '../repository.ts'
import { cardText, DAY_MS } from '../world.ts'

/** How many answers were given, how many came again byte for byte from their receipts, how many of a clean work tree from the commit. */
export type Replayed = {
  readonly answers: number
  readonly again: number
  readonly committed: number
  readonly againAtCommit: number
  /** The first answers that came out otherwise. */
  readonly differing: readonly { readonly how: string; readonly was: string; readonly is: string }[]
}

const WORDS = [
  'lock',
  'codec',
  'tide',
  'harbour',
  'index',
  'cache',
  'token',
  'ledger',
  '缓存',
  '更新',
  'graph',
  'budget',
  'receipt',
  'query',
]
const START = Date.UTC(2026, 0, 5, 9)

/**
 * A project lives for a while: cards and sources are written, some committed, some not, cards are flagged and praised, branches
 * of time go by; questions are asked all along. In the end every answer is asked for again. In a `committed` life nothing is left
 * lying about when a question comes, so that the commit alone must do.
 */
export function replays(count: number, seed: number, life: 'committed' | 'untidy'): Replayed {
  const chance = random(seed)
  const pick = <T>(from: readonly T[]): T => from[chance.below(from.length)]!
  const text = (words: number): string => Array.from({ length: words }, () => pick(WORDS)).join(' ')
  const ids = Array.from({ length: 14 }, (_, index) => `${pick(['module', 'decision', 'risk', 'task'])}.c${index}`)
  const file = (id: string): string => `.pmem/${id.replace('.', 's/')}.md`
  let now = START
  const day = (): string => new Date(now).toISOString().slice(0, 10)
  const someCard = (id: string): string =>
    cardText(
      id,
      `title: ${text(2)}\nsummary: ${text(6)}\nupdated: ${day()}\nlast_verified: ${day()}\nrelated: [${pick(ids)}]\ndepends_on: [${pick(ids)}]\nsource_files: [src/${chance.below(4)}.ts]`,
      `\n## Current State\n\n${text(20)}.\n`,
    )
  Object.assign(process.env, { GIT_AUTHOR_DATE: new Date(now).toISOString(), GIT_COMMITTER_DATE: new Date(now).toISOString() })
  const root = repository({
    ...Object.fromEntries(ids.map((id) => [file(id), someCard(id)])),
    ...Object.fromEntries([0, 1, 2, 3].map((index) => [`src/${index}.ts`, `export const a = ${index}\n`])),
  })
  let tokens = 0
  const token = (): string => {
    tokens += 1
    return `${tokens.toString(16).padStart(4, '0')}${seed.toString(16).padStart(12, '0')}`
  }
  const run = (...argv: string[]): ReturnType<typeof runWith> => runWith(root, argv, { now: () => now, token })
  const commitNow = (): void => {
    const date = new Date(now).toISOString()
    Object.assign(process.env, { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date })
    commit(root)
  }
  const answers: {
    readonly argv: readonly string[]
    readonly id: string
    readonly out: string
    readonly head: string
    readonly day: string
    readonly clean: boolean
  }[] = []
  const flagged = new Set<string>()
  while (answers.length < count) {
    const what = chance.below(14)
    if (life === 'committed' && what === 5) continue
    if (what === 0) now += DAY_MS * (1 + chance.below(20))
    else if (what === 1) write(root, file(pick(ids)), someCard(pick(ids)))
    else if (what === 2) write(root, `src/${chance.below(4)}.ts`, `export const a = ${chance.below(1000)}\n`)
    else if (what === 3) commitNow()
    else if (what === 4) {
      const id = pick(ids)
      run('feedback', id, pick(['helpful', 'unhelpful']), '--query', text(2))
    } else if (what === 5) {
      const id = pick(ids)
      if (run('mark-dirty', id, '--reason', text(2)).code === 0) flagged.add(id)
    } else {
      const argv = [
        'ask',
        text(1 + chance.below(3)),
        ...pick([[], ['--limit', '3'], ['--type', 'module'], ['--budget', '300'], ['--hops', '2']]),
      ]
      if (life === 'committed') commitNow()
      const printed = run(...argv)
      const id = /receipt ([0-9a-f]{12})/.exec(printed.stdout)?.[1]
      if (id === undefined) continue
      const clean = flagged.size === 0 && git(root, 'status', '--porcelain') === ''
      answers.push({ argv, id, out: printed.stdout, head: git(root, 'rev-parse', 'HEAD').trim(), day: day(), clean })
    }
    now += 60_000
  }
  write(root, file(ids[0]!), someCard(ids[0]!))
  commitNow()
  now += DAY_MS * 400
  const differing: { how: string; was: string; is: string }[] = []
  const isSame = (how: string, was: string, is: string): boolean => {
    if (was !== is && differing.length < 3) differing.push({ how, was, is })
    return was === is
  }
  const clean = answers.filter((answer) => answer.clean)
  return {
    answers: answers.length,
    again: answers.filter(({ id, out, argv }) => isSame(argv.join(' '), out, run('why', id).stdout)).length,
    committed: clean.length,
    againAtCommit: clean.filter(({ argv, out, head, day: then }) =>
      isSame(`${argv.join(' ')} --at`, out, run(...argv, '--at', head, '--now', then).stdout),
    ).length,
    differing,
  }
}
