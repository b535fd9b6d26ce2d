import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { newCard } from '../../lib/card/serialize.ts'
import { bodyTemplate } from '../../lib/card/template.ts'
import { DOMAINS, PRESETS } from '../../lib/manifest/presets.ts'
import { cardOf, readCard } from './read.ts'

const spec = suite('card/template: bodyTemplate')
const headings = (text: string): readonly string[] => [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading as string)

spec('gives a module and a decision the sections of the design', () => {
  assert.equal(headings(bodyTemplate('module', 'T')), [
    'One-liner',
    'Responsibilities',
    'Non-goals',
    'Current State',
    'Next Step',
    'Evidence',
  ])
  assert.equal(headings(bodyTemplate('decision', 'T')), ['Context', 'Decision', 'Alternatives', 'Consequences', 'Evidence'])
})
spec('writes Chinese sections', () =>
  assert.equal(headings(bodyTemplate('decision', 'T', 'zh-CN')), ['背景', '决策', '备选方案', '影响', '证据']),
)
spec('has a body for every type of every preset', () => {
  for (const type of DOMAINS.flatMap((domain) => PRESETS[domain].cardTypes))
    assert.ok(bodyTemplate(type, 'T').startsWith('# T\n'), type)
})
spec('prompts are no knowledge: a fresh card has no summary and no mention', () => {
  for (const language of ['en', 'zh-CN'] as const) {
    for (const type of PRESETS.software.cardTypes) {
      const card = cardOf(readCard(newCard({ id: 'a.b', type, title: 'T', body: bodyTemplate(type, 'T', language) })))
      assert.equal([card.title, card.summary, card.mentions], ['T', '', []], type)
    }
  }
})
spec('a filled One-liner becomes the summary in either language', () => {
  for (const language of ['en', 'zh-CN'] as const) {
    const body = bodyTemplate('module', 'T', language).replace(/<!--.*?-->/, '负责登录。')
    assert.is(cardOf(readCard(newCard({ id: 'a.b', type: 'module', title: 'T', body }))).summary, '负责登录。')
  }
})
spec.run()
