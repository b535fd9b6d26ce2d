import type { IntegrationState, IntegrationsData } from '../model/integration.ts'
import { oneLine, safe } from './terminal.ts'

export function renderIntegrations({ action, integrations, written, removed, diff, dry_run }: IntegrationsData): string {
  if (action === 'list') return integrations.map(listLine).join('')
  const shown = integrations.flatMap((one) => [`${one.name}: ${headline(action, one)}\n`, ...details(one)]).join('')
  if (dry_run) return safe(`${diff}${shown}`)
  const files = [...written.map((path) => `wrote ${oneLine(path)}\n`), ...removed.map((path) => `removed ${oneLine(path)}\n`)]
  return safe(shown) + files.join('')
}

const listLine = ({ name, title, state, detected }: IntegrationState): string =>
  `${name.padEnd(12)} ${state.padEnd(10)} ${title}${detected ? '  (this project uses it)' : ''}\n`

function headline(action: IntegrationsData['action'], { state, files, hooks }: IntegrationState): string {
  if (files.some((file) => file.action === 'refused')) return 'not everything could be written'
  if (action === 'remove') return files.some((file) => file.action === 'removed') ? 'removed' : 'nothing to remove'
  if (action === 'install')
    return files.every((file) => file.action === 'same' || file.action === 'left') ? 'installed already' : 'installed'
  if (state !== 'installed') return state === 'absent' ? 'not installed' : 'installed, but not as this version installs it'
  return hooks.every(({ ok }) => ok) ? 'well' : 'a hook fails'
}

const details = ({ files, hooks, notes }: IntegrationState): string[] => [
  ...files
    .filter((file) => file.action === 'refused')
    .map(
      ({ path, line, reason, snippet }) =>
        `  refused ${oneLine(path)}${line === null ? '' : `:${line}`}: ${reason ?? ''}\n${snippet === '' ? '' : `  Paste this yourself:\n${snippet.trimEnd()}\n`}`,
    ),
  ...hooks.map(
    ({ event, name, ok, milliseconds, message }) =>
      `  ${event}${name === event ? '' : ` (${name})`}: ${ok ? 'ok' : 'fails'}, ${milliseconds} ms${message === null ? '' : `: ${oneLine(message)}`}\n`,
  ),
  ...notes.map((note) => `  note: ${note}\n`),
]
