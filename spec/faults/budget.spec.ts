import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { estimateTokens } from '../../lib/text/tokens.ts'
import { card, type Json, type World, world } from '../world.ts'

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, number) => number)
const cards = (count: number, make: (number: number) => Record<string, string>): Record<string, string> =>
  Object.assign({}, ...numbers(count).map(make))

const spec = suite('faults: budget')
spec('fault 155: Chinese is not under-counted, and English uses its budget', () => {
  const chinese = world(
    cards(30, (n) =>
      card(
        `decision.z${n}`,
        `title: 决策${n}：存储层不使用关系数据库\nstatus: accepted\nsummary: 我们决定把所有卡片写成纯文本文件，因为数据库无法在每个平台上安装，而且评审时看不到差异`,
        '\n## 决策\n\n索引由文本重新生成，删除索引不会丢失任何人做出的决定。\n',
      ),
    ),
  )
  for (const budget of [500, 1000, 2000]) {
    const { stdout } = chinese.run('recall', '--budget', String(budget))
    const wide = (stdout.match(/[\u3000-\u9fff\uff00-\uffef]/g) ?? []).length
    assert.ok(wide + (stdout.length - wide) / 4 <= budget, `${budget}: ${wide} wide characters in ${stdout.length}`)
  }
  const english = world(
    cards(60, (n) =>
      card(
        `module.part-${n}`,
        `title: Part number ${n}\nsummary: It keeps what the others write and gives it back in the order in which it was asked for`,
        '\n## Current State\n\nEverything works and was measured twice on a slow machine.\n',
      ),
    ),
  )
  const tokens = estimateTokens(english.run('recall', '--budget', '1000').stdout)
  assert.ok(tokens >= 850, `only ${tokens} of 1000 tokens`)
})
spec('fault 156: no emoji is ever cut in half, at any budget', () => {
  const marks = ['😀', '👩‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'e\u0301', '🏳️‍🌈']
  const text = numbers(400)
    .map((n) => marks[n % marks.length])
    .join('')
  const on = world(
    card('decision.emoji', `title: Emoji\nstatus: accepted\nsummary: "${text}"`, `\n## Decision\n\nemoji ${text}\n`),
  )
  const seen = new Set<string>()
  for (const budget of [...numbers(31).map((n) => 50 + n), 120, 200, 350, 800, 3000]) {
    for (const argv of [['recall'], ['ask', 'emoji'], ['context', 'emoji']]) {
      for (const format of ['compact', 'json']) {
        const { stdout } = on.run(...argv, '--budget', String(budget), '--format', format)
        const at = `${argv.join(' ')} ${budget} ${format}`
        assert.ok(stdout.isWellFormed(), at)
        assert.not(/\\ud[89a-f]/i.test(stdout), at)
        if (format === 'json') assert.type(JSON.parse(stdout).receipt, 'string')
        for (const [run] of stdout.matchAll(
          /[\p{Extended_Pictographic}\p{Regional_Indicator}\u200d\ufe0f\u{1f3fb}-\u{1f3ff}\u0301]+/gu,
        ))
          seen.add(run)
      }
    }
  }
  assert.ok(seen.size > 0, 'nothing was printed')
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const parts = new Set([...seen].flatMap((run) => [...segmenter.segment(run)].map(({ segment }) => segment)))
  assert.equal(
    [...parts].filter((part) => !marks.includes(part) && part !== '\u0301'),
    [],
  )
})

const sixty = (): World =>
  world({
    '.pmem/next.md': '- Write the codec\n',
    ...cards(60, (n) =>
      card(
        `${['module', 'decision', 'task', 'risk', 'trace'][n % 5]}.card-${n}`,
        `title: "Card ${n}: \\"quoted\\" \\\\ text"\nstatus: active\nsummary: Card ${n} says what it says, with some codec words\nupdated: 2026-06-${10 + (n % 18)}\ntags: [codec]\nrelated: [task.card-2]`,
        `\n## Current State\n\nThe codec of card ${n} holds ${n} bytes.\n`,
      ),
    ),
  })

for (const argv of [['recall'], ['context', 'the codec'], ['ask', 'codec', '--limit', '60']]) {
  spec(`fault 159: ${argv[0]} counts the whole output, headings, quoting and notes too, and grows with the budget`, () => {
    const on = sixty()
    on.run('rebuild')
    for (const format of ['compact', 'json']) {
      let before: readonly string[] = []
      for (let budget = 300; budget <= 5000; budget += argv[0] === 'recall' ? 100 : 300) {
        const { stdout } = on.runHot(...argv, '--budget', String(budget), '--format', format)!
        const tokens = estimateTokens(stdout)
        assert.ok(
          tokens <= budget || /over budget|"over_budget":true/.test(stdout),
          `${format}, budget ${budget}: ${tokens} tokens`,
        )
        const shown = [...new Set(stdout.match(/\b(?:module|decision|task|risk|trace)\.card-\d+(?= ?[:"([])/g) ?? [])]
        assert.equal(
          before.filter((id) => !shown.includes(id)),
          [],
          `${format}, budget ${budget}`,
        )
        before = shown
      }
      assert.ok(before.length >= 20, `${format}: ${before.length} cards`)
    }
  })
}

const noisy = (): World =>
  world({
    '.pmem/next.md': '- Ship the release\n',
    ...cards(60, (n) =>
      card(
        `trace.note-${n}`,
        `title: Note ${n}\nsummary: A fresh note about something that happened today\nupdated: 2026-07-0${1 + (n % 3)}`,
      ),
    ),
    ...cards(5, (n) =>
      card(
        `decision.key-${n}`,
        `title: Key decision ${n}\nstatus: accepted\nsummary: What everything else rests on, number ${n}\nupdated: 2024-01-0${n + 1}`,
      ),
    ),
    ...cards(3, (n) =>
      card(
        `module.base-${n}`,
        `title: Base ${n}\nstatus: active\nsummary: A part that every newcomer has to know\nupdated: 2024-02-0${n + 1}`,
      ),
    ),
  })

for (const budget of ['800', '2000']) {
  spec(`fault 160: with a budget of ${budget} old foundations and decisions stand before fresh noise`, () => {
    const text = noisy().run('recall', '--budget', budget).stdout
    for (const part of [
      'PROJECT sample',
      'STAGE active',
      '\nNEXT\nShip the release',
      ...numbers(5).map((n) => `- decision.key-${n}:`),
      ...numbers(3).map((n) => `- module.base-${n}:`),
      'trace.note-',
    ]) {
      assert.ok(text.includes(part), part)
    }
  })
  spec(`fault 160: JSON with a budget of ${budget} has them as well, as far as there is room`, () => {
    const data: Json = noisy().run('recall', '--budget', budget, '--json').json
    assert.equal([data.stage, data.next], ['active', 'Ship the release'])
    assert.ok(data.decisions.length >= (budget === '800' ? 1 : 5), `${data.decisions.length} decisions`)
    assert.ok(data.active_foundation.length >= (budget === '800' ? 1 : 3), `${data.active_foundation.length} foundations`)
  })
}
spec.run()
