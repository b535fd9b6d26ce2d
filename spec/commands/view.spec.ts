import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { answerRequest } from '../../lib/commands/view-server.ts'
import type { Request } from '../../lib/model/ports.ts'
import { card, cardText, type World, world } from '../world.ts'

const FILE = '.pmem/local/view.html'
const HOSTILE = '</script><img src=x onerror=alert(1)><!-- "quoted" \'single\' &amp;'
const SCRIPT = "const a = '</script><!-- x'"
const project = (): World =>
  world(
    {
      '.pmem/manifest.yml': `version: 1\nproject:\n  name: ${JSON.stringify(`P ${HOSTILE}`)}\n`,
      ...card(
        'module.store',
        `title: ${JSON.stringify(HOSTILE)}\nupdated: 2026-07-01\ndepends_on: [module.vault, decision.json]`,
        `${HOSTILE}\u2028\n`,
      ),
      ...card('decision.json', 'title: Use JSON\nupdated: 2026-07-02'),
      ...card('module.vault', 'title: Vault of keys\nsensitivity: secret', 'The hidden thing.\n'),
      ...card('trace.one', 'title: Measured\nupdated: 2026-07-02\nrelated: [module.store]', `${'long '.repeat(2000)}\n`),
    },
    { pageScript: SCRIPT },
  )
const pageOf = (w: World): string => {
  assert.is(w.run('view').code, 0)
  return w.text(FILE)!
}
// biome-ignore lint/suspicious/noExplicitAny: looked into by hand
const dataIn = (html: string): any =>
  JSON.parse(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(html)![1]!)

const spec = suite('commands/view')
spec('what cards say is data: it opens no tag, ends no script and is read back as it was', () => {
  const html = pageOf(project())
  assert.is(html.split('<script').length - 1, 2)
  assert.is(html.split('</script>').length - 1, 2)
  assert.not.match(html, /<img|<!-- [^m]/)
  const { cards } = dataIn(html)
  assert.is(cards.find(({ id }: { id: string }) => id === 'module.store').title, HOSTILE)
})
spec('the policy of the page allows its own script and styles by their hashes and nothing else', () => {
  const html = pageOf(project())
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!.replaceAll('&#39;', "'")
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)![1]!
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => hash(text!)).join(' ')
  assert.is(
    policy,
    `default-src 'none'; script-src ${hash(script)}; style-src ${styles}; img-src data:; base-uri 'none'; form-action 'none'`,
  )
  assert.not.match(html.replace(/<script[\s\S]*?<\/script>/g, ''), /<[^>]* (?:style|on\w+)=/)
})
spec('the page names no address of any network, and the same memory gives the same bytes', () => {
  const [one, other] = [pageOf(project()), pageOf(project())]
  assert.is(one, other)
  assert.not.match(one, /https?:|(?:src|href)="(?!#)/)
})
spec('secret cards, and edges to them, are not on the page; a long text is cut and says so', () => {
  const html = pageOf(project())
  assert.not.match(html, 'Vault of keys')
  assert.not.match(html, 'hidden thing')
  assert.not.match(html, 'module.vault')
  const { cards, secret, edges } = dataIn(html)
  assert.equal([cards.length, secret, edges.every(([from, to]: number[]) => from! < 3 && to! < 3)], [3, 1, true])
  assert.match(cards.find(({ id }: { id: string }) => id === 'trace.one').body, /\[\.\.\.\] The rest stands in the file\.$/)
})
spec('--out writes where it is told, over an older page but never over another file', () => {
  const w = project()
  w.edit('notes.html', '<p>mine</p>')
  assert.is(w.run('view', '--out', 'page.html').code, 0)
  assert.is(w.run('view', '--out', 'page.html').code, 0)
  assert.is(w.run('view', '--out', 'notes.html').code, 73)
  assert.is(w.text('notes.html'), '<p>mine</p>')
  assert.is(w.run('view', '--out', 'no/such/folder.html').code, 73)
  assert.is(w.run('view', '--serve', '--out', 'page.html').code, 64)
})
spec('without the built program of the page it says what to do', () => {
  const w = project()
  Object.defineProperty(w.host, 'pageScript', { value: () => undefined })
  assert.is(w.run('view').code, 66)
})
spec('the server answers this machine by its own name alone, and no other page', () => {
  const asked = (changes: Partial<Request>): number =>
    answerRequest(
      { method: 'GET', path: '/', host: '127.0.0.1:4700', origin: '', port: 4700, ...changes },
      () => 'page',
      () => 'state',
    ).status
  assert.equal([asked({}), asked({ host: 'localhost:4700', path: '/state?x' }), asked({ method: 'HEAD' })], [200, 200, 200])
  assert.is(asked({ origin: 'http://127.0.0.1:4700' }), 200)
  for (const host of ['', 'evil.example', '127.0.0.1', '127.0.0.1:80', 'evil.example:4700', '127.0.0.1:4700.evil.example'])
    assert.is(asked({ host }), 421)
  for (const origin of ['null', 'http://evil.example', 'https://127.0.0.1:4700', 'http://127.0.0.1:1'])
    assert.is(asked({ origin }), 403)
  assert.equal([asked({ method: 'POST' }), asked({ path: '/.pmem/manifest.yml' })], [405, 404])
})
spec('a served page may ask its server, and follows the memory', () => {
  const w = project()
  let served: Parameters<World['host']['serve']>[0] | undefined
  Object.defineProperty(w.host, 'serve', {
    value: (server: typeof served) => {
      served = server
    },
  })
  assert.is(w.run('view', '--serve', '--port', '4700').code, 0)
  const get = (path: string): string =>
    served!.answer({ method: 'GET', path, host: '127.0.0.1:4700', origin: '', port: 4700 }).body
  assert.match(get('/'), 'connect-src &#39;self&#39;')
  const before = get('/state')
  assert.is(get('/state'), before)
  w.edit('.pmem/modules/new.md', cardText('module.new'))
  assert.is.not(get('/state'), before)
  assert.match(get('/'), 'module.new')
})
spec.run()
