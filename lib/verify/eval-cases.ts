import { sectionOf } from '../manifest/section.ts'
import type { EvalCase } from '../model/eval.ts'
import type { Finding } from '../model/finding.ts'
import { parseYaml } from '../text/yaml.ts'

/** The folder of a team's own questions; its `*.yml` files hold them, the list of what was accepted lies beside them. */
export const EVAL_FOLDER = '.pmem/evals'
export const EVAL_DEFAULT_LIMIT = 5
const MOST_RESULTS = 100

/**
 * Reads a file of questions: a map with a list `cases`, each with `question`, `expected` or `forbidden` (a card or a list of
 * them), and `type` and `limit` where wanted. What is wrong is an error finding with its line, and the case is left out. Never throws.
 */
export function readEvalCases(
  text: string,
  file: string,
): { readonly cases: readonly EvalCase[]; readonly findings: readonly Finding[] } {
  const found: Finding[] = []
  const { root, problems } = parseYaml(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'), 1)
  for (const { message, line, column } of problems)
    found.push({
      code: 'eval-bad-yaml',
      severity: 'error',
      message: `no readable YAML: ${message}`,
      file,
      line,
      column,
      fix: 'Correct the line.',
    })
  if (problems.length > 0 || root.kind === 'null') return { cases: [], findings: found }
  const top = sectionOf(root, '', { file, list: found })
  const list = root.kind === 'map' ? root.pairs.find(({ key }) => key === 'cases')?.value : undefined
  if (list === undefined) top.refuse('cases', 'a list of cases with `question` and `expected`')
  const cases = top.sections('cases').flatMap((section, index): EvalCase[] => {
    const question = section.text('question', '').trim()
    const expected = section.texts('expected', [])
    const forbidden = section.texts('forbidden', [])
    const type = section.textOrNull('type')
    const limit = section.number('limit', EVAL_DEFAULT_LIMIT, { min: 1, max: MOST_RESULTS })
    if (question === '') section.refuse('question', 'a question')
    if (expected.length + forbidden.length === 0)
      section.refuse('expected', 'the cards that answer it, or `forbidden` those that must not')
    const line = list?.kind === 'list' ? (list.items[index]?.line ?? 1) : 1
    return question === '' || expected.length + forbidden.length === 0
      ? []
      : [{ question, expected, forbidden, type, limit, file, line }]
  })
  top.close()
  // The reader of settings speaks of a manifest.
  return { cases, findings: found.map((finding) => ({ ...finding, code: finding.code.replace(/^manifest-/, 'eval-') })) }
}

/** Cases as a file that `readEvalCases` reads: JSON strings are YAML. */
export const evalCasesText = (head: string, cases: readonly Omit<EvalCase, 'file' | 'line'>[]): string =>
  [
    ...head.split('\n').map((line) => `# ${line}`),
    'cases:',
    ...cases.flatMap(({ question, expected, forbidden, type, limit }) => [
      `  - question: ${JSON.stringify(question)}`,
      ...(expected.length === 0 ? [] : [`    expected: ${JSON.stringify(expected)}`]),
      ...(forbidden.length === 0 ? [] : [`    forbidden: ${JSON.stringify(forbidden)}`]),
      ...(type === null ? [] : [`    type: ${JSON.stringify(type)}`]),
      ...(limit === EVAL_DEFAULT_LIMIT ? [] : [`    limit: ${limit}`]),
    ]),
  ]
    .map((line) => `${line}\n`)
    .join('')
