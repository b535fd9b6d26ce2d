import { card, type World } from '../world.ts'
import type { Effect } from './manifest-effects.ts'

/** What the settings of learning and of the person's own store do. */
export const LEARNING_EFFECTS: Readonly<Record<string, Effect>> = {
  'recall.include_global': {
    value: 'true',
    see(w) {
      const own = w.second({ env: { PMEM_HOME: '/own' } })
      own.run('remember', '--global', 'Tea is at four')
      return own.run('recall', '--json').json.own_facts.length
    },
    without: 0,
    with: 1,
  },
  'learning.log': { value: 'false', files: card('module.a'), see: (w) => logged(w, 'module.a'), without: 1, with: 0 },
  'learning.log_cap': {
    value: '2',
    files: card('module.a'),
    see: (w) => logged(w, 'module.a', 'module', 'zzyzx'),
    without: 3,
    with: 2,
  },
  'learning.warn_over_characters': {
    value: '5',
    see: (w) => w.run('remember', 'Tea is at four', '--json').json.warnings.length,
    without: 0,
    with: 1,
  },
  'learning.penalty_over_characters': {
    value: '7',
    files: card('fact.tea', '', 'Tea is at four'),
    see: (w) => w.run('facts', 'search', 'tea', '--json').json.results[0].length_penalty,
    without: 1,
    with: 0.5,
  },
}

/** Lines that these questions leave in the log. */
function logged(w: World, ...queries: readonly string[]): number {
  for (const query of queries) w.run('ask', query)
  return (w.text('.pmem/local/retrievals.jsonl') ?? '').split('\n').filter((line) => line.trim() !== '').length
}
