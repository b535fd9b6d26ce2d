/** Language of the text pmem generates. */
export type TemplateLanguage = 'en' | 'zh-CN'

type Part = { readonly en: string; readonly zh: string; readonly ask: string; readonly askZh: string }

const part = (en: string, zh: string, ask: string, askZh: string): Part => ({ en, zh, ask, askZh })

const ONE_LINER = part('One-liner', '一句话', 'What it is, in one sentence.', '用一句话说明它是什么。')
const STATE = part('Current State', '当前状态', 'What is true today.', '现在的情况。')
const NEXT = part('Next Step', '下一步', 'The next step, and why it is next.', '下一步，以及为什么。')
const EVIDENCE = part('Evidence', '证据', 'Files, commits, measurements, links.', '文件、提交、测量、链接。')
const WHY = part('Why It Matters', '重要性', 'What depends on it.', '什么依赖它。')
const DETAILS = part('Details', '详情', 'What a reader needs to know.', '读者需要知道的内容。')

/** The sections of each card type; types that are not named here get One-liner, Details and Evidence. */
const TEMPLATES: ReadonlyMap<string, readonly Part[]> = new Map([
  [
    'project',
    [
      ONE_LINER,
      part('Goals', '目标', 'What counts as success.', '怎样算成功。'),
      part('Non-goals', '非目标', 'What it deliberately does not do.', '有意不做的事。'),
      STATE,
      NEXT,
    ],
  ],
  [
    'module',
    [
      ONE_LINER,
      part('Responsibilities', '职责', 'What it is responsible for.', '它负责什么。'),
      part('Non-goals', '非目标', 'What it deliberately does not do.', '有意不做的事。'),
      STATE,
      NEXT,
      EVIDENCE,
    ],
  ],
  [
    'feature',
    [
      ONE_LINER,
      part('Behaviour', '行为', 'What a user sees.', '用户看到什么。'),
      part('Acceptance', '验收标准', 'How we know it is done.', '怎样算完成。'),
      STATE,
      NEXT,
      EVIDENCE,
    ],
  ],
  [
    'task',
    [
      part('Goal', '目标', 'What will be true when it is done.', '完成后会怎样。'),
      part('Context', '背景', 'Why now, and what to read first.', '为什么现在做，先读什么。'),
      part('Steps', '步骤', 'The steps, smallest first.', '步骤，从小到大。'),
      part('Done When', '完成条件', 'How we know it is done.', '怎样算完成。'),
      EVIDENCE,
    ],
  ],
  [
    'decision',
    [
      part('Context', '背景', 'The question, and what presses for an answer.', '问题，以及为什么必须回答。'),
      part('Decision', '决策', 'What was decided.', '决定了什么。'),
      part('Alternatives', '备选方案', 'What was rejected, each with why.', '被否决的方案，每个都说明原因。'),
      part('Consequences', '影响', 'What follows, good and bad.', '好的和坏的后果。'),
      EVIDENCE,
    ],
  ],
  [
    'risk',
    [
      part('Risk', '风险', 'What could go wrong.', '可能出什么问题。'),
      part('Likelihood and Impact', '可能性与影响', 'How likely, and how bad.', '多可能，多严重。'),
      part('Mitigation', '应对', 'What we do about it.', '我们怎么应对。'),
      part('Trigger', '触发条件', 'The sign that it is happening.', '出现什么迹象说明它正在发生。'),
      EVIDENCE,
    ],
  ],
  [
    'assumption',
    [
      part('Assumption', '假设', 'What we take to be true.', '我们认为什么是真的。'),
      WHY,
      part('How to Test', '验证方法', 'What would show it wrong.', '什么能证明它是错的。'),
      EVIDENCE,
    ],
  ],
  [
    'constraint',
    [
      part('Constraint', '约束', 'What must hold, and for whom.', '必须满足什么，对谁。'),
      part('Reason', '原因', 'Where it comes from.', '它从哪里来。'),
      part('Consequences', '影响', 'What it rules out.', '它排除了什么。'),
      EVIDENCE,
    ],
  ],
  [
    'person',
    [
      ONE_LINER,
      part('Role', '角色', 'What they decide and own.', '决定什么，负责什么。'),
      part('Preferences', '偏好', 'How they like to work.', '喜欢怎样工作。'),
    ],
  ],
  [
    'resource',
    [
      ONE_LINER,
      part('Where', '位置', 'Address, path or owner.', '地址、路径或负责人。'),
      part('How to Use', '用法', 'What it is good for.', '它适合做什么。'),
    ],
  ],
  [
    'file',
    [
      ONE_LINER,
      part('Contents', '内容', 'What lies in it.', '里面有什么。'),
      part('Pitfalls', '注意事项', 'What to know before changing it.', '改动前要知道什么。'),
    ],
  ],
  [
    'trace',
    [
      part('What Happened', '经过', 'What was done.', '做了什么。'),
      part('Why', '原因', 'What led to it.', '是什么导致的。'),
      part('Learned', '结论', 'Facts worth keeping, one a line.', '值得留下的事实，每行一条。'),
      EVIDENCE,
    ],
  ],
  ['summary', [part('Summary', '摘要', 'What the group says together.', '这一组共同说明了什么。'), EVIDENCE]],
  ['fact', []],
  // The presets novel and research.
  [
    'character',
    [
      ONE_LINER,
      part('Wants', '想要什么', 'What drives them, and what stands in the way.', '动机，以及阻碍。'),
      part('Appearance and Voice', '外貌与语气', 'How a reader knows them.', '读者如何认出他。'),
      part('Arc', '人物弧', 'How they change.', '怎样变化。'),
      STATE,
    ],
  ],
  [
    'location',
    [
      ONE_LINER,
      part('Look and Feel', '氛围', 'What one sees, hears and smells.', '所见、所闻、所感。'),
      part('Rules', '规则', 'What must stay true of it.', '必须保持不变的设定。'),
    ],
  ],
  [
    'plot',
    [
      ONE_LINER,
      part('Beats', '情节点', 'What happens, in order.', '按顺序发生什么。'),
      part('Open Threads', '未解线索', 'What still has to be resolved.', '还有什么要收束。'),
      NEXT,
    ],
  ],
  [
    'scene',
    [
      ONE_LINER,
      part('Purpose', '目的', 'What it changes in the story.', '它改变了故事的什么。'),
      part('Continuity', '连贯性', 'Time, place, who knows what.', '时间、地点、谁知道什么。'),
    ],
  ],
  ['question', [part('Question', '问题', 'What we want to know.', '我们想知道什么。'), WHY, STATE, NEXT, EVIDENCE]],
  [
    'hypothesis',
    [
      part('Hypothesis', '假设', 'What we expect, and why.', '我们预期什么，为什么。'),
      part('How to Test', '验证方法', 'What would show it wrong.', '什么能证明它是错的。'),
      EVIDENCE,
    ],
  ],
  [
    'method',
    [
      ONE_LINER,
      part('Procedure', '步骤', 'What is done, in order.', '按顺序做什么。'),
      part('Limits', '局限', 'Where it fails.', '在哪里失效。'),
      EVIDENCE,
    ],
  ],
  [
    'experiment',
    [
      part('Setup', '设置', 'Data, tools, parameters.', '数据、工具、参数。'),
      part('Result', '结果', 'What was measured.', '测到了什么。'),
      part('Interpretation', '解释', 'What it means.', '说明了什么。'),
      EVIDENCE,
    ],
  ],
  ['finding', [ONE_LINER, DETAILS, part('Confidence', '可信度', 'How sure we are, and why.', '有多确定，为什么。'), EVIDENCE]],
])

/**
 * The body of a new card: its title as H1 and the sections of its type, each with a prompt in an HTML comment, which
 * neither the index nor a summary takes for knowledge. Types without a template get a general one.
 */
export function bodyTemplate(type: string, title: string, language: TemplateLanguage = 'en'): string {
  const parts = TEMPLATES.get(type) ?? [ONE_LINER, DETAILS, EVIDENCE]
  const sections = parts.map(({ en, zh, ask, askZh }) =>
    language === 'en' ? `## ${en}\n\n<!-- ${ask} -->\n` : `## ${zh}\n\n<!-- ${askZh} -->\n`,
  )
  return [`# ${title.replace(/\s+/g, ' ').trim()}\n`, ...sections].join('\n')
}
