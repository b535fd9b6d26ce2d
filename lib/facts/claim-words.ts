/** Words that a statement needs and that say nothing of what it is about. As typed, lower case. */
export const LIGHT: ReadonlySet<string> = new Set(
  (
    'is are was were be been being has have had get gets runs run running listens listen listening set sets configured defaults equals equal ' +
    'the a an of to on in at for from by with as and or our we you i my your their it its this that these those which who ' +
    'currently now today only just still also always usually generally must should shall will would can could may might does do did ' +
    'value about around exactly roughly approximately up'
  ).split(' '),
)
export const LIGHT_HAN =
  /(?:目前|现在|当前|默认为|设置为|设为|改为|等于|监听在|监听|运行在|位于|必须|应该|应当|总是|一直|都|是|为|在|的|了)/gu

/** Negations. `not`, `n't`, 不 and the like; taken out of a statement and counted. */
export const NEGATION: ReadonlySet<string> = new Set(
  "not no never none without cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't shouldn't mustn't couldn't nor".split(
    ' ',
  ),
)
export const NEGATION_HAN = /(?:从不|从来不|绝不|决不|不再|不要|不得|不能|不会|不可|不应|没有|禁止|无须|无需|不|没|未|别)/gu

/** Words of opposite meaning: the second is the first with a `not`. Lower case, any form of theirs. */
const OPPOSITES: readonly (readonly [yes: string, no: string])[] = [
  ['like likes liked love loves enjoy enjoys', 'dislike dislikes disliked hate hates'],
  ['use uses used using', 'avoid avoids avoided'],
  ['prefer prefers preferred', 'disprefer'],
  ['enable enables enabled', 'disable disables disabled'],
  [
    'allow allows allowed permit permits permitted',
    'forbid forbids forbidden disallow disallows disallowed deny denies denied prohibit prohibits prohibited ban bans banned',
  ],
  ['support supports supported', 'unsupported'],
  ['true yes', 'false'],
  ['required mandatory', 'optional'],
  ['include includes included', 'exclude excludes excluded'],
  ['accept accepts accepted', 'reject rejects rejected refuse refuses refused'],
  ['available', 'unavailable'],
  ['safe', 'unsafe'],
  ['public', 'private'],
  ['stable', 'unstable'],
  ['synchronous', 'asynchronous'],
  ['mutable', 'immutable'],
  ['valid', 'invalid'],
]
const OPPOSITES_HAN: readonly (readonly [yes: string, no: string])[] = [
  ['喜欢', '讨厌 厌恶'],
  ['使用', '避免使用 避免 弃用 停用'],
  ['启用', '禁用'],
  ['打开', '关闭'],
  ['允许', '禁止'],
  ['必填', '选填'],
  ['公开', '私有'],
  ['同步', '异步'],
]

/** A word with its common form and whether it is the negative of the pair. */
export const POLAR: ReadonlyMap<string, readonly [common: string, negative: boolean]> = new Map(
  OPPOSITES.flatMap(([yes, no]) => [...pairsOf(yes, yes, false), ...pairsOf(yes, no, true)]),
)
export const POLAR_HAN: readonly (readonly [word: string, common: string])[] = OPPOSITES_HAN.flatMap(([yes, no]) =>
  no.split(' ').map((word) => [word, yes] as const),
)

function pairsOf(yes: string, words: string, negative: boolean): (readonly [string, readonly [string, boolean]])[] {
  const [common = ''] = yes.split(' ')
  return words.split(' ').map((word) => [word, [common, negative]] as const)
}

/** How far along something is. Two of different groups exclude each other. */
const STATES: readonly (readonly [state: string, words: string])[] = [
  [
    'done',
    'done finished complete completed shipped merged released deployed fixed resolved closed live 已完成 已上线 已发布 已修复 已合并 已解决 已部署',
  ],
  [
    'open',
    'pending todo open unfinished incomplete ongoing wip planned unresolved broken 未完成 进行中 待办 待处理 未解决 未修复 计划中',
  ],
  ['blocked', 'blocked stalled 阻塞 受阻'],
  ['retired', 'deprecated retired removed abandoned obsolete archived cancelled canceled 已废弃 已下线 已移除 已弃用 已取消'],
  ['passing', 'passing passes green 通过'],
  ['failing', 'failing fails failed red 失败'],
]
export const STATE: ReadonlyMap<string, string> = new Map(
  STATES.flatMap(([state, words]) => words.split(' ').map((word) => [word, state] as const)),
)
export const STATE_HAN: readonly string[] = [...STATE.keys()]
  .filter((word) => /[\u4e00-\u9fff]/.test(word))
  .sort((a, b) => b.length - a.length)

/** Properties of which a thing has one: two values of one of them disagree, while two qualities of a thing may both hold. */
export const SINGLE: ReadonlySet<string> = new Set(
  (
    'port version branch default name owner maintainer author lead manager colour color language framework database host hostname url address path directory timeout limit ' +
    'size region zone timezone format encoding licence license deadline date day status stage level editor theme shell currency email type primary favourite favorite ' +
    'package-manager manager runner provider registry engine backend capital birthday role title priority password unit interval engine driver protocol'
  ).split(' '),
)
export const SINGLE_HAN =
  /(?:端口|版本|分支|默认|名称|名字|负责人|作者|颜色|语言|框架|数据库|主机|地址|路径|目录|超时|上限|大小|区域|时区|格式|编码|许可证|截止|日期|生日|状态|阶段|级别|编辑器|主题|货币|邮箱|类型|协议|引擎|包管理器)/u

/** Nouns that a number behind them makes into a name: server 2 is another server than server 1. */
export const NUMBERED: ReadonlySet<string> = new Set(
  'server node shard step phase chapter part issue ticket adr rfc pr line page room table figure section item case test host worker replica volume season week sprint milestone tier'.split(
    ' ',
  ),
)

/** What a statement says its value with: before it stands the subject, behind it the value. */
export const COPULA = /^(?:is|are|was|were|equals|=|:|->|=>|becomes|named|called)$/
export const COPULA_HAN = /(?:设置为|设为|改为|默认为|等于|是|为|[:：=])/u
