/** What people say to an assistant and nobody looks up: greetings, assent, requests, question words. Lower case. */
export const CHAT: ReadonlySet<string> = new Set(
  (
    "a about am an and any are as at be been but by can can't cannot could couldn't did didn't do does don't for from had has have he her " +
    "here hers him his how i i'd i'll i'm i've if in into is it its it's may me might my of on or our please pls she should so some than that that's the their " +
    "them then there these they this those to us was we we'd we'll we're were what what's when where which who whom whose why will with would you your " +
    'hi hello hey ok okay yes yeah yep no nope sure thanks thank thx cheers great good nice fine cool perfect right well hmm ' +
    "help tell explain give want need let let's lets just now also again maybe actually really very quickly kindly know think remember wonder try"
  ).split(' '),
)

/** The same in Chinese; taken out wherever it stands. */
export const CHAT_HAN: ReadonlySet<string> = new Set(
  (
    '请问 请帮我 请帮忙 帮我 帮忙 帮个忙 麻烦你 麻烦 能不能 能否 可不可以 可以 是否可以 一下 一下子 我想要 我想 我要 我需要 我希望 想知道 我想问 ' +
    '告诉我 给我 跟我说 说一说 说说 讲讲 看看 看一下 谢谢 多谢 你好 您好 好的 好吧 行吧 是的 没错 嗯嗯 我们 咱们 你们 他们 它们 这个 那个 这些 那些 顺便 ' +
    '再试一次 试一下 试试'
  ).split(' '),
)
export const QUESTION_HAN: ReadonlySet<string> = new Set(
  '是什么 为什么 什么样 什么 怎么办 怎么样 怎么 怎样 如何 有哪些 哪些 哪个 哪里 哪儿 在哪里 在哪 是多少 多少 是谁 几个 是不是 有没有'.split(
    ' ',
  ),
)

/** Characters that say nothing where they are all that is left of a run. */
export const LONE_HAN: ReadonlySet<string> = new Set(
  '我 你 您 他 她 它 用 把 将 给 和 与 及 在 是 有 的 了 着 过 也 都 就 还 再 很 请 对 个 一 这 那 去 来 要 想 会 能 做 让 吧 吗 呢 啊'.split(
    ' ',
  ),
)

/** Operations on the work at hand. Alone, or with what is in OBJECTS, they ask for no memory. */
export const OPERATIONS: ReadonlySet<string> = new Set(
  (
    'run rerun execute exec start stop restart continue proceed go undo redo retry repeat fix commit amend push pull fetch merge rebase ' +
    'checkout stash create make write add remove delete rename update change edit save open close show list print build rebuild compile ' +
    'install test tests lint format deploy publish clean ' +
    '运行 执行 跑 跑一下 创建 新建 建立 修改 删除 添加 增加 提交 推送 拉取 合并 更新 修复 修 构建 编译 部署 安装 继续 开始 停止 重启 重试 重新 撤销 测试 保存 打开 关闭 查看 显示 格式化'
  ).split(' '),
)
/** Programs that carry operations out. With one of them behind it they are an operation too; by themselves they may be asked about. */
export const TOOLS: ReadonlySet<string> = new Set('git npm npx yarn pnpm cargo pytest gradle mvn'.split(' '))
export const OBJECTS: ReadonlySet<string> = new Set(
  (
    'test tests file files code changes change it this that them all everything something status diff log add push pull commit branch tag ' +
    'project command script app program build suite again next step steps new last current ' +
    '测试 文件 代码 项目 更改 改动 分支 脚本 命令 程序 全部 所有 一个 一次 一遍 新 下 上 单元 用例 任务 工作 状态 步'
  ).split(' '),
)
