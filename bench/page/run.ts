// Opens the page of `view` in a headless Chromium, of 50 and of 5,000 cards, light and dark: it must draw, its console stay
// empty, axe-core find nothing serious, and no step after the first paint keep the page from answering for long.
// Budget: first paint 1,000 ms, longest step 1,000 ms at 5,000 cards on two idle cores: one drawing of the whole graph.
// Usage: npm run build && npm run check:page [-- FOLDER], which also keeps pictures in FOLDER. Skipped where there is no browser;
// CHROMIUM names another one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { folder } from '../../spec/folder.ts'
import { random } from '../../spec/random.ts'
import { card, MANIFEST } from '../../spec/world.ts'
import { openPage } from './browser.ts'

const ROOT = join(import.meta.dirname, '../..')
const PROGRAM = join(ROOT, 'dist/bin/pmem.js')
const BUDGET = { firstPaint: 1_000, longestStep: 1_000 }
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
      `title: ${JSON.stringify(`Card ${index}${index % 9 === 0 ? ` ${HOSTILE}` : ' of the store'}`)}\nupdated: 2026-06-0${1 + below(9)}\n${index % 7 === 0 ? 'freshness: { ttl: 1d }\n' : ''}related: [${pick(ids)}]\ndepends_on: [${ids[below(index + 1)]}]`,
      `${HOSTILE}\n`.repeat(5),
    ),
  )
  return folder(Object.assign({ '.pmem/manifest.yml': MANIFEST }, ...cards))
}

/** What keeps a page busy is reported from the first task on. */
const TIMES = `(async () => {
  while (document.documentElement?.dataset.ready !== 'true') await new Promise((done) => setTimeout(done, 50))
  const steps = []
  new PerformanceObserver((list) => steps.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: 'longtask', buffered: true })
  await new Promise((done) => setTimeout(done, 1500))
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  return { firstPaint: Math.round(paint?.startTime ?? Infinity), steps }
})()`

function axe(): string | undefined {
  try {
    return readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  } catch {
    const path = process.env['AXE']
    return path === undefined ? undefined : readFileSync(path, 'utf8')
  }
}
const SERIOUS = `axe.run(document).then(({ violations }) =>
  violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => id + ': ' + nodes[0].html))`

async function check(program: string, file: string, cards: number, dark: boolean): Promise<boolean> {
  const page = await openPage(program, pathToFileURL(file).href, { profile: folder(), dark, width: 1400, height: 900 })
  try {
    const { firstPaint, steps } = (await page.evaluate(TIMES)) as {
      readonly firstPaint: number
      readonly steps: readonly number[]
    }
    const picture = await page.picture()
    const pictures = process.argv[2]
    const name = `${cards}-${dark ? 'dark' : 'light'}`
    if (pictures !== undefined) mkdirSync(pictures, { recursive: true })
    if (pictures !== undefined) writeFileSync(join(pictures, `${name}.png`), picture)
    await page.evaluate("document.querySelector('#list button').click()")
    if (pictures !== undefined) writeFileSync(join(pictures, `${name}-card.png`), await page.picture())
    const code = axe()
    if (code !== undefined) await page.evaluate(`${code}; undefined`)
    const serious = code === undefined ? 'axe-core is not installed' : await page.evaluate(SERIOUS)
    const longest = Math.max(0, ...steps)
    console.log(JSON.stringify({ cards, dark, firstPaint, steps, serious, messages: page.messages }))
    const quick = firstPaint <= BUDGET.firstPaint && longest <= BUDGET.longestStep
    return quick && page.messages.length === 0 && (!Array.isArray(serious) || serious.length === 0)
  } finally {
    await page.close()
  }
}

async function run(program: string): Promise<boolean> {
  let ok = true
  for (const cards of [50, 5_000]) {
    const root = project(cards)
    const made = spawnSync(process.execPath, [PROGRAM, 'view'], { cwd: root, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(`view: ${made.stderr}`)
    for (const dark of [false, true]) ok = (await check(program, join(root, '.pmem/local/view.html'), cards, dark)) && ok
  }
  return ok
}

if (browser === undefined) console.log('skipped: there is no Chromium')
else process.exitCode = (await run(browser)) ? 0 : 1
