import { PmemError } from '../model/error.ts'
import { TRACE_KINDS } from '../update/trace.ts'
import { command, GLOBAL_FLAG } from './command.ts'
import { SECRETS_FLAG } from './secret-check.ts'
import { applySuggestion } from './update-apply.ts'
import { confirmUpdate } from './update-confirm.ts'
import { editCard } from './update-edit.ts'
import { suggestUpdates } from './update-suggest.ts'

export const update = command({
  name: 'update',
  summary: 'Write back what changed: candidates, proposed edits, one card, or the usual end of a task',
  operands: { kind: 'words', names: ['id'], optional: 1 },
  flags: {
    auto: { kind: 'bool', doc: 'List the cards that changes call in question; write nothing' },
    mode: { kind: 'choice', choices: ['list', 'suggest'], doc: 'With --auto: suggest is the same as --suggest' },
    suggest: { kind: 'bool', doc: 'The same with a proposed edit for each; write nothing' },
    apply: { kind: 'text', placeholder: 'ITEM', doc: 'Take one proposed edit, by its id' },
    confirm: { kind: 'bool', doc: 'Record a summary as a trace, settle the cards it covers, refresh state.md and next.md' },
    force: { kind: 'bool', doc: 'As --confirm, but without asking, policy or interval; with an id: edit without asking' },
    summary: { kind: 'text', short: 's', placeholder: 'TEXT', doc: 'What changed and why' },
    next: {
      kind: 'list',
      short: 'n',
      placeholder: 'TEXT',
      doc: 'What is next; may be given several times, an empty text clears it',
    },
    card: { kind: 'list', placeholder: 'ID', doc: 'A card it covers, instead of all that are flagged or whose sources changed' },
    kind: { kind: 'choice', choices: TRACE_KINDS, doc: 'What the trace tells of' },
    hook: {
      kind: 'bool',
      doc: 'A hook calls: policy, interval and daily cap of the manifest bind it, and no card is settled that it does not name',
    },
    set: {
      kind: 'list',
      placeholder: 'FIELD=VALUE',
      doc: 'With an id: set a field of its frontmatter; an empty value removes it',
    },
    section: { kind: 'list', placeholder: 'HEADING=TEXT', doc: 'With an id: replace a section; `-` reads the text from stdin' },
    content: {
      kind: 'text',
      placeholder: 'TEXT',
      doc: 'With an id: replace the whole text below the frontmatter, as of a fact; `-` reads it from stdin',
    },
    since: {
      kind: 'text',
      placeholder: 'WHEN',
      doc: 'Count changes from this commit or moment instead of the last recorded one',
    },
    ...SECRETS_FLAG,
    ...GLOBAL_FLAG,
    dryRun: { kind: 'bool', doc: 'Print the diff and write nothing' },
  },
  formats: ['compact', 'json', 'paths'],
  examples: [
    'pmem update --confirm -s "Indexes are JSON now, SQLite is gone" -n "Measure the start-up time"',
    'pmem update --suggest --json',
    'pmem update --apply module.store@1a2b3c4d',
    'pmem update module.store --set status=done --section "Next Step=Measure it"',
    'pmem update fact.db-port --content "The database listens on port 5433" --set summary="Port of the database"',
    'pmem update task.readme --section "Current State=-" < notes.md',
  ],
  exits: '0 done, or nothing to do; 1 there is no such card or item, or the answer at the prompt was no',
  run(context, [id], flags) {
    const { auto, suggest, apply, confirm, force, set, section, content, allowSecrets, dryRun, since } = flags
    refuseMixture(id, flags)
    if (set.length + section.length > 0 || content !== undefined)
      return editCard(context, id ?? '', { set, section, content, allowSecrets, ask: !force, dryRun })
    if (apply !== undefined) return applySuggestion(context, apply, { dryRun, ask: !force, since, allowSecrets })
    if (confirm || (force && !suggest && !auto))
      return confirmUpdate(context, { ...flags, cards: id === undefined ? flags.card : [id, ...flags.card] })
    return suggestUpdates(context, { id, since, edits: suggest || flags.mode === 'suggest' || id !== undefined })
  },
})

type Given = Readonly<Record<'auto' | 'suggest' | 'confirm' | 'force' | 'hook', boolean>> & {
  readonly apply: string | undefined
  readonly set: readonly string[]
  readonly section: readonly string[]
  readonly content: string | undefined
  readonly summary: string | undefined
  readonly next: readonly string[]
  readonly card: readonly string[]
  readonly kind: string | undefined
  readonly mode: string | undefined
}

/** One command line does one thing: what would be ignored is an error instead. */
function refuseMixture(id: string | undefined, given: Given): void {
  const { auto, suggest, apply, confirm, force, hook, set, section, content, summary, next, card, kind, mode } = given
  const usage = (message: string, fix?: string): never => {
    throw new PmemError('USAGE', message, fix === undefined ? {} : { fix })
  }
  const edits = set.length + section.length > 0 || content !== undefined
  const modes = [
    auto || suggest ? '--auto' : '',
    apply === undefined ? '' : '--apply',
    confirm ? '--confirm' : '',
    edits ? '--set' : '',
  ].filter((name) => name !== '')
  if (modes.length > 1) usage(`${modes.join(' and ')} exclude each other`)
  if (mode !== undefined && !auto) usage('--mode goes with --auto')
  if (edits && id === undefined)
    usage('--set, --section and --content need the id of a card', 'Write `pmem update <id> --set field=value`.')
  if (id !== undefined && apply !== undefined) usage('--apply takes an item, no further id')
  const confirms = confirm || (force && !edits && apply === undefined && !auto && !suggest)
  if (!confirms && (summary !== undefined || next.length > 0 || card.length > 0 || kind !== undefined || hook)) {
    usage(
      '--summary, --next, --card, --kind and --hook go with --confirm',
      'Write `pmem update --confirm -s "what changed" -n "what is next"`.',
    )
  }
}
