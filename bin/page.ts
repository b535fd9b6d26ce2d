/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The program of the page that `pmem view` makes; lib/render/page.ts puts it into the file. Cards are shown as text, never as HTML. */
import cytoscape from 'cytoscape'
import type { PageCard, PageData } from '../lib/model/view.ts'

const data = JSON.parse(byId('data').textContent ?? '') as PageData
const { cards, edges } = data
/** Cards shown in the list at a time, and elements given to the graph at a time: no step takes long enough to be felt. */
const PAGE = 200
const BATCH = 250
/** From so many cards on, what moves is drawn coarsely. */
const MANY = 1_000
const POLL_MS = 1_500
const COLOURS = ['#3b82f6', '#10a37f', '#d97706', '#c026d3', '#dc2626', '#64748b', '#65a30d', '#0891b2', '#7c3aed', '#b45309']
const types = [...new Set(cards.map(({ type }) => type))].sort()
const colourOf = (type: string): string => COLOURS[types.indexOf(type) % COLOURS.length]!
const degree = new Array<number>(cards.length).fill(0)
const edgesOf: number[][] = cards.map(() => [])
edges.forEach(([from, to, , source], index) => {
  edgesOf[from]!.push(index)
  edgesOf[to]!.push(index)
  if (source !== 'weak') {
    degree[from]! += 1
    degree[to]! += 1
  }
})
const searchable = cards.map(({ id, title, tags, summary, body }) => [id, title, ...tags, summary, body].join('\n').toLowerCase())

const hiddenTypes = new Set<string>()
let shown: readonly number[] = cards.map((_, index) => index)
let listed = 0
let current = -1
let graph: cytoscape.Core | undefined

function byId(id: string): HTMLElement {
  return document.getElementById(id)!
}

function make<K extends keyof HTMLElementTagNameMap>(tag: K, text = '', className = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (text !== '') element.textContent = text
  if (className !== '') element.className = className
  return element
}

const marksOf = ({ stale, suspect }: PageCard): string =>
  [stale ? 'stale' : '', suspect ? 'suspect' : ''].filter(Boolean).join(', ')

function choose(index: number, focusPane: boolean): void {
  current = index
  drawPane(cards[index]!, index)
  for (const button of byId('list').querySelectorAll('button'))
    button.setAttribute('aria-current', String(button.dataset['card'] === String(index)))
  graph?.elements('.chosen').removeClass('chosen')
  const node = graph?.getElementById(`c${index}`)
  node?.addClass('chosen')
  node?.connectedEdges().addClass('chosen')
  if (node?.nonempty() === true) graph?.center(node)
  if (focusPane) byId('card').focus()
}

function drawPane(card: PageCard, index: number): void {
  const pane = byId('pane')
  const heading = make('h3', card.title)
  const marks = marksOf(card)
  const facts = make('dl')
  const rows: readonly (readonly [string, string])[] = [
    ['Id', card.id],
    ['Type', card.type],
    ['Status', card.status ?? ''],
    ['File', card.file],
    ['Tags', card.tags.join(', ')],
    ['Updated', card.updated ?? ''],
    ['Verified', card.verified ?? ''],
    ['Trust', card.trust.toFixed(2)],
  ]
  for (const [name, value] of rows) if (value !== '') facts.append(make('dt', name), make('dd', value))
  const lines = make('ul', '', 'edges')
  for (const edge of edgesOf[index]!) {
    const [from, to, type, source] = edges[edge]!
    const other = from === index ? to : from
    const item = make('li')
    const button = make(
      'button',
      `${from === index ? type : `${type} from`}: ${cards[other]!.title}${source === 'explicit' ? '' : ` (${source})`}`,
    )
    button.type = 'button'
    button.addEventListener('click', () => choose(other, true))
    item.append(button)
    lines.append(item)
  }
  pane.replaceChildren(
    heading,
    ...(marks === '' ? [] : [make('p', `${marks}: ${card.stale_reasons.join('; ')}`, 'marked')]),
    ...(card.summary === '' ? [] : [make('p', card.summary)]),
    facts,
    ...(card.body === '' ? [] : [make('pre', card.body)]),
    ...(lines.childElementCount === 0 ? [] : [make('h3', 'Edges'), lines]),
  )
}

function listItem(index: number): HTMLElement {
  const card = cards[index]!
  const item = make('li')
  const button = make('button')
  button.type = 'button'
  button.dataset['card'] = String(index)
  button.setAttribute('aria-current', String(index === current))
  const dot = make('span', '', 'dot')
  dot.setAttribute('aria-hidden', 'true')
  dot.style.background = colourOf(card.type)
  const marks = marksOf(card)
  const sub = make('span', `${card.type}${card.status === null ? '' : `, ${card.status}`}`, 'sub')
  if (marks !== '') sub.append(', ', make('span', marks, 'marked'))
  button.append(dot, card.title, sub)
  button.addEventListener('click', () => choose(index, false))
  item.append(button)
  return item
}

function listMore(): void {
  const next = shown.slice(listed, listed + PAGE)
  byId('list').append(...next.map(listItem))
  listed += next.length
  const left = shown.length - listed
  const more = byId('more')
  more.hidden = left === 0
  more.textContent = `Show ${Math.min(PAGE, left)} more of ${left}`
}

function filter(): void {
  const words = (byId('search') as HTMLInputElement).value.toLowerCase().split(/\s+/).filter(Boolean)
  const onlyStale = (byId('only-stale') as HTMLInputElement).checked
  const isShown = (card: PageCard, index: number): boolean =>
    !hiddenTypes.has(card.type) &&
    (!onlyStale || card.stale || card.suspect) &&
    words.every((word) => searchable[index]!.includes(word))
  shown = cards.flatMap((card, index) => (isShown(card, index) ? [index] : []))
  byId('list').replaceChildren()
  listed = 0
  listMore()
  byId('count').textContent = `${shown.length} of ${cards.length} cards`
  const visible = new Set(shown.map((index) => `c${index}`))
  graph?.batch(() => {
    graph?.nodes().forEach((node) => void node.toggleClass('away', !visible.has(node.id())))
  })
}

const isDark = (): boolean => {
  const chosen = document.documentElement.dataset['theme']
  return chosen === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark'
}

function styles(): cytoscape.StylesheetJson {
  const [text, line, back, accent] = isDark()
    ? ['#eceff4', '#59616e', '#14171c', '#8ab4f8']
    : ['#1b1f24', '#aab1bc', '#ffffff', '#0b57d0']
  const many = cards.length > 600
  return [
    {
      selector: 'node',
      style: {
        width: 'data(size)',
        height: 'data(size)',
        'background-color': 'data(colour)',
        'background-opacity': 'data(trust)' as unknown as number,
        label: many ? '' : 'data(label)',
        color: text!,
        'font-size': 11,
        'text-wrap': 'ellipsis',
        'text-max-width': '110px',
        'text-valign': 'bottom',
        'text-margin-y': 3,
        'min-zoomed-font-size': 7,
        'border-width': 1,
        'border-color': back!,
      },
    },
    { selector: 'node[?stale]', style: { 'border-width': 3, 'border-style': 'dashed', 'border-color': text! } },
    { selector: 'node[?suspect]', style: { 'border-width': 5, 'border-style': 'double', 'border-color': text! } },
    { selector: 'edge', style: { width: 1, 'line-color': line!, 'curve-style': 'haystack', opacity: many ? 0.45 : 0.8 } },
    { selector: 'edge[!explicit]', style: { 'line-style': many ? 'solid' : 'dashed' } },
    { selector: '.away', style: { display: 'none' } },
    {
      selector: 'node.chosen',
      style: {
        label: 'data(label)',
        'border-width': 4,
        'border-style': 'solid',
        'border-color': accent!,
        'z-index': 9,
        'font-size': 14,
      },
    },
    { selector: 'edge.chosen', style: { width: 2.5, 'line-color': accent!, opacity: 1 } },
  ]
}

const nodeOf = (index: number): cytoscape.ElementDefinition => {
  const { title, type, stale, suspect, trust, x, y } = cards[index]!
  const size = 14 + Math.min(26, 3 * Math.sqrt(degree[index]!) * 2)
  return {
    group: 'nodes',
    data: { id: `c${index}`, label: title, colour: colourOf(type), size, stale, suspect, trust: 0.35 + 0.65 * trust },
    position: { x, y },
  }
}
const edgeOf = (index: number): cytoscape.ElementDefinition => {
  const [from, to, , source] = edges[index]!
  return { group: 'edges', data: { id: `e${index}`, source: `c${from}`, target: `c${to}`, explicit: source === 'explicit' } }
}
const edgesWhere = (isWeak: boolean): number[] =>
  edges.flatMap(([from, to, , source], index) => (from !== to && (source === 'weak') === isWeak ? [index] : []))

/** A part of the library that its types leave out: with it off, what changes is not drawn. */
type Quiet = { notifications(on: boolean): void }

/**
 * Gives the graph its elements a batch at a time, with the page awake between. The style and the bounds of a batch are worked out
 * when it comes, and nothing is drawn before the last: each batch would draw those before it again, and one drawing of all that
 * has to work out everything takes seconds.
 */
function fill(
  view: cytoscape.Core,
  elements: readonly (() => cytoscape.ElementDefinition)[],
  from: number,
  done: () => void,
): void {
  const isLast = from + BATCH >= elements.length
  ;(view as cytoscape.Core & Quiet).notifications(isLast)
  view.add(elements.slice(from, from + BATCH).map((element) => element())).boundingBox({})
  if (isLast) done()
  else setTimeout(() => fill(view, elements, from + BATCH, done), 0)
}

function openGraph(): void {
  const place = byId('graph')
  place.classList.add('__________cytoscape_container')
  const view = cytoscape({
    container: place,
    style: styles(),
    layout: { name: 'preset' },
    textureOnViewport: cards.length > MANY,
    hideEdgesOnViewport: cards.length > MANY,
    pixelRatio: cards.length > MANY ? 1 : 'auto',
    minZoom: 0.02,
    maxZoom: 4,
  })
  view.on('tap', 'node', ({ target }) => choose(Number(String(target.id()).slice(1)), false))
  const ready = (): void => {
    graph = view
    if (shown.length < cards.length) filter()
    if (current >= 0) choose(current, false)
    document.documentElement.dataset['ready'] = 'true'
  }
  const drawEdges = (): void =>
    fill(
      view,
      edgesWhere(false).map((index) => () => edgeOf(index)),
      0,
      ready,
    )
  fill(
    view,
    cards.map((_, index) => () => nodeOf(index)),
    0,
    () => {
      view.fit(undefined, 30)
      // Once the nodes are on the screen.
      requestAnimationFrame(() => setTimeout(drawEdges, 0))
    },
  )
}

function drawTimeline(): void {
  const traces = cards.flatMap((card, index) => (card.type === 'trace' ? [{ card, index }] : []))
  traces.sort((a, b) => ((a.card.updated ?? '') < (b.card.updated ?? '') ? 1 : -1))
  const items = traces.slice(0, PAGE).map(({ card, index }) => {
    const item = make('li')
    const button = make('button', `${card.updated?.slice(0, 10) ?? 'no date'} ${card.title}`)
    button.type = 'button'
    button.addEventListener('click', () => choose(index, true))
    item.append(button)
    return item
  })
  byId('timeline').replaceChildren(...(items.length === 0 ? [make('li', 'No traces yet.')] : items))
}

function drawTypes(): void {
  for (const type of types) {
    const label = make('label')
    const box = make('input')
    box.type = 'checkbox'
    box.checked = true
    box.addEventListener('change', () => {
      if (box.checked) hiddenTypes.delete(type)
      else hiddenTypes.add(type)
      filter()
    })
    const dot = make('span', '', 'dot')
    dot.setAttribute('aria-hidden', 'true')
    dot.style.background = colourOf(type)
    label.append(box, ' ', dot, type)
    byId('types').append(label)
  }
}

function listen(): void {
  let waiting = 0
  byId('search').addEventListener('input', () => {
    clearTimeout(waiting)
    waiting = setTimeout(filter, 80) as unknown as number
  })
  byId('only-stale').addEventListener('change', filter)
  byId('more').addEventListener('click', listMore)
  byId('weak').addEventListener('change', ({ target }) => {
    const weak = edgesWhere(true)
    if (graph === undefined) return
    if ((target as HTMLInputElement).checked)
      fill(
        graph,
        weak.map((index) => () => edgeOf(index)),
        0,
        () => undefined,
      )
    else graph?.batch(() => weak.forEach((index) => void graph?.getElementById(`e${index}`).remove()))
  })
  const zoom = (by: number): void => {
    if (graph !== undefined)
      graph.zoom({ level: graph.zoom() * by, renderedPosition: { x: graph.width() / 2, y: graph.height() / 2 } })
  }
  byId('in').addEventListener('click', () => zoom(1.4))
  byId('out').addEventListener('click', () => zoom(1 / 1.4))
  byId('fit').addEventListener('click', () => graph?.fit(undefined, 30))
  const button = byId('theme')
  const restyle = (): void => {
    button.setAttribute('aria-pressed', String(isDark()))
    graph?.style(styles())
  }
  button.addEventListener('click', () => {
    document.documentElement.dataset['theme'] = isDark() ? 'light' : 'dark'
    restyle()
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', restyle)
  button.setAttribute('aria-pressed', String(isDark()))
  // Arrows walk the list, as in any list; the tab key leaves it.
  byId('list').addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    const buttons = [...byId('list').querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
    event.preventDefault()
  })
}

/** A served page asks now and then whether the memory is still the same. */
function watch(): void {
  let known: string | undefined
  setInterval(() => {
    fetch('/state', { cache: 'no-store' })
      .then((answer) => answer.text())
      .then((state) => {
        if (known !== undefined && known !== state) location.reload()
        known = state
      })
      .catch(() => undefined)
  }, POLL_MS)
}

drawTypes()
filter()
drawTimeline()
listen()
if (document.body.dataset['live'] === 'true') watch()
// The list is there first; the graph follows when it has been painted.
requestAnimationFrame(() => setTimeout(openGraph, 0))
