/**
 * The official conformance suite of the Model Context Protocol against `pmem mcp`. The suite speaks HTTP alone, so it goes through bridge.ts.
 *
 * Usage: npm ci --prefix bench/mcp && npm run build && npm run check:conformance, with Node 22 (the suite needs it). One JSON line a
 * scenario; exits 1 where a check fails. Skipped where the suite is not installed.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { folder } from '../../spec/folder.ts'
import { card, MANIFEST } from '../../spec/world.ts'
import { bridge } from './bridge.ts'

const SUITE = join(import.meta.dirname, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const PROGRAM = join(import.meta.dirname, '../../dist/bin/pmem.js')

const EXAMPLE = 'asks for a tool, resource or prompt that only an example server made for the suite has'
const ABSENT = 'is about a capability that this server does not declare'
const HTTP = 'is about HTTP, which this server does not speak'
/** Scenarios that cannot be run against a server of its own kind, and why. */
const SKIPPED: Readonly<Record<string, string>> = {
  'logging-set-level': ABSENT,
  'resources-subscribe': ABSENT,
  'resources-unsubscribe': ABSENT,
  'tools-call-simple-text': EXAMPLE,
  'tools-call-image': EXAMPLE,
  'tools-call-audio': EXAMPLE,
  'tools-call-embedded-resource': EXAMPLE,
  'tools-call-mixed-content': EXAMPLE,
  'tools-call-with-logging': ABSENT,
  'tools-call-error': EXAMPLE,
  'tools-call-with-progress': EXAMPLE,
  'tools-call-sampling': EXAMPLE,
  'tools-call-elicitation': EXAMPLE,
  'json-schema-2020-12': EXAMPLE,
  'elicitation-sep1034-defaults': EXAMPLE,
  'elicitation-sep1330-enums': EXAMPLE,
  'resources-read-text': EXAMPLE,
  'resources-read-binary': EXAMPLE,
  'resources-templates-read': EXAMPLE,
  'prompts-get-simple': EXAMPLE,
  'prompts-get-with-args': EXAMPLE,
  'prompts-get-embedded-resource': EXAMPLE,
  'prompts-get-with-image': EXAMPLE,
  'dns-rebinding-protection': HTTP,
  'server-sse-polling': HTTP,
  'server-sse-multiple-streams': HTTP,
}

type Check = { readonly id: string; readonly status: string; readonly errorMessage?: string }

function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [SUITE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (printed += part.toString('utf8')))
    child.on('close', () => resolve(printed))
  })
}

async function checksOf(url: string, scenario: string): Promise<readonly Check[]> {
  const out = folder()
  const printed = await run(['server', '--url', url, '--scenario', scenario, '--output-dir', out])
  const file = readdirSync(out, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('checks.json'))
  if (file === undefined) return [{ id: scenario, status: 'FAILURE', errorMessage: printed.trim() }]
  return JSON.parse(readFileSync(join(out, file), 'utf8')) as readonly Check[]
}

async function main(): Promise<number> {
  const server = bridge(
    [process.execPath, PROGRAM, 'mcp'],
    folder({ '.pmem/manifest.yml': MANIFEST, ...card('module.auth', 'title: Authority\nsummary: Who may come in') }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}/mcp`
  const listed = await run(['list', '--server'])
  const scenarios = [...listed.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
  let [passed, failed, skipped] = [0, 0, 0]
  for (const scenario of scenarios) {
    if (Object.hasOwn(SKIPPED, scenario) && !process.argv.includes('--all')) {
      skipped += 1
      console.log(JSON.stringify({ scenario, skipped: SKIPPED[scenario] }))
      continue
    }
    const checks = (await checksOf(url, scenario)).filter(({ status }) => status !== 'INFO')
    const bad = checks.filter(({ status }) => status !== 'SUCCESS')
    passed += checks.length - bad.length
    failed += bad.length
    console.log(
      JSON.stringify({
        scenario,
        passed: checks.length - bad.length,
        failed: bad.map(({ id, status, errorMessage = '' }) => `${id}: ${status} ${errorMessage}`),
      }),
    )
  }
  server.close()
  server.closeAllConnections()
  console.log(`checks: ${passed} passed, ${failed} failed; ${skipped} of ${scenarios.length} scenarios skipped`)
  return failed === 0 && passed > 0 ? 0 : 1
}

if (!existsSync(SUITE)) console.log('skipped: the suite is not installed (npm ci --prefix bench/mcp)')
else if (Number(process.versions.node.split('.')[0]) < 22) console.log('skipped: the suite needs Node 22')
else process.exitCode = await main()
