import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isRecord, parseJson, stableJson } from '../../lib/text/json.ts'

const spec = suite('text/json')

spec('gives equal text for equal values, whatever the order of their keys', () => {
  assert.is(stableJson({ b: 1, a: [{ d: 2, c: null }] }), '{"a":[{"c":null,"d":2}],"b":1}')
  assert.is(stableJson({ b: 1, a: 2 }), stableJson({ a: 2, b: 1 }))
})
spec('sorts keys by code units', () =>
  assert.is(stableJson({ '\uffee': 1, '\u{1f600}': 2, a: 3 }), '{"a":3,"\u{1f600}":2,"\uffee":1}'),
)
spec('leaves out what is undefined', () => assert.is(stableJson({ a: undefined, b: 1 }), '{"b":1}'))
spec('keeps __proto__ as an ordinary key', () =>
  assert.is(stableJson(JSON.parse('{"__proto__":1,"a":2}')), '{"__proto__":1,"a":2}'),
)
spec('indents on request', () => assert.is(stableJson({ a: 1 }, 2), '{\n  "a": 1\n}'))
spec('parses JSON and gives undefined for anything else', () => {
  assert.equal(parseJson('{"a":[1]}'), { a: [1] })
  assert.is(parseJson('{'), undefined)
  assert.is(parseJson(''), undefined)
})
spec('knows an object from an array and null', () => {
  assert.ok(isRecord({}))
  assert.not.ok(isRecord([]))
  assert.not.ok(isRecord(null))
  assert.not.ok(isRecord('a'))
})
spec.run()
