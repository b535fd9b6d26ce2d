import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { LINK_FIELDS } from '../../lib/card/links.ts'
import { yamlValue } from '../text/yaml-values.ts'
import { codes, readCard } from './read.ts'

const schema = JSON.parse(readFileSync(new URL('../../indexes-schema/card.schema.json', import.meta.url), 'utf8'))
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(schema)
const spec = suite('indexes-schema/card.schema.json')

/** A text that is right and one that is wrong for each field; null where any text is right. */
const FIELDS = new Map<string, readonly [right: string, wrong: string | null]>([
  ['title', ['404', '[a, {b: c}]']],
  ['status', ['accepted', null]],
  ['priority', ['P1', 'soon']],
  ['tags', ['[2026, 1.10, true, ok]', '{ a: b }']],
  ['aliases', ['808', '{ a: b }']],
  ['entities', ['[Redis]', '{ a: b }']],
  ['summary', ['One sentence.', '[a]']],
  ['category', ['security', null]],
  ['source_files', ['[src/a.ts#open]', '{ a: b }']],
  ['created', ['1650000000000', 'yesterday']],
  ['updated', ['2026-05-20T10:00:00Z', '20 May 2026']],
  ['last_verified', ['2026-05-20', 'true']],
  ['freshness', ['{ ttl: 14d, policy: ttl }', '{ ttl: soon }']],
  ['confidence', ['0.8', '1.5']],
  ['trust', ['1', 'high']],
  ['sensitivity', ['secret', null]],
  ['guards', ['[{ path: "src/**", message: no }]', '[{ message: no }]']],
  ['distilled', ['true', null]],
  ['distilled_into', ['[module.a]', null]],
  ...LINK_FIELDS.map(({ field }) => [field, ['[[module.a]]', null] as const] as const),
])
const card = (field: string, text: string): string => `id: a.b\ntype: trace\n${field}: ${text}\n`

spec('describes every field that is read, and no other', () => {
  assert.equal(Object.keys(schema.properties).sort(), ['id', 'type', ...FIELDS.keys()].sort())
  assert.ok(
    Object.values(schema.properties).every((property) => typeof (property as { description?: unknown }).description === 'string'),
  )
})
spec('accepts what the reader takes without a finding', () => {
  for (const [field, [right]] of FIELDS) {
    assert.equal(codes(readCard(`---\n${card(field, right)}---\n`)), [], field)
    assert.ok(validate(yamlValue(card(field, right))), `${field}: ${JSON.stringify(validate.errors)}`)
  }
})
spec('refuses what the reader warns about', () => {
  for (const [field, [, wrong]] of FIELDS) {
    if (wrong === null) continue
    assert.ok(readCard(`---\n${card(field, wrong)}---\n`).findings.length > 0, field)
    assert.not.ok(validate(yamlValue(card(field, wrong))), field)
  }
})
spec('asks for id and type, and keeps unknown fields', () => {
  assert.not.ok(validate({ id: 'a.b' }))
  assert.not.ok(validate({ type: 'task' }))
  assert.ok(validate({ id: 'a.b', type: 'task', x_custom: { b: 2 } }))
})
spec.run()
