import type { Freshness } from '../model/card.ts'
import { durationMs } from '../text/duration.ts'
import type { YamlPair } from '../text/yaml-node.ts'
import { clip } from './fields.ts'
import type { Report } from './report.ts'

const DAY_MS = 86_400_000
const POLICIES = ['verify_on_related_code_change', 'ttl', 'never'] as const

/** Whole days of `14d`, `2w`, `6mo`, `1y`, `36h` (rounded up) or a bare number of days; undefined for anything else. */
export function ttlDays(text: string): number | undefined {
  const ms = durationMs(/^\d{1,6}$/.test(text.trim()) ? `${text.trim()}d` : text)
  return ms === undefined ? undefined : Math.ceil(ms / DAY_MS)
}

/** `freshness: { ttl: 14d, policy: ttl }`; short forms are `freshness: 14d` and `freshness: never`. What is wrong is a warning. */
export function freshnessOf(pair: YamlPair | undefined, report: Report): Freshness {
  if (pair === undefined) return {}
  const { value } = pair
  const fields = value.kind === 'map' ? value.pairs : [{ ...pair, key: 'ttl' }]
  let freshness: Freshness = {}
  for (const field of fields) {
    if (field.value.kind === 'null') continue
    const text = field.value.kind === 'scalar' ? field.value.text.trim() : ''
    const policy = POLICIES.find((name) => name === text)
    const days = ttlDays(text)
    if (field.key === 'ttl' && days !== undefined) freshness = { ...freshness, ttlDays: days }
    else if ((field.key === 'policy' || field.key === 'ttl') && policy !== undefined) freshness = { ...freshness, policy }
    else if (field.key === 'policy')
      report.warn('card-bad-value', `freshness.policy: "${clip(text)}" is none of ${POLICIES.join(', ')}`, field)
    else if (field.key === 'ttl')
      report.warn('card-bad-value', `freshness.ttl: "${clip(text)}" is no duration such as 14d`, field)
  }
  return freshness
}
