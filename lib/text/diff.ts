/** Lines of context around a change, as `diff -u` shows them. */
const CONTEXT = 3
/** Beyond this many cells the table of the comparison is too large: the middle is then shown as replaced whole. */
const MOST_CELLS = 4_000_000

type Edit = { readonly mark: ' ' | '-' | '+'; readonly line: string }

/**
 * The change of one file as a unified diff that `patch -p1` and `git apply` take; '' when nothing changes.
 * `undefined` for a file that does not exist. Deterministic; lines are compared whole, a missing final newline is told.
 */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return ''
  const edits = compare(linesOf(before ?? ''), linesOf(after ?? ''))
  const from = before === undefined ? '/dev/null' : `a/${path}`
  const to = after === undefined ? '/dev/null' : `b/${path}`
  return `--- ${from}\n+++ ${to}\n${hunks(edits)}`
}

/** Each line with its end, so that a last line without one differs from the same line with one. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** The shortest list of removed and added lines, removals first; equal heads and tails cost nothing. */
function compare(a: readonly string[], b: readonly string[]): Edit[] {
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1
  const same = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: ' ', line }))
  return [
    ...same(a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...same(a.slice(a.length - tail)),
  ]
}

function middle(a: readonly string[], b: readonly string[]): Edit[] {
  const removed = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: '-', line }))
  const added = (lines: readonly string[]): Edit[] => lines.map((line) => ({ mark: '+', line }))
  if (a.length === 0 || b.length === 0 || (a.length + 1) * (b.length + 1) > MOST_CELLS) return [...removed(a), ...added(b)]
  // Lengths of the longest common subsequence of the rests that start at (i, j).
  const width = b.length + 1
  const common = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] =
        a[i] === b[j] ? common[(i + 1) * width + j + 1]! + 1 : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
    }
  }
  const edits: Edit[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      edits.push({ mark: ' ', line: a[i]! })
      i += 1
      j += 1
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) edits.push({ mark: '-', line: a[i++]! })
    else edits.push({ mark: '+', line: b[j++]! })
  }
  return [...edits, ...removed(a.slice(i)), ...added(b.slice(j))]
}

/** The edits with what lies around them; stretches closer than twice the context are one hunk. */
function hunks(edits: readonly Edit[]): string {
  let output = ''
  let [before, after] = [1, 1]
  let at = 0
  while (at < edits.length) {
    const first = edits.findIndex(({ mark }, index) => index >= at && mark !== ' ')
    if (first < 0) break
    const start = Math.max(at, first - CONTEXT)
    const end = endOf(edits, first)
    before += start - at
    after += start - at
    const part = edits.slice(start, end)
    const [old, young] = [part.filter(({ mark }) => mark !== '+').length, part.filter(({ mark }) => mark !== '-').length]
    output += `@@ -${range(before, old)} +${range(after, young)} @@\n${part.map(printed).join('')}`
    before += old
    after += young
    at = end
  }
  return output
}

function endOf(edits: readonly Edit[], first: number): number {
  let last = first
  for (let index = first; index < edits.length && index - last <= 2 * CONTEXT; index += 1)
    if (edits[index]!.mark !== ' ') last = index
  return Math.min(edits.length, last + 1 + CONTEXT)
}

const range = (start: number, count: number): string =>
  count === 0 ? `${start - 1},0` : count === 1 ? `${start}` : `${start},${count}`

const printed = ({ mark, line }: Edit): string =>
  line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`
