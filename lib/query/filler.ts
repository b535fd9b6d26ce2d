import { termsOf } from '../text/tokenize.ts'

/**
 * Terms that say nothing about a subject: greetings, assent, requests to go on, bare operations on the work at hand, question words.
 * They are searched like any word; only whether memory can answer a query is judged without them.
 */
export const isFiller = (term: string): boolean => FILLER.has(term)

const ENGLISH =
  'ok okay yes yeah yep no nope please thanks thank hello hi hey sure right good great nice fine cool perfect sounds looks look continue proceed go ahead ' +
  'next again try retry redo undo stop wait start run rerun execute test tests fix commit push pull git status diff log file files code build create ' +
  'make write add remove delete update change show tell give help explain find list let lets need want get got know think see say now just also not ' +
  'there here too very really something anything thing things one two first last today tomorrow yesterday good evening morning night'
const CHINESE =
  '属于 可以 还可 其中 此次 谢谢 你好 您好 好的 继续 可以 没有 有没有 是的 不是 对的 再试 试一次 一次 一下 帮我 请问 我们 你们 他们 它们 这个 那个 这些 那些 什么 怎么 怎么样 怎样 如何 为什么 ' +
  '多少 是多少 哪里 哪个 哪些 哪儿 是谁 谁的 几个 是不是 能不能 会不会 要不要 可不可以 现在 今天 明天 昨天 运行 测试 运行测试 提交 提交代码 代码 创建 文件 创建文件 执行 ' +
  '修复 修改 删除 添加 开始 停止 告诉我 给我 看看 推荐 一个 一些 一首 一部 的 了 是 在 吗 呢 吧 呀 啊 有 和 就 都 也 还'
const OTHERS = '안녕 안녕하세요 감사합니다 계속 ありがとう 続けて お願いします こんにちは ขอบคุณ สวัสดี'

const FILLER: ReadonlySet<string> = new Set(
  `${ENGLISH} ${CHINESE} ${OTHERS}`.split(' ').flatMap((word) => termsOf(word).map(({ term }) => term)),
)
