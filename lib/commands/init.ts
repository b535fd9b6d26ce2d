import { agentsMd } from '../integrations/registry.ts'
import { storeTemplates } from '../integrations/templates.ts'
import { manifestText } from '../manifest/write.ts'
import { PmemError } from '../model/error.ts'
import { type ProjectPath, pathOf } from '../model/ids.ts'
import type { Source } from '../model/manifest.ts'
import type { WriteOp } from '../model/plan.ts'
import { VERSION } from '../model/version.ts'
import { applyPlan } from '../store/apply.ts'
import { withLock } from '../store/lock.ts'
import { MANIFEST_PATH, openProjectAt, type Project, STORE, startFolder } from '../store/project.ts'
import { proposeSources } from '../store/propose.ts'
import { loadManifest, rebuildStore } from '../store/refresh.ts'
import { dayOf, isoDate } from '../text/day.ts'
import { command } from './command.ts'
import type { Context } from './context.ts'
import { workplace } from './integration-place.ts'
import { progressBar } from './progress.ts'

export const init = command({
  name: 'init',
  summary: 'Set up a project memory here; --yes also reads the Markdown that is already there',
  operands: { kind: 'none' },
  flags: {
    yes: { kind: 'bool', short: 'y', doc: 'Take the proposal: index the documents found, add a block to AGENTS.md' },
    name: { kind: 'text', placeholder: 'NAME', doc: 'Name of the project (default: the folder)' },
    domain: {
      kind: 'choice',
      choices: ['software', 'novel', 'research'],
      default: 'software',
      doc: 'Which kinds of cards the project starts with',
    },
    language: { kind: 'choice', choices: ['en', 'zh-CN'], default: 'en', doc: 'Language of the text pmem generates' },
    dryRun: { kind: 'bool', doc: 'Say what would be written and write nothing' },
  },
  formats: ['compact', 'json'],
  examples: ['pmem init', 'pmem init --yes', 'pmem init --yes --domain novel --language zh-CN'],
  exits: '0 set up, or set up already',
  run(context, _operands, { yes, name, domain, language, dryRun }) {
    const { host } = context
    const root = startFolder(host, context.cwd)
    const project = openProjectAt(host, root)
    if (project.files.stat(MANIFEST_PATH) !== undefined) {
      return {
        kind: 'init',
        exit: 0,
        data: { root, created: false, written: [], sources: [], proposed: [], cards: 0, dry_run: dryRun },
      }
    }
    const found = proposeSources(project.files)
    const sources = yes ? found : []
    const ops = plan(context, project, { name: name ?? folderName(root), domain, language, sources, agents: yes })
    const written = ops.map(({ path }) => path)
    const cards = dryRun ? 0 : perform(project, ops)
    return {
      kind: 'init',
      exit: 0,
      data: { root, created: true, written, sources, proposed: yes ? [] : found, cards, dry_run: dryRun },
    }
  },
})

type Wanted = {
  readonly name: string
  readonly domain: 'software' | 'novel' | 'research'
  readonly language: 'en' | 'zh-CN'
  readonly sources: readonly Source[]
  readonly agents: boolean
}

function plan(context: Context, project: Project, wanted: Wanted): WriteOp[] {
  const { files, host } = project
  const ops: WriteOp[] = []
  const create = (path: ProjectPath, text: string): void => {
    if (files.stat(path) === undefined) ops.push({ op: 'put', path, text, expect: 'absent' })
  }
  const hot = hotTexts(wanted, isoDate(dayOf(host.now())))
  create(pathOf(STORE, 'index.md'), hot.index)
  create(pathOf(STORE, 'state.md'), hot.state)
  create(pathOf(STORE, 'next.md'), hot.next)
  create(pathOf(STORE, '.gitignore'), 'indexes/\nlocal/\n.lock\n')
  ops.push(...agentOps(context, project, wanted))
  // Last, because it says that a project is set up: an init that was killed before is done again.
  create(pathOf(MANIFEST_PATH), manifestText(wanted))
  return ops
}

/** Workflows and templates, and in AGENTS.md a block of pmem's own; what people wrote there stays byte for byte. */
function agentOps(context: Context, project: Project, { language, agents }: Wanted): readonly WriteOp[] {
  const { desk, setting } = workplace(context, project, { language })
  desk.put(storeTemplates(language, VERSION))
  const [done] = agents ? desk.apply(agentsMd, setting, 'install', false) : []
  if (done?.action === 'refused') context.note(`AGENTS.md stays as it is: ${(done.reason ?? '').split('\n')[0]}`)
  return desk.plan().ops
}

function perform(project: Project, ops: readonly WriteOp[]): number {
  const { host, files } = project
  const { concurrency } = loadManifest(project).manifest
  return withLock(host, files, { path: concurrency.lockPath, timeoutMs: concurrency.timeoutMs }, (lock) => {
    applyPlan(host, files, { ops }, lock)
    return rebuildStore(project, {
      write: { kind: 'held', lock },
      onProgress: progressBar(host, 'reading cards'),
    }).store.state.cards
  })
}

function folderName(root: string): string {
  const name = root
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1)
  if (name === undefined) throw new PmemError('USAGE', 'a project at the root of the file system needs --name')
  return name
}

function hotTexts(
  { name, language }: Wanted,
  today: string,
): { readonly index: string; readonly state: string; readonly next: string } {
  if (language === 'zh-CN') {
    return {
      index: `# ${name}\n\n## 项目\n\n- 名称：${name}\n- 开始：${today}\n\n## 当前焦点\n\n<!-- 一两句话：现在在做什么，为什么。 -->\n\n## 先读\n\n<!-- 最重要的卡片，写成 [[id]]。 -->\n\n## 稳定的决策\n\n## 当前风险\n\n## 使用 pmem\n\n开始前运行 \`pmem recall\`，改动前运行 \`pmem ask "问题"\`。\n`,
      state: `# 现状\n\n<!-- 现在成立的事实。 -->\n`,
      next: `# 下一步\n\n<!-- 写成 \`- [P0] @负责人 内容\`，下一行可写 \`原因：...\`。 -->\n`,
    }
  }
  return {
    index: `# ${name}\n\n## Project\n\n- Name: ${name}\n- Started: ${today}\n\n## Current Focus\n\n<!-- One or two sentences: what is being worked on, and why. -->\n\n## Read First\n\n<!-- The most important cards, as [[id]]. -->\n\n## Stable Decisions\n\n## Current Risks\n\n## Using pmem\n\nRun \`pmem recall\` before you start, \`pmem ask "question"\` before you change things.\n`,
    state: `# State\n\n<!-- What is true now. -->\n`,
    next: `# Next\n\n<!-- Items such as \`- [P0] @owner text\`; a line \`Why: ...\` may follow. -->\n`,
  }
}
