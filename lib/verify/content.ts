import { findInjections, type InjectionMark } from '../guard/injection.ts'
import { findSecrets } from '../guard/secrets.ts'
import type { Finding } from '../model/finding.ts'
import type { CardId } from '../model/ids.ts'
import { CLASH_SECTION } from '../update/merge.ts'
import type { Snapshot } from './snapshot.ts'

/** What stands in cards, hot files and the ledger that should not: credentials, text that speaks to agents, merges left undecided. */
export function checkContent({ nodes, texts }: Snapshot): readonly Finding[] {
  const owners = new Map<string, { readonly id: CardId; readonly external: boolean }>(
    nodes.map(({ id, file, external }) => [file, { id, external: external === true }]),
  )
  return [...texts].flatMap(([file, text]) => {
    const owner = owners.get(file)
    const base = owner === undefined ? { file } : { file, id: owner.id }
    const isOurs = owner?.external !== true
    return [
      ...findSecrets(text).map(
        ({ kind, line, shown }): Finding => ({
          code: 'secret-found',
          severity: isOurs ? 'error' : 'warning',
          message: `holds what looks like a secret: ${kind} (${shown})`,
          ...base,
          line,
          fix: 'Take it out of the file and of the history, change it where it is used, and say where it is kept instead.',
        }),
      ),
      ...findInjections(text).map(
        ({ kind, line }): Finding => ({
          code: `suspicious-${kind}`,
          severity: 'warning',
          message: MESSAGES[kind],
          ...base,
          line,
          fix: 'Look at who wrote it and why; say it as a statement about the project, or remove it.',
        }),
      ),
      ...(isOurs && text.includes(`## ${CLASH_SECTION}`) ? [undecided(text, base)] : []),
    ]
  })
}

const MESSAGES: Readonly<Record<InjectionMark['kind'], string>> = {
  instruction: 'reads like an order to an agent; it is marked as the text of a card where it is shown',
  invisible: 'holds characters that nobody sees; they are left out where it is shown',
  direction: 'holds characters that turn the direction of writing; they are left out where it is shown',
  fence: 'holds a tag that looks like the frame around a prompt; it is marked as the text of a card where it is shown',
}

const undecided = (text: string, base: { readonly file: string; readonly id?: CardId }): Finding => ({
  code: 'unresolved-merge',
  severity: 'warning',
  message: 'two branches set one field to different values',
  ...base,
  line: text.slice(0, text.indexOf(`## ${CLASH_SECTION}`)).split('\n').length,
  fix: `Decide which value holds, then remove the section "${CLASH_SECTION}".`,
})
