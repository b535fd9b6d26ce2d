import { fingerprint, utf8Text } from '../indexes/bytes.ts'
import { PmemError } from '../model/error.ts'
import type { Outcome } from '../model/outcome.ts'
import { PAGE_START, renderPage } from '../render/page.ts'
import { replaceFile } from '../store/apply.ts'
import { ledgerMark, readLedger } from '../store/ledger.ts'
import type { OpenStore } from '../store/open.ts'
import { LOCAL, type Project } from '../store/project.ts'
import { refreshStore } from '../store/refresh.ts'
import { command, READ_FLAGS } from './command.ts'
import type { Context } from './context.ts'
import { pageData } from './page-data.ts'
import { answerRequest } from './view-server.ts'

const FILE = `${LOCAL}/view.html`

export const view = command({
  name: 'view',
  summary: 'Make one HTML file of the memory to look at in a browser, or serve it on this machine with --serve',
  operands: { kind: 'none' },
  flags: {
    out: { kind: 'text', placeholder: 'FILE', doc: `Write the page there; without it, into ${FILE}` },
    serve: { kind: 'bool', doc: 'Serve the page on 127.0.0.1 until interrupted; it reloads when the memory changes' },
    port: {
      kind: 'int',
      placeholder: 'PORT',
      min: 0,
      max: 65_535,
      default: 0,
      doc: 'With --serve, the port; 0 takes a free one',
    },
    now: READ_FLAGS.now,
  },
  formats: ['compact', 'json', 'paths'],
  examples: ['pmem view', 'pmem view --out memory.html', 'pmem view --serve --port 4700'],
  run(context, _operands, { out, serve, port }) {
    const script = context.host.pageScript()
    if (script === undefined)
      throw new PmemError('CANNOT_READ', 'the program of the page is not there', {
        fix: 'It is part of the package, dist/view.js; from a checkout, run `npm run build` first.',
      })
    if (serve && out !== undefined) throw new PmemError('USAGE', '--serve and --out exclude each other')
    const { html, data } = makePage(context, context.store(), script, serve)
    if (serve) return served(context, port, script)
    const file = writePage(context, out, html)
    const { cards, edges, secret } = data
    return {
      kind: 'view',
      exit: 0,
      data: { file, url: null, cards: cards.length, edges: edges.length, secret, bytes: html.length },
    }
  },
})

function makePage(
  { host, now }: Pick<Context, 'host' | 'now'>,
  store: OpenStore,
  script: string,
  live: boolean,
): { readonly html: string; readonly data: ReturnType<typeof pageData> } {
  const data = pageData(store, now)
  return { html: renderPage(data, script, host.sha256, live), data }
}

/** Each page is of the memory as it is when it is asked for. */
function served(context: Context, port: number, script: string): Outcome {
  const project = context.project()
  const { host } = context
  const fresh = (): OpenStore => refreshStore(project, { write: { kind: 'if_free' } })
  const page = (): string => makePage({ host, now: host.now() }, fresh(), script, true).html
  const store = context.store()
  return {
    kind: 'view',
    exit: 0,
    data: {
      file: null,
      url: `http://127.0.0.1:${port}/`,
      cards: store.graph.header.node_count,
      edges: store.graph.header.edge_count,
      secret: 0,
      bytes: 0,
    },
    printed: () =>
      host.serve({
        port,
        answer: (request) => answerRequest(request, page, () => stateOf(fresh(), project)),
        listening: (url) => host.stderr.write(`pmem: serving ${url}, Ctrl-C ends it\n`),
        failed: (message) => {
          host.stderr.write(`pmem: cannot serve: ${message}\n`)
          host.exit(EXIT_CANNOT_SERVE)
        },
      }),
  }
}
const EXIT_CANNOT_SERVE = 73

const stateOf = ({ graph }: OpenStore, project: Project): string =>
  fingerprint(`${graph.header.source.source_hash} ${ledgerMark(readLedger(project))}`)

/** Writes the page and gives its path as a person would type it. A file that is no page of ours is never replaced. */
function writePage(context: Context, out: string | undefined, html: string): string {
  const project = context.project()
  const { host } = context
  if (out === undefined) {
    replaceFile(host, project.files, FILE, html, { sync: false, mode: 0o600 })
    return FILE
  }
  const path = host.resolve(context.cwd === undefined ? host.cwd : host.resolve(host.cwd, context.cwd), out)
  const folder = host.parent(path)
  if (folder === undefined || !host.isFolder(folder)) throw new PmemError('CANNOT_WRITE', `${out}: there is no such folder`)
  const files = host.files(folder)
  const name = path.slice(folder.length).replace(/^[\\/]/, '')
  const before = files.open(name)
  try {
    if (
      files.stat(name) !== undefined &&
      (before === undefined || !utf8Text(before.read(0, PAGE_START.length)).startsWith(PAGE_START))
    )
      throw new PmemError('CANNOT_WRITE', `${out} is no page of pmem, and is left as it is`, { fix: 'Name another file.' })
  } finally {
    before?.close()
  }
  const temporary = `.${name}.${host.token()}.tmp`
  files.create(temporary, html, { sync: false })
  files.rename(temporary, name)
  return out
}
