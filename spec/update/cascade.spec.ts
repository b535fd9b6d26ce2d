import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { CardId } from '../../lib/model/ids.ts'
import { cascade, type Suspect, suspectFinder } from '../../lib/update/cascade.ts'
import { random } from '../random.ts'
import { store } from '../store.ts'
import { card } from '../world.ts'

const graphOf = (files: Readonly<Record<string, string>>) => store(files).graph
const marks = (files: Readonly<Record<string, string>>, ...causes: readonly string[]): Record<string, string> => {
  const suspects = cascade(graphOf(files), new Map(causes.map((id) => [id as CardId, 'dirty: x'])))
  return Object.fromEntries([...suspects].map(([id, { path }]) => [id, path]))
}

const spec = suite('update/cascade')
spec('each edge type marks the card that rests on the other, with the path', () => {
  const files = {
    ...card('module.root', 'constrains: module.bound\nrelated: module.friend\nblocks: task.t'),
    ...card('module.bound'),
    ...card('module.friend'),
    ...card('task.t'),
    ...card('module.dep', 'depends_on: module.root'),
    ...card('module.der', 'derived_from: module.root'),
    ...card('module.imp', 'implements: module.root'),
    ...card('module.dec', 'decided_by: module.root'),
    ...card('module.far', 'depends_on: module.dep'),
    ...card('module.child', 'references: module.root'),
  }
  assert.equal(marks(files, 'module.root'), {
    'module.bound': 'constrained_by module.root (dirty: x)',
    'module.dec': 'decided_by module.root (dirty: x)',
    'module.dep': 'depends_on module.root (dirty: x)',
    'module.der': 'derived_from module.root (dirty: x)',
    'module.far': 'depends_on module.dep, depends_on module.root (dirty: x)',
    'module.imp': 'implements module.root (dirty: x)',
  })
  assert.equal(marks(files), {})
})
spec('a card that supersedes another does not rest on it', () => {
  assert.equal(
    marks(
      { ...card('decision.old'), ...card('decision.new', 'supersedes: decision.old\nderived_from: decision.old') },
      'decision.old',
    ),
    {},
  )
})
spec('nothing is suspect because of itself, but two causes mark each other', () => {
  const circle = { ...card('module.a', 'depends_on: module.b'), ...card('module.b', 'depends_on: module.a') }
  assert.equal(Object.keys(marks(circle, 'module.a')), ['module.b'])
  assert.equal(Object.keys(marks(circle, 'module.a', 'module.b')), ['module.a', 'module.b'])
})
spec('exempt cards neither grow suspect nor pass it on', () => {
  const graph = graphOf({
    ...card('module.a'),
    ...card('trace.t', 'depends_on: module.a'),
    ...card('module.b', 'depends_on: trace.t'),
  })
  const isTrace = (id: CardId): boolean => id.startsWith('trace.')
  const causes = new Map([['module.a' as CardId, 'x']])
  assert.is(cascade(graph, causes, isTrace).size, 0)
  assert.is(suspectFinder(graph, (id) => causes.get(id), isTrace)('module.b' as CardId), undefined)
  assert.is(cascade(graph, causes).size, 2)
})
spec(
  '200 dependency graphs: a changed root marks all and only its declared dependents, by the shortest path, and walking up says the same as walking down',
  () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const { files, ids, rests } = randomGraph(seed)
      const graph = graphOf(files)
      const { pick, below } = random(seed + 1_000)
      for (const causes of [[pick(ids)], Array.from({ length: 2 + below(3) }, () => pick(ids))]) {
        const why = new Map(causes.map((id) => [id as CardId, `cause ${id}`]))
        const down = cascade(graph, why)
        assert.equal(
          [...down.keys()].sort(),
          ids
            .filter(
              (id) =>
                distance(
                  rests,
                  id,
                  causes.filter((cause) => cause !== id),
                ) !== undefined,
            )
            .sort(),
          `marks ${seed}`,
        )
        const find = suspectFinder(graph, (id) => why.get(id))
        for (const id of ids as CardId[]) {
          const up = find(id)
          assert.equal(up, down.get(id), `graph ${seed}, ${id}`)
          if (up !== undefined) checkPath(up, id, rests, causes)
        }
      }
      assert.is(cascade(graph, new Map()).size, 0)
    }
  },
)

const EDGES = ['depends_on', 'derived_from', 'implements', 'decided_by', 'constrains'] as const

/** Chains, diamonds and circles of up to 14 cards; `rests` says what each rests on directly. */
function randomGraph(seed: number): {
  readonly files: Record<string, string>
  readonly ids: readonly string[]
  readonly rests: ReadonlyMap<string, ReadonlySet<string>>
} {
  const { below, pick } = random(seed)
  const ids = Array.from({ length: 3 + below(12) }, (_, index) => `module.m${index}`)
  const fields = new Map(ids.map((id) => [id, new Map<string, Set<string>>()]))
  const rests = new Map(ids.map((id) => [id, new Set<string>()]))
  for (let number = ids.length + below(8); number > 0; number -= 1) {
    const [from, to] = [pick(ids), pick(ids)]
    if (from === to) continue
    const type = pick([...EDGES, 'related', 'references'] as const)
    const own = fields.get(from)!
    own.set(type, new Set([...(own.get(type) ?? []), to]))
    if (type === 'constrains') rests.get(to)!.add(from)
    else if (type !== 'related' && type !== 'references') rests.get(from)!.add(to)
  }
  const files = Object.assign(
    {},
    ...ids.map((id) =>
      card(id, [...fields.get(id)!].map(([type, targets]) => `${type}: [${[...targets].join(', ')}]`).join('\n')),
    ),
  )
  return { files, ids, rests }
}

/** Hops from a card to the nearest cause, by walking everything it rests on. */
function distance(rests: ReadonlyMap<string, ReadonlySet<string>>, from: string, causes: readonly string[]): number | undefined {
  const seen = new Set([from])
  let layer = [from]
  for (let hops = 1; layer.length > 0; hops += 1) {
    layer = [...new Set(layer.flatMap((id) => [...rests.get(id)!]))].filter((id) => !seen.has(id))
    for (const id of layer) seen.add(id)
    if (layer.some((id) => causes.includes(id))) return hops
  }
  return undefined
}

function checkPath(
  { hops, path, cause }: Suspect,
  id: CardId,
  rests: ReadonlyMap<string, ReadonlySet<string>>,
  causes: readonly string[],
): void {
  assert.is(
    hops,
    distance(
      rests,
      id,
      causes.filter((other) => other !== id),
    ),
  )
  const steps = path
    .replace(/ \(cause .*$/, '')
    .split(', ')
    .map((step) => step.split(' ')[1]!)
  assert.is(steps.length, hops)
  assert.is(steps.at(-1), cause)
  let from: string = id
  for (const step of steps) {
    assert.ok(rests.get(from)!.has(step), `${from} rests on ${step}`)
    from = step
  }
}

spec.run()
