/** Places nodes of a graph in the plane, so that what is connected lies near and nothing lies on something else. */
export type Place = { readonly x: number; readonly y: number }

/** The distance at which push and pull of a connected pair are even, in units of the plane. */
const STEP = 90
/** A turn by the golden angle as numbers: the functions of angles differ from engine to engine in the last digit. */
const TURN = { cos: -0.7373688780783197, sin: 0.6754902942615238 } as const
/** In a crowded cell only so many push: what is there spreads all the same. */
const MOST_IN_CELL = 24
/** One pull per node towards the middle keeps parts that nothing connects together. */
const GRAVITY = 0.02

/**
 * Forces after Fruchterman and Reingold (1991) with pushes from neighbouring cells of a grid only, from a spiral in which nodes
 * with more edges lie further in. Only + - * / and square roots: the same places on every machine. Whole numbers. Linear in
 * nodes and edges a round; 5,000 nodes take a fraction of a second.
 */
export function layout(count: number, edges: readonly (readonly [from: number, to: number])[]): readonly Place[] {
  const degree = new Int32Array(count)
  for (const [from, to] of edges) {
    degree[from]! += 1
    degree[to]! += 1
  }
  const x = new Float64Array(count)
  const y = new Float64Array(count)
  spiral(degree, x, y)
  const rounds = count > 2000 ? 50 : count > 500 ? 90 : 160
  for (let round = 0; round < rounds; round += 1) {
    const dx = new Float64Array(count)
    const dy = new Float64Array(count)
    push(x, y, dx, dy)
    for (const [from, to] of edges) pull(from, to, degree, x, y, dx, dy)
    const most = STEP * (1 - round / rounds) + 1
    for (let node = 0; node < count; node += 1) {
      const ax = dx[node]! - x[node]! * GRAVITY
      const ay = dy[node]! - y[node]! * GRAVITY
      const length = Math.sqrt(ax * ax + ay * ay)
      const scale = length > most ? most / length : 1
      x[node]! += ax * scale
      y[node]! += ay * scale
    }
  }
  return Array.from({ length: count }, (_, node) => ({ x: Math.round(x[node]!), y: Math.round(y[node]!) }))
}

function spiral(degree: Int32Array, x: Float64Array, y: Float64Array): void {
  const order = Array.from(degree, (_, node) => node).sort((a, b) => degree[b]! - degree[a]! || a - b)
  let [cos, sin] = [1, 0]
  order.forEach((node, place) => {
    const radius = STEP * 0.7 * Math.sqrt(place)
    x[node] = radius * cos
    y[node] = radius * sin
    ;[cos, sin] = [cos * TURN.cos - sin * TURN.sin, cos * TURN.sin + sin * TURN.cos]
  })
}

function push(x: Float64Array, y: Float64Array, dx: Float64Array, dy: Float64Array): void {
  const size = STEP * 2
  const cells = new Map<number, number[]>()
  const key = (column: number, row: number): number => (column + 32_768) * 65_536 + row + 32_768
  const column = (node: number): number => Math.floor(x[node]! / size)
  const row = (node: number): number => Math.floor(y[node]! / size)
  for (let node = 0; node < x.length; node += 1) {
    const at = key(column(node), row(node))
    const cell = cells.get(at)
    if (cell === undefined) cells.set(at, [node])
    else if (cell.length < MOST_IN_CELL) cell.push(node)
  }
  for (let node = 0; node < x.length; node += 1)
    for (let c = column(node) - 1; c <= column(node) + 1; c += 1)
      for (let r = row(node) - 1; r <= row(node) + 1; r += 1)
        for (const other of cells.get(key(c, r)) ?? []) {
          if (other === node) continue
          // Two in one place part by their numbers.
          const ax = x[node]! - x[other]! || (node - other) * 1e-3
          const ay = y[node]! - y[other]! || (other - node) * 1e-3
          const force = (STEP * STEP) / Math.max(1, ax * ax + ay * ay)
          dx[node]! += ax * force
          dy[node]! += ay * force
        }
}

/** A hub is pulled by each of its many neighbours a little, or it would draw them all into one place. */
function pull(
  from: number,
  to: number,
  degree: Int32Array,
  x: Float64Array,
  y: Float64Array,
  dx: Float64Array,
  dy: Float64Array,
): void {
  const ax = x[to]! - x[from]!
  const ay = y[to]! - y[from]!
  const force = Math.sqrt(ax * ax + ay * ay) / STEP / Math.sqrt(Math.max(degree[from]!, degree[to]!, 1))
  dx[from]! += ax * force
  dy[from]! += ay * force
  dx[to]! -= ax * force
  dy[to]! -= ay * force
}
