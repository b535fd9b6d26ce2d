import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { graphNode } from '../../lib/indexes/graph.ts'
import { cardLookup, type Resolution, resolver } from '../../lib/indexes/resolve.ts'
import type { Card, Mention } from '../../lib/model/card.ts'
import { card, mention } from './deck.ts'

const FROM = card('task.from', { file: 'docs/a/from.md' })
const nodesOf = (cards: readonly Card[]) => [...cards, FROM].map(graphNode)
const field = (target: string, ...cards: Card[]): Resolution =>
  resolver(cardLookup(nodesOf(cards))).field(target, graphNode(FROM))
const mentioned = (given: Mention, ...cards: Card[]): Resolution =>
  resolver(cardLookup(nodesOf(cards))).mention(given, graphNode(FROM))
const AUTH = card('module.auth', { title: 'Authentication', aliases: ['Sign In'], file: '.pmem/modules/login.md' })

const spec = suite('indexes/resolve')

for (const target of [
  'module.auth',
  'Module.Auth',
  'sign in',
  'AUTH',
  'authentication',
  '.pmem/modules/login.md',
  'login.md',
  'login',
  './.pmem/modules/login',
]) {
  spec(`resolves ${target}`, () => assert.is(field(target, AUTH), 'module.auth'))
}
spec('prefers an id to every other name', () =>
  assert.is(field('module.auth', AUTH, card('module.x', { aliases: ['module.auth'] })), 'module.auth'),
)
spec('prefers an alias to a slug and a title', () => {
  assert.is(field('auth', AUTH, card('module.x', { aliases: ['auth'] })), 'module.x')
})
spec('tells ids apart by case before it folds them', () => {
  const twins = [card('module.Auth', { file: 'x/1.md' }), card('module.auth', { file: 'x/2.md' })]
  assert.is(field('module.Auth', ...twins), 'module.Auth')
  assert.equal(field('MODULE.AUTH', ...twins), ['module.Auth', 'module.auth'])
})
spec('gives all candidates of a name that several have, the nearest first', () => {
  const near = card('doc.near', { title: 'Same', file: 'docs/a/near.md' })
  const far = card('doc.far', { title: 'Same', file: 'lib/b/far.md' })
  assert.equal(field('same', far, near), ['doc.near', 'doc.far'])
  assert.is(mentioned(mention('same'), far, near), 'doc.near')
})
spec('gives nothing for a name nobody has', () => {
  assert.is(field('module.ghost', AUTH), undefined)
  assert.is(field('', AUTH), undefined)
  assert.is(mentioned(mention('ghost'), AUTH), undefined)
})
spec('resolves a wikilink by the end of a path', () => {
  const note = card('doc.n', { file: 'vault/topic/Note One.md' })
  assert.is(mentioned(mention('topic/note one'), note, card('doc.m', { file: 'vault/other/Note One.md' })), 'doc.n')
  assert.is(mentioned(mention('vault/topic/Note One.md'), note), 'doc.n')
})
spec('tries the other side of a bar where the first names nothing', () => {
  const dendron = { ...mention('Backlinks'), alternative: 'topic.backlinks' }
  assert.is(mentioned(dendron, card('doc.b', { file: 'vault/topic.backlinks.md' })), 'doc.b')
})
spec('resolves a Markdown link from the folder of its file', () => {
  const page = card('doc.p', { file: 'docs/b/page.md' })
  assert.is(mentioned(mention('../b/page.md', 'link'), page), 'doc.p')
  assert.is(mentioned(mention('/docs/b/page.md', 'link'), page), 'doc.p')
  assert.is(mentioned(mention('page.md', 'link'), page), undefined)
  assert.is(mentioned(mention('../../../b/page.md', 'link'), page), undefined)
})
spec('takes a folder for its README', () =>
  assert.is(mentioned(mention('../b', 'link'), card('doc.r', { file: 'docs/b/README.md' })), 'doc.r'),
)
spec('takes a bare word for a card only when it is an id', () => {
  assert.is(mentioned(mention('module.auth', 'bare'), AUTH), 'module.auth')
  assert.is(mentioned(mention('auth', 'bare'), AUTH), undefined)
})
spec('resolves the number of a decision record beside it', () => {
  const record = card('doc.d', { file: 'docs/a/0005-use-x.md' })
  assert.is(field('ADR-0005', record, card('doc.e', { file: 'docs/c/0005-use-y.md' })), 'doc.d')
  assert.is(field('ADR-6', record), undefined)
})
spec('takes __proto__ and constructor for names like any other', () => {
  assert.is(field('__proto__', AUTH), undefined)
  assert.is(field('constructor', card('constructor')), 'constructor')
})
spec.run()
