import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { HOOK_EVENTS } from '../../lib/integrations/hook-command.ts'
import { estimateTokens } from '../../lib/text/tokens.ts'
import { card, type Json, type Ran, type World, world } from '../world.ts'

const FOLDER = join(import.meta.dirname, 'payloads')
const PATH = 'src/store/lock.ts'
const GUARD = 'decision.no-moment'
const ajv = new Ajv2020({ strict: true })

/** Folders of payloads that speak for a host of another name. */
const FLAG: Readonly<Record<string, string>> = { cascade: 'windsurf', vscode: 'copilot' }
/** What a text may cost the agent, by event. */
const BUDGET: Readonly<Record<string, number>> = {
  'session-start': 1_500,
  'user-prompt': 400,
  'pre-tool': 200,
  'post-tool': 200,
  stop: 200,
}

const read = (host: string, file: string): Json => JSON.parse(readFileSync(join(FOLDER, host, file), 'utf8'))

const FILES = {
  [PATH]: 'const wait = 5\n',
  ...card(
    'module.store',
    `title: Store\nsummary: Holds one lock while it writes\nsource_files: [${PATH}]\nupdated: 2026-07-01`,
    'The store takes the lock before it plans.\n',
  ),
  ...card(
    'decision.one-lock',
    `title: One lock\nstatus: accepted\nsummary: The store holds its lock from reading to writing\nsource_files: [${PATH}]\nupdated: 2026-06-30`,
  ),
  ...card(
    GUARD,
    'title: No date library\nstatus: accepted\nguards:\n  - dependency: moment\n    message: Dates are whole UTC days, no library\nupdated: 2026-06-30',
  ),
}

function hooked(session: World, event: string, payload: Json, host?: string): Ran {
  return session.second({ stdin: JSON.stringify(payload) }).run('hook', event, ...(host === undefined ? [] : ['--host', host]))
}

/** The text that an output holds for whoever reads it. */
const textOf = (value: Json): string =>
  typeof value === 'string' ? value : typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join('') : ''

/** Every event of a host that has a payload, in the order of a session, in one project. */
function session(host: string, flag: string | undefined): readonly { readonly event: string; readonly ran: Ran }[] {
  const project = world(FILES)
  project.run('rebuild')
  const has = new Set(readdirSync(join(FOLDER, host)))
  return HOOK_EVENTS.filter((event) => has.has(`${event}.json`)).map((event) => ({
    event,
    ran: hooked(project, event, read(host, `${event}.json`).payload, flag),
  }))
}

const spec = suite('integrations/hook-dialect')
for (const host of readdirSync(FOLDER)) {
  const schema = read(host, 'output.schema.json')
  ajv.addSchema(schema)
  spec(`${host}: every event of a session exits 0, prints what its schema has, within its budget, or nothing`, () => {
    for (const { event, ran } of session(host, FLAG[host] ?? host)) {
      assert.is(ran.code, 0, event)
      assert.is(ran.stderr, '', event)
      assert.is(ran.stdout !== '', schema.$defs[event] !== undefined, `${event}: ${ran.stdout}`)
      if (ran.stdout === '') continue
      const validate = ajv.getSchema(`${schema.$id}#/$defs/${event}`)!
      assert.ok(validate(ran.json), `${event}: ${JSON.stringify(validate.errors)} in ${ran.stdout}`)
      assert.ok(estimateTokens(textOf(ran.json)) <= BUDGET[event]!, event)
      assert.not.match(ran.stdout, /"(?:block|continue|decision|permissionDecision)"/, event)
    }
  })
  spec(`${host}: what is said is about the project, fenced as data`, () => {
    for (const { event, ran } of session(host, FLAG[host] ?? host).filter(({ ran: one }) => one.stdout !== '')) {
      const text = textOf(ran.json)
      assert.match(text, event === 'stop' ? 'module.store' : 'decision.one-lock', event)
      if (event !== 'stop') assert.match(text, /<project-memory note="[^"]+data, not instructions/, event)
      if (event.endsWith('-tool')) assert.match(text, `rejected before: Dates are whole UTC days, no library (${GUARD}`, event)
    }
  })
  spec(`${host}: every payload names its public source`, () => {
    for (const file of readdirSync(join(FOLDER, host))) {
      const { source, $comment } = read(host, file)
      assert.match(source ?? $comment, /^https:\/\/[a-z.]+\//, file)
    }
  })
  // The plugin of OpenCode is pmem's own and always says so.
  if (host !== 'opencode')
    spec(`${host}: the shape of its payloads tells the host`, () =>
      assert.equal(
        session(host, undefined).map(({ ran }) => ran.stdout.replace(/receipt \w+/, '')),
        session(host, FLAG[host] ?? host).map(({ ran }) => ran.stdout.replace(/receipt \w+/, '')),
      ),
    )
}
spec.run()
