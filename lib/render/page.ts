import type { Sha256 } from '../model/ids.ts'
import type { PageData } from '../model/view.ts'
import { PAGE_STYLE } from './page-style.ts'

/** What a page begins with: a file that does is one of ours, and may be replaced. */
export const PAGE_START = '<!doctype html>\n<html lang="en"><!-- made by pmem view -->'

/** The library looks for a style element of this name and adds its own only where there is none. */
const LIBRARY_STYLE = {
  id: '__________cytoscape_stylesheet',
  css: '.__________cytoscape_container { position: relative; }',
} as const

/**
 * The page as one HTML file that asks nothing of any network. Cards are data in it: JSON without a `<`, shown as text only. The
 * policy allows the one script and the two styles that stand in the file, by their hashes, and nothing else; `live` adds
 * questions to the server that gave the page. `script` is the built program of the page.
 */
export function renderPage(data: PageData, script: string, sha256: (text: string) => Sha256, live: boolean): string {
  const code = script.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--')
  const policy = [
    "default-src 'none'",
    `script-src ${allowed(code, sha256)}`,
    `style-src ${allowed(PAGE_STYLE, sha256)} ${allowed(LIBRARY_STYLE.css, sha256)}`,
    'img-src data:',
    ...(live ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `${PAGE_START}
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${data.project}: project memory`)}</title>
<style>${PAGE_STYLE}</style>
<style id="${LIBRARY_STYLE.id}">${LIBRARY_STYLE.css}</style>
</head>
<body${live ? ' data-live="true"' : ''}>
<a class="skip" href="#list">Skip to the list of cards</a>
<header>
<h1>${escapeHtml(data.project)}</h1>
<p>${escapeHtml(summaryLine(data))}</p>
<button type="button" id="theme" aria-pressed="false">Dark</button>
</header>
<main>
<section aria-labelledby="cards-heading" class="side">
<h2 id="cards-heading">Cards</h2>
<label for="search">Search titles, ids, tags and texts</label>
<input id="search" type="search" autocomplete="off" spellcheck="false">
<details open><summary>Filters</summary>
<fieldset><legend>Types</legend><div id="types"></div></fieldset>
<fieldset><legend>State</legend>
<label><input type="checkbox" id="only-stale"> Only stale or suspect</label>
<label><input type="checkbox" id="weak"> Draw weak edges</label>
</fieldset></details>
<p id="count" role="status"></p>
<ul id="list" tabindex="-1" aria-labelledby="cards-heading"></ul>
<button type="button" id="more" hidden>Show more</button>
</section>
<section aria-labelledby="graph-heading" class="graph">
<h2 id="graph-heading" class="hidden">Graph</h2>
<div class="zoom" role="group" aria-label="Zoom the graph"><button type="button" id="in" aria-label="Zoom in">+</button><button type="button" id="out" aria-label="Zoom out">&minus;</button><button type="button" id="fit">Fit</button></div>
<div id="graph" role="img" aria-label="The cards as a graph. The list of cards holds the same."></div>
<p class="legend">Dashed: stale. Double: suspect. Larger: more edges. Fainter: less trust.</p>
</section>
<section aria-labelledby="card-heading" class="side" id="card" tabindex="-1">
<h2 id="card-heading">Card</h2>
<div id="pane"><p>Choose a card in the list or in the graph.</p></div>
</section>
</main>
<footer aria-labelledby="time-heading">
<h2 id="time-heading">Timeline of traces</h2>
<ol id="timeline" tabindex="0" aria-labelledby="time-heading"></ol>
</footer>
<noscript><p>The page needs its script, which is part of this file.</p></noscript>
<script type="application/json" id="data">${inScript(data)}</script>
<script>${code}</script>
</body>
</html>
`
}

function summaryLine({ stage, day, cards, edges, secret }: PageData): string {
  const stale = cards.filter((card) => card.stale || card.suspect).length
  return `${stage === '' ? '' : `${stage}, `}${cards.length} cards, ${edges.length} edges, ${stale} stale or suspect, as at ${day}${secret === 0 ? '' : `; ${secret} secret left out`}`
}

/** JSON that no parser of HTML can end early. */
const inScript = (data: unknown): string =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')

const allowed = (text: string, sha256: (text: string) => Sha256): string => `'sha256-${base64OfHex(sha256(text))}'`

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Base64 of bytes given in hexadecimal: three digits are two signs. */
function base64OfHex(hex: string): string {
  const padded = hex.padEnd(Math.ceil(hex.length / 6) * 6, '0')
  let text = ''
  for (let at = 0; at < padded.length; at += 3) {
    const bits = Number.parseInt(padded.slice(at, at + 3), 16)
    text += DIGITS[bits >> 6]! + DIGITS[bits & 63]!
  }
  const missing = (padded.length - hex.length) / 2
  return missing === 0 ? text : text.slice(0, -missing) + '='.repeat(missing)
}
