import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { random } from '../random.ts'
import { card, type Json, type World, world } from '../world.ts'

const GRAPHS = 200
const TYPES = ['depends_on', 'derived_from', 'implements', 'decided_by', 'constrains'] as const
type Type = (typeof TYPES)[number]
type Edge = { readonly upper: string; readonly type: Type; readonly lower: string }
const VERIFIED = 'last_verified: 2026-07-03\nupdated: 2026-07-03'

type Graph = {
  readonly files: Record<string, string>
  readonly rests: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly depth: number
  readonly types: ReadonlySet<Type>
}

/**
 * Cards in 1 to 4 layers above a root, each resting on one below: chains, diamonds, circles among the upper ones; beside them
 * cards that rest on nothing, and edges that carry no cascade. `rests` says what each rests on, by which name.
 */
function graphOf(seed: number): Graph {
  const { below, pick } = random(seed)
  const depth = 1 + below(4)
  const layers: string[][] = [['module.root']]
  const edges: Edge[] = []
  for (let layer = 1; layer <= depth; layer += 1) {
    const ids = Array.from({ length: 1 + below(3) }, (_, n) => `module.l${layer}-${n}`)
    for (const upper of ids) {
      edges.push({ upper, type: pick(TYPES), lower: pick(layers[layer - 1]!) })
      // A second way down makes a diamond, now and then across layers.
      if (below(2) === 0) edges.push({ upper, type: pick(TYPES), lower: pick(layers[below(layer)]!) })
    }
    layers.push(ids)
  }
  const upper = layers.slice(1).flat()
  const others = ['module.far', 'module.farther']
  edges.push({ upper: 'module.farther', type: pick(TYPES), lower: 'module.far' })
  if (below(2) === 0) edges.push({ upper: pick(upper), type: pick(TYPES), lower: pick(upper) })
  // The root may rest on what rests on it: then it stands in the circle, and is no reason against itself.
  if (below(4) === 0) edges.push({ upper: 'module.root', type: pick(TYPES), lower: pick(upper) })
  const rests = new Map<string, Map<string, string>>()
  const fields = new Map<string, Map<Type | 'related' | 'references', Set<string>>>()
  const write = (id: string, type: Type | 'related' | 'references', target: string): void => {
    const own = fields.get(id) ?? new Map<Type | 'related' | 'references', Set<string>>()
    fields.set(id, own.set(type, (own.get(type) ?? new Set()).add(target)))
  }
  for (const { upper: from, type, lower } of edges) {
    if (from === lower) continue
    if (type === 'constrains') write(lower, type, from)
    else write(from, type, lower)
    const names = rests.get(from) ?? new Map<string, string>()
    if (!names.has(lower)) rests.set(from, names.set(lower, type))
  }
  write('module.far', pick(['related', 'references'] as const), pick([...upper, 'module.root']))
  const files = Object.assign(
    {},
    ...[...layers.flat(), ...others].map((id) =>
      card(
        id,
        `${VERIFIED}\n${id === 'module.root' ? 'source_files: [src/root.ts]\n' : ''}${[...(fields.get(id) ?? [])].map(([type, ids]) => `${type}: [${[...ids].join(', ')}]`).join('\n')}`,
      ),
    ),
  )
  return { files: { ...files, 'src/root.ts': 'one' }, rests, depth, types: new Set(edges.map(({ type }) => type)) }
}

/** Hops from each card down to the root; none for those that do not rest on it. */
function distances({ rests }: Graph): ReadonlyMap<string, number> {
  const found = new Map<string, number>([['module.root', 0]])
  for (let grown = true; grown; ) {
    grown = false
    for (const [id, lower] of rests) {
      const hops = Math.min(...[...lower.keys()].map((other) => (found.get(other) ?? Number.POSITIVE_INFINITY) + 1))
      if (id !== 'module.root' && hops < (found.get(id) ?? Number.POSITIVE_INFINITY)) {
        found.set(id, hops)
        grown = true
      }
    }
  }
  found.delete('module.root')
  return found
}

const suspects = (w: World): readonly Json[] => w.run('status', '--json').json.suspect
const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

const spec = suite('properties: cascade')
spec(
  `${GRAPHS} graphs: a changed root marks all and only what rests on it, with the shortest path; settled, it leaves none`,
  () => {
    const depths = new Set<number>()
    const types = new Set<string>()
    for (let seed = 1; seed <= GRAPHS; seed += 1) {
      const graph = graphOf(seed)
      depths.add(graph.depth)
      for (const type of graph.types) types.add(type)
      const w = world(graph.files)
      w.run('rebuild')
      assert.equal(suspects(w), [], `graph ${seed}, before`)
      const flagged = seed % 2 === 0
      if (flagged) w.run('mark-dirty', 'module.root', '--reason', 'x')
      else w.edit('src/root.ts', `two ${seed}`)
      const marked = suspects(w)
      assert.equal(
        marked.map(({ id, hops }): readonly [string, number] => [id, hops]).sort(byId),
        [...distances(graph)].sort(byId),
        `graph ${seed}`,
      )
      for (const { id, path, hops } of marked) {
        const [, steps = '', cause] = /^(.*) \((dirty: x|source changed: src\/root\.ts)\)$/.exec(path)!
        assert.is(cause, flagged ? 'dirty: x' : 'source changed: src/root.ts')
        let from = id
        const named = steps.split(', ').map((step) => step.split(' ') as [string, string])
        assert.is(named.length, hops, path)
        for (const [name, to] of named) {
          assert.ok(graph.rests.get(from)?.has(to), `graph ${seed}: ${from} rests on ${to}, in ${path}`)
          assert.ok(name === 'constrained_by' || TYPES.some((type) => type === name), path)
          from = to
        }
        assert.is(from, 'module.root')
      }
      w.run('verify-card', 'module.root')
      assert.equal(suspects(w), [], `graph ${seed}, after`)
    }
    assert.equal([...depths].sort(), [1, 2, 3, 4])
    assert.equal([...types].sort(), [...TYPES].sort())
  },
)
spec.run()
