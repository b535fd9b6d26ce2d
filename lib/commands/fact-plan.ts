import { parseCard } from '../card/parse.ts'
import { documentsWith } from '../facts/about.ts'
import { disagreement } from '../facts/contradict.ts'
import { entitiesOf } from '../facts/entities.ts'
import { factCard, factName, factTitle, longWarning } from '../facts/new-fact.ts'
import { similarFacts } from '../facts/similar.ts'
import { graphNode } from '../indexes/graph.ts'
import { manifestText } from '../manifest/write.ts'
import type { NewEvent } from '../model/event.ts'
import type { FactInput, RememberedFact } from '../model/fact.ts'
import type { GraphNode } from '../model/graph.ts'
import { pathOf, type Sha256 } from '../model/ids.ts'
import type { WriteOp } from '../model/plan.ts'
import { headOf } from '../query/walk.ts'
import type { OpenStore } from '../store/open.ts'
import { MANIFEST_PATH, type Project, STORE } from '../store/project.ts'
import { tokenize } from '../text/tokenize.ts'
import type { CardFile } from '../update/card-file.ts'
import { liveDependents } from '../update/cascade.ts'
import { planSupersede } from '../update/supersede.ts'
import { namedCard } from './card-names.ts'
import { cardPlaces } from './card-place.ts'
import { type FactStore, factStore, isRetired } from './fact-view.ts'
import { ownCards } from './planned-write.ts'
import { resolveCard } from './resolve.ts'

export type FactPlan = {
  readonly ops: readonly WriteOp[]
  readonly events: readonly NewEvent[]
  readonly facts: readonly RememberedFact[]
  readonly warnings: readonly string[]
}

/**
 * Plans the cards of new facts. A text that a fact has already, word for word, is not written again; whatever else is there stays
 * as it is and is shown where it is much alike. What a fact supersedes gets that status. `today` is an ISO date.
 */
export function planFacts(project: Project, store: OpenStore, inputs: readonly FactInput[], today: string): FactPlan {
  const own = factStore(store, 'project')
  const place = cardPlaces(project, store.manifest, store.graph)
  const texts = new CardTexts(project, store)
  const fresh = new Map<string, RememberedFact>()
  const events: NewEvent[] = []
  const facts: RememberedFact[] = []
  const warnings: string[] = []
  for (const input of inputs) {
    const key = input.content.trim()
    const known = fresh.get(key) ?? factSaying(own, key)
    if (known !== undefined) {
      facts.push({ ...known, known: true })
      continue
    }
    const old = input.supersedes.map((name) => resolveCard(store.graph, name))
    const { id, path } = place('fact', factName(input.content, project.host.sha256))
    const text = factCard(
      id,
      input,
      old.map((node) => node.id),
      today,
    )
    texts.create(path, text)
    for (const node of old) {
      texts.supersede(node, { id, path, text }, today)
      for (const other of liveDependents(store.graph, node.id))
        events.push({ k: 'dirty', c: other, reason: `${node.id} was superseded by ${id}` })
    }
    const warning = longWarning(input.content, input.summary, store.manifest.learning.warnOverCharacters, id)
    if (warning !== undefined) warnings.push(warning)
    const made: RememberedFact = {
      id,
      file: path,
      title: factTitle(input.content),
      known: false,
      entities: entitiesOf(input.entities, `${input.content}\n${input.summary ?? ''}`),
      similar_to: likeness(own, input, new Set(old.map((node) => node.id))),
      supersedes: old.map((node) => node.id),
    }
    fresh.set(key, made)
    facts.push(made)
  }
  return { ops: texts.ops(), events, facts, warnings }
}

/** The files that a store of a person begins with, where they are missing. */
export function foundingOps({ files }: Project): readonly WriteOp[] {
  const settings = { name: 'personal', domain: 'software', language: 'en', sources: [] } as const
  return [
    { path: pathOf(STORE, '.gitignore'), text: 'indexes/\nlocal/\n.lock\n' },
    { path: pathOf(MANIFEST_PATH), text: manifestText(settings) },
  ].flatMap(({ path, text }) =>
    files.stat(path) === undefined ? [{ op: 'put' as const, path, text, expect: 'absent' as const }] : [],
  )
}

/** A fact that says exactly this and still holds. */
function factSaying(own: FactStore, content: string): RememberedFact | undefined {
  const { graph, text: index } = own.store
  const terms = tokenize(content)
  const nodes =
    terms.length === 0 ? [...graph.nodes()] : documentsWith(terms, index).map((document) => graph.node(index.id(document))!)
  const found = nodes.find((node) => node.type === 'fact' && own.textOf(node) === content && !isRetired(own.store, node))
  return found === undefined ? undefined : { ...described(found), entities: entitiesOf(found.entities ?? [], content) }
}

const described = ({ id, file, title }: GraphNode): RememberedFact => ({
  id,
  file,
  title,
  known: true,
  entities: [],
  similar_to: [],
  supersedes: [],
})

function likeness(own: FactStore, { content, summary }: FactInput, replaced: ReadonlySet<string>): RememberedFact['similar_to'] {
  const { graph, text } = own.store
  return similarFacts(summary ?? content, graph, text)
    .filter(({ node }) => !replaced.has(node.id) && !isRetired(own.store, node))
    .map(({ node, overlap }) => {
      const said = own.textOf(node)
      const found = disagreement(said, content)
      return {
        id: node.id,
        overlap,
        content: said,
        differs: found === undefined ? null : { kind: found.kind, differing: found.differing },
      }
    })
}

/** The texts of cards as a plan changes them one after the other: each file is written once, over what it was at first. */
class CardTexts {
  private readonly project: Project
  private readonly store: OpenStore
  private readonly created = new Map<WriteOp['path'], string>()
  private cards: Map<string, CardFile> | undefined
  private readonly changed = new Map<string, string>()

  constructor(project: Project, store: OpenStore) {
    this.project = project
    this.store = store
  }

  create(path: WriteOp['path'], text: string): void {
    this.created.set(path, text)
  }

  /** Gives an old card its status, and its place in the fields of other cards to the fresh one. */
  supersede(
    old: GraphNode,
    fresh: { readonly id: string; readonly path: WriteOp['path']; readonly text: string },
    today: string,
  ): void {
    const { graph, manifest } = this.store
    this.cards ??= new Map(ownCards(this.project, this.store).map((card) => [card.node.file, card]))
    const files = [...this.cards.values()].map((card) => ({ ...card, text: this.changed.get(card.node.file) ?? card.text }))
    const file = files.find(({ node }) => node.id === old.id)
    if (file === undefined || headOf(graph, old.id) !== old.id) return
    const { card } = parseCard({
      file: fresh.path,
      bytes: fresh.text,
      hash: '' as Sha256,
      schema: manifest.schema,
      sha256: this.project.host.sha256,
    })
    const ops = planSupersede(
      {
        old: file,
        oldName: namedCard(graph, old),
        fresh: { node: graphNode(card!), text: fresh.text, expect: '' as Sha256 },
        supersedes: [],
        today,
      },
      files.filter(({ node }) => node.id !== old.id),
    )
    for (const op of ops) if (op.op === 'put') this.changed.set(op.path, op.text)
  }

  ops(): readonly WriteOp[] {
    const made = [...this.created].map(([path, text]): WriteOp => ({ op: 'put', path, text, expect: 'absent' }))
    const edited = [...this.changed].map(([path, text]): WriteOp => {
      const { node, expect } = this.cards!.get(path)!
      return { op: 'put', path: node.file, text, expect }
    })
    return [...made, ...edited]
  }
}
