import { card, cardText, type Json, type Ran, type World } from '../world.ts'
import { afterEdit } from './after-edit.ts'

/** What a project does without a key and with it. `base` are further lines of the manifest, the same both times. */
export type Effect = {
  readonly value: string
  readonly files?: Readonly<Record<string, string>>
  readonly base?: string
  readonly see: (w: World) => unknown
  readonly without: unknown
  readonly with: unknown
}
const VERIFIED = 'last_verified: 2026-07-03\nupdated: 2026-07-03'
const codes = ({ json }: Ran): readonly string[] => json.findings.map(({ code }: Json) => code)
const errors = (w: World): readonly string[] =>
  w
    .run('verify', '--json')
    .json.findings.filter(({ severity }: Json) => severity === 'error')
    .map(({ code }: Json) => code)
const refused = (value: string): Effect => ({ value, see: errors, without: [], with: ['manifest-bad-value'] })
const total = (w: World): number => w.run('list', '--json').json.total
const traces = (w: World): number => (w.host.files('/project').list('.pmem/traces') ?? []).length
const factors = (w: World, query: string): Json => w.run('ask', query, '--json').json.matched[0].factors
const written = (w: World, ...argv: readonly string[]): readonly string[] => w.run(...argv, '--json').json.written

/** A source file that changed since the cards about it were verified. */
const CHANGED = { ...card('module.a', `${VERIFIED}\nsource_files: [src/a.ts]`), 'src/a.ts': 'one' }
const changed = (w: World): World => {
  w.run('rebuild')
  w.edit('src/a.ts', 'two')
  return w
}
/** What a hook that confirms a summary leaves behind: the number of traces. */
const hooked =
  (summary: string, ...more: readonly string[]) =>
  (w: World): number => {
    changed(w).run('update', '--confirm', '--hook', '-s', summary, '--card', 'module.a', ...more)
    return traces(w)
  }
const TRACE = card(
  'trace.t',
  'related: [module.a, task.t]\nupdated: 2026-07-02\ndistilled: false',
  '## Learned\n\n- Salts are 16 bytes long.\n',
)
const DISTILL = { ...card('module.a', VERIFIED), ...card('task.t', VERIFIED), ...TRACE }
const reminder = (w: World): boolean => w.run('status', '--json').json.undistilled.reminder !== null

export const EFFECTS: Readonly<Record<string, Effect>> = {
  version: refused('3'),
  'project.name': { value: 'Demo', see: (w) => w.run('recall', '--json').json.project.name, without: 'project', with: 'Demo' },
  'project.language': {
    value: 'zh-CN',
    see: (w) => w.run('new', 'module', 'X') && /职责/.test(w.text('.pmem/modules/x.md')!),
    without: false,
    with: true,
  },
  'project.stage': { value: 'alpha', see: (w) => w.run('status', '--json').json.stage, without: 'active', with: 'alpha' },
  'project.domain': { value: 'novel', see: (w) => w.run('new', 'character', 'Ann').code, without: 64, with: 0 },
  'source_of_truth.type': refused('sqlite'),
  'source_of_truth.path': refused('memory'),
  'source_of_truth.card_globs': {
    value: '[".pmem/modules/*.md"]',
    files: { ...card('module.a'), ...card('task.t') },
    see: total,
    without: 2,
    with: 1,
  },
  sources: {
    value: '[{ glob: "docs/*.md", type: decision }]',
    files: { 'docs/a.md': '# A\n' },
    see: (w) => w.run('list', 'decision', '--json').json.total,
    without: 0,
    with: 1,
  },
  'schema.card_types': { value: '[gadget]', see: (w) => w.run('new', 'gadget', 'X').code, without: 64, with: 0 },
  'schema.type_dirs.module': {
    value: 'parts',
    see: (w) => written(w, 'new', 'module', 'X'),
    without: ['.pmem/modules/x.md'],
    with: ['.pmem/parts/x.md'],
  },
  'schema.type_dirs.decision': {
    value: 'adr',
    see: (w) => written(w, 'new', 'decision', 'X'),
    without: ['.pmem/decisions/x.md'],
    with: ['.pmem/adr/x.md'],
  },
  'schema.foundational_types': {
    value: '[task]',
    files: { ...card('module.a'), ...card('task.t') },
    see: (w) => w.run('recall', '--json').json.active_foundation.map(({ id }: Json) => id),
    without: ['module.a'],
    with: ['task.t'],
  },
  'schema.evidence_types': {
    value: '[risk]',
    files: { ...card('module.a', 'related: [risk.r, decision.d]'), ...card('risk.r'), ...card('decision.d') },
    see: (w) => w.run('trace', 'module.a', '--json').json.evidence_paths,
    without: ['.pmem/decisions/d.md'],
    with: ['.pmem/risks/r.md'],
  },
  'schema.default_type': {
    value: 'task',
    files: { '.pmem/a.md': '---\nid: module.a\n---\n' },
    see: (w) => /type: (\w+)/.exec(w.run('verify', '--json').json.findings[0].fix)![1],
    without: 'module',
    with: 'task',
  },
  'indexes.path': {
    value: '.pmem/derived',
    see: (w) => written(w, 'rebuild')[0],
    without: '.pmem/indexes/graph.json',
    with: '.pmem/derived/graph.json',
  },
  'indexes.generated': refused('false'),
  'indexes.graph.path': {
    value: '.pmem/derived/graph.json',
    see: (w) => written(w, 'rebuild')[0],
    without: '.pmem/indexes/graph.json',
    with: '.pmem/derived/graph.json',
  },
  'indexes.keyword.path': {
    value: '.pmem/derived/bm25.json',
    see: (w) => written(w, 'rebuild')[1],
    without: '.pmem/indexes/bm25.json',
    with: '.pmem/derived/bm25.json',
  },
  'scoring.type_weight.decision': weight('decision', 1.1),
  'scoring.type_weight.module': weight('module', 1.1),
  'scoring.type_weight.trace': weight('trace', 0.85),
  'scoring.recency_days': {
    value: '30',
    files: card('module.a', 'updated: 2026-06-03'),
    see: (w) => factors(w, 'module.a').recency,
    without: 0.929133,
    with: 0.84197,
  },
  'scoring.hops': {
    value: '2',
    files: { ...card('module.a', 'related: task.t', 'zeppelin'), ...card('task.t', 'related: risk.r'), ...card('risk.r') },
    see: (w) => w.run('ask', 'zeppelin', '--json').json.matched.length,
    without: 2,
    with: 3,
  },
  'recall.budget': { value: '300', see: (w) => w.run('recall', '--json').json.footer.budget, without: 2000, with: 300 },
  'recall.mode': {
    value: 'brief',
    files: card('module.a'),
    see: (w) => w.run('recall', '--json').json.active_foundation.length,
    without: 1,
    with: 0,
  },
  'auto_update.enabled': {
    value: 'false',
    files: CHANGED,
    see: (w) => changed(w).run('mark-dirty', '--auto', '--json').json.flagged.length,
    without: 1,
    with: 0,
  },
  'auto_update.on_code_change': {
    value: 'ignore',
    files: CHANGED,
    see: (w) => changed(w).run('mark-dirty', '--auto', '--json').json.flagged.length,
    without: 1,
    with: 0,
  },
  'auto_update.on_doc_change': {
    value: 'ignore',
    files: { ...card('module.a', `${VERIFIED}\nsource_files: [docs/a.md]`), 'docs/a.md': 'one' },
    see(w) {
      w.run('rebuild')
      w.edit('docs/a.md', 'two')
      return w.run('mark-dirty', '--auto', '--json').json.flagged.length
    },
    without: 1,
    with: 0,
  },
  'auto_update.on_memory_change': {
    value: 'ignore',
    files: card('module.a'),
    see(w) {
      w.run('rebuild')
      w.edit('.pmem/modules/b.md', cardText('module.b'))
      const list = w.run('list', '--json').json
      w.run('rebuild')
      return [list.total, list.index.status, total(w)]
    },
    without: [2, 'refreshed', 2],
    with: [1, 'not_refreshed', 2],
  },
  'integrations.active': {
    value: '[cline]',
    see: (w) => w.run('integration', 'install', '--yes').code,
    without: 64,
    with: 0,
  },
  'auto_update.on_session_end': {
    value: 'suggest',
    files: CHANGED,
    see: (w) => Object.keys(JSON.parse(afterEdit(w, 'stop').stdout)),
    without: ['hookSpecificOutput'],
    with: ['systemMessage'],
  },
  'auto_update.on_git_commit': {
    value: 'ignore',
    files: CHANGED,
    see: (w) => afterEdit(w, 'post-commit').stderr.includes('module.a'),
    without: true,
    with: false,
  },
  'auto_update.min_trace_interval': {
    value: '1m',
    files: CHANGED,
    see(w) {
      changed(w).run('update', '--confirm', '-s', 'One thing is done')
      w.host.setNow(w.host.now() + 120_000)
      w.run('update', '--confirm', '-s', 'Another thing is done')
      return traces(w)
    },
    without: 1,
    with: 2,
  },
  'auto_update.max_auto_traces_per_day': { value: '0', files: CHANGED, see: hooked('The lock moved'), without: 1, with: 0 },
  'auto_update.ignore_patterns': {
    value: '["docs/**"]',
    files: { 'docs/a.md': '# A\n' },
    base: 'sources: [{ glob: "docs/*.md", type: doc }]\n',
    see: total,
    without: 1,
    with: 0,
  },
  'auto_update.trace_policy.require_meaningful_change': {
    value: 'false',
    files: CHANGED,
    see: hooked('Formatted the code'),
    without: 0,
    with: 1,
  },
  'auto_update.trace_policy.require_summary': {
    value: 'false',
    files: CHANGED,
    see: (w) => changed(w).run('update', '--confirm').code,
    without: 64,
    with: 0,
  },
  'auto_update.trace_policy.require_related_node': {
    value: 'false',
    files: { ...card('module.z', VERIFIED) },
    see(w) {
      w.run('rebuild')
      w.run('update', '--confirm', '--hook', '-s', 'The lock moved', '--kind', 'decision')
      return traces(w)
    },
    without: 0,
    with: 1,
  },
  'distill.enabled': {
    value: 'false',
    files: DISTILL,
    see: (w) => w.run('distill', '--json').json.proposals.length,
    without: 1,
    with: 0,
  },
  'distill.cadence': {
    value: 'daily',
    files: card('trace.t', 'created: 2026-07-01\ndistilled: false'),
    see: reminder,
    without: false,
    with: true,
  },
  'distill.max_undistilled_traces': {
    value: '1',
    files: {
      ...card('trace.t', 'created: 2026-07-03\ndistilled: false'),
      ...card('trace.u', 'created: 2026-07-03\ndistilled: false'),
    },
    see: reminder,
    without: false,
    with: true,
  },
  'distill.group_by': {
    value: '[task, related]',
    files: DISTILL,
    see: (w) => w.run('distill', '--json').json.proposals[0].card,
    without: 'module.a',
    with: 'task.t',
  },
  'distill.output.update_cards': {
    value: 'false',
    files: DISTILL,
    see: (w) => w.run('distill', '--json').json.proposals.length,
    without: 1,
    with: 0,
  },
  'distill.output.update_summaries': {
    value: 'false',
    files: DISTILL,
    see: (w) => written(w, 'distill', '--confirm').some((path) => path.startsWith('.pmem/summaries/')),
    without: true,
    with: false,
  },
  'distill.output.archive_traces': {
    value: 'true',
    files: DISTILL,
    see: (w) => w.run('distill', '--confirm') && w.run('show', 'trace.t', '--json').json.file,
    without: '.pmem/traces/t.md',
    with: '.pmem/archive/traces/t.md',
  },
  'distill.require_confirmation': {
    value: 'false',
    files: DISTILL,
    see: (w) => w.run('distill', '--json').json.applied,
    without: false,
    with: true,
  },
  'freshness.default_ttl': {
    value: '2d',
    files: card('module.a', 'updated: 2026-06-28\nlast_verified: 2026-06-28\nfreshness: { policy: ttl }'),
    see: (w) => codes(built(w)),
    without: [],
    with: ['stale'],
  },
  'freshness.stale_on_related_code_change': {
    value: 'false',
    files: CHANGED,
    see: (w) => codes(changed(w).run('verify', '--json')),
    without: ['source-changed'],
    with: [],
  },
  'freshness.require_last_verified': {
    value: 'false',
    files: card('module.a'),
    see: (w) => codes(built(w)),
    without: ['never-verified'],
    with: [],
  },
  'card_policy.max_tokens': {
    value: '20',
    files: card('module.a', VERIFIED, 'many words that say little '.repeat(20)),
    see: (w) => codes(built(w)),
    without: [],
    with: ['oversized'],
  },
  'card_policy.warn_relations_over': {
    value: '0',
    files: { ...card('module.a', `${VERIFIED}\nrelated: module.b`), ...card('module.b', VERIFIED) },
    see: (w) => codes(built(w)),
    without: [],
    with: ['many-relations'],
  },
  'concurrency.lock': refused('flock'),
  'concurrency.lock_path': {
    value: '.pmem/local/lock',
    see(w) {
      const made: string[] = []
      w.host.onWrite = ({ op, path }) => {
        if (op === 'create' && path.endsWith('lock')) made.push(path)
        return 'go'
      }
      w.run('rebuild')
      return made
    },
    without: ['.pmem/.lock'],
    with: ['.pmem/local/lock'],
  },
  'concurrency.timeout': {
    value: '1s',
    see(w) {
      w.edit('.pmem/.lock', JSON.stringify({ pid: w.host.processId, host: 'memory', started: '', token: 'other' }))
      const before = w.host.now()
      return [w.run('rebuild').code, w.host.now() - before]
    },
    without: [75, 5000],
    with: [75, 1000],
  },
}

function weight(type: string, plain: number): Effect {
  return {
    value: '1.5',
    files: card(`${type}.a`, 'updated: 2026-07-03'),
    see: (w) => factors(w, `${type}.a`).type_weight,
    without: plain,
    with: 1.5,
  }
}
function built(w: World): Ran {
  w.run('rebuild')
  return w.run('verify', '--json')
}
