/**
 * Terms that say nothing about a subject: greetings, assent, requests to go on, bare operations on the work at hand, question words.
 * They are searched like any word; only whether memory can answer a query is judged without them.
 */
export const isFiller = (term: string): boolean => FILLER.has(term)

// As the tokenizer gives them, so that no start has to tokenize a list; spec/query/filler.spec.ts holds the words they come from.
const TERMS =
  'ok okai ye yeah yep no nope pleas thank hello hi hei sure right good great nice fine cool perfect sound look continu ' +
  'proce go ahead next again try retri redo undo stop wait start run rerun execut test fix commit push pull git statu ' +
  'diff log file code build creat make write add remov delet updat chang show tell give help explain find list let need ' +
  'want get got know think see sai now just also not here too veri realli someth anyth thing on two first last todai ' +
  'tomorrow yesterdai even morn night 属于 可以 还可 其中 此次 谢谢 你好 您好 好的 继续 没有 有没 是的 不是 对的 再试 试一 一次 一下 帮我 请问 我们 你们 他们 它们 这个 那个 ' +
  '这些 那些 什么 怎么 么样 怎样 如何 为什 多少 是多 哪里 哪个 哪些 哪儿 是谁 谁的 几个 是不 能不 不能 会不 不会 要不 不要 可不 不可 现在 今天 明天 昨天 运行 测试 行测 提交 交代 代码 创建 文件 建文 ' +
  '执行 修复 修改 删除 添加 开始 停止 告诉 诉我 给我 看看 推荐 一个 一些 一首 一部 的 了 是 在 吗 呢 吧 呀 啊 有 和 就 都 也 还 안녕 녕하 하세 세요 감사 사합 합니 니다 계속 あり りが がと とう ' +
  '続け けて お願 願い いし しま ます こん んに にち ちは ขอ อบ บคุ คุณ สวั วัส สดี'

const FILLER: ReadonlySet<string> = new Set(TERMS.split(' '))
