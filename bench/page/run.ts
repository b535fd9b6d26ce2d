// Opens the page of `view` in a headless Chromium, of 50 and of 5,000 cards: it must draw, and its console stay empty.
// Usage: npm run build && npm run check:page. Skipped where there is no browser; CHROMIUM names another one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { folder } from '../../spec/folder.ts'
import { random } from '../../spec/random.ts'
import { card, MANIFEST } from '../../spec/world.ts'

const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'dist/bin/pmem.js')
const browser = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path !== '' && existsSync(path),
)
const HOSTILE = '</script><script>console.error(1)</script><img src=x onerror=console.error(2)>'

function project(count: number): string {
  const { below, pick } = random(1)
  const ids = Array.from({ length: count }, (_, index) => `${pick(['module', 'decision', 'task', 'risk', 'trace'])}.c${index}`)
  const cards = ids.map((id, index) =>
    card(
      id,
      `title: ${JSON.stringify(`Card ${index} ${HOSTILE}`)}\nupdated: 2026-06-0${1 + below(9)}\nrelated: [${pick(ids)}]\ndepends_on: [${ids[below(index + 1)]}]`,
      `${HOSTILE}\n`.repeat(5),
    ),
  )
  return folder(Object.assign({ '.pmem/manifest.yml': MANIFEST }, ...cards))
}

function check(path: string, count: number): boolean {
  const root = project(count)
  const made = spawnSync(process.execPath, [PROGRAM, 'view'], { cwd: root, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`view: ${made.stderr}`)
  const begun = performance.now()
  const profile = folder()
  const args = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${profile}`,
    '--enable-logging=stderr',
    '--virtual-time-budget=60000',
    '--dump-dom',
  ]
  const { stdout, stderr } = spawnSync(path, [...args, `file://${encodeURI(join(root, '.pmem/local/view.html'))}`], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    timeout: 120_000,
  })
  const messages = stderr.split('\n').filter((line) => line.includes('CONSOLE'))
  const drawn = /<html[^>]* data-ready="true"/.test(stdout)
  console.log(JSON.stringify({ cards: count, drawn, messages, milliseconds: Math.round(performance.now() - begun) }))
  return drawn && messages.length === 0
}

if (browser === undefined) console.log('skipped: there is no Chromium')
else process.exitCode = [50, 5_000].map((count) => check(browser, count)).every(Boolean) ? 0 : 1
