import { random } from '../../../spec/random.ts'

/** Facts of a project that nobody asks about, in both languages, made from a seed: the same words in other things. */
export function distractors(count: number, seed: number): readonly string[] {
  const chance = random(seed)
  const made = new Set<string>()
  while (made.size < count) made.add(chance.below(2) === 0 ? english() : chinese())
  return [...made]

  function english(): string {
    const thing = `${chance.pick(PREFIXES)} ${chance.pick(SERVICES)}`
    switch (chance.below(8)) {
      case 0:
        return `The ${thing} listens on port ${1024 + chance.below(60_000)} in the ${chance.pick(PLACES)} environment.`
      case 1:
        return `Requests of the ${thing} time out after ${1 + chance.below(900)} seconds and are tried ${2 + chance.below(9)} times.`
      case 2:
        return `${chance.pick(PEOPLE)} maintains the ${thing} and reviews its changes on ${chance.pick(DAYS)}.`
      case 3:
        return `The ${thing} writes its ${chance.pick(OUTPUTS)} to \`${chance.pick(FOLDERS)}/${chance.pick(SERVICES)}-${chance.below(500)}.log\`.`
      case 4:
        return `We moved the ${thing} from ${chance.pick(TOOLS)} to ${chance.pick(TOOLS)} in ${chance.pick(MONTHS)} ${2015 + chance.below(12)}.`
      case 5:
        return `Never restart the ${thing} while the ${chance.pick(SERVICES)} ${chance.pick(OUTPUTS)} are being rebuilt, build ${chance.below(9000)}.`
      case 6:
        return `The ${thing} keeps ${chance.pick(OUTPUTS)} for ${1 + chance.below(700)} days, then ${chance.pick(TOOLS)} archives them.`
      default:
        return `Ticket ${chance.below(99_999)}: the ${thing} returned status ${400 + chance.below(130)} when the ${chance.pick(OUTPUTS)} were empty.`
    }
  }

  function chinese(): string {
    const thing = `${chance.pick(ZH_PREFIXES)}${chance.pick(ZH_SERVICES)}`
    switch (chance.below(7)) {
      case 0:
        return `${thing}在${chance.pick(ZH_PLACES)}监听 ${1024 + chance.below(60_000)} 端口。`
      case 1:
        return `${thing}的超时时间是 ${1 + chance.below(900)} 秒，最多重试 ${2 + chance.below(9)} 次。`
      case 2:
        return `${chance.pick(ZH_PEOPLE)}维护${thing}，每周${chance.pick(ZH_DAYS)}检查一次${chance.pick(ZH_OUTPUTS)}。`
      case 3:
        return `${thing}把${chance.pick(ZH_OUTPUTS)}写到 ${chance.pick(FOLDERS)}/${chance.below(5000)} 目录。`
      case 4:
        return `${2015 + chance.below(12)} 年${chance.pick(ZH_MONTHS)}把${thing}从 ${chance.pick(TOOLS)} 迁移到 ${chance.pick(TOOLS)}。`
      case 5:
        return `${thing}的${chance.pick(ZH_OUTPUTS)}保留 ${1 + chance.below(700)} 天。`
      default:
        return `工单 ${chance.below(99_999)}：${thing}在${chance.pick(ZH_OUTPUTS)}为空时返回错误。`
    }
  }
}

const list = (text: string): readonly string[] => text.split(' ')
const PREFIXES = list(
  'billing invoice shipping catalog pricing loyalty review stock supplier warehouse refund coupon tax export import audit report mail push geo chat survey media video archive',
)
const SERVICES = list(
  'worker service database queue cache gateway scheduler importer indexer proxy crawler parser renderer exporter validator',
)
const PLACES = list('staging production preview local load-test')
const PEOPLE = list('Anton Beate Chidi Dana Emre Farah Goran Hana Ivo Jun Kaya Lior Mina Nils Oona Pavel')
const DAYS = list('Mondays Tuesdays Wednesdays Thursdays Fridays')
const OUTPUTS = list('reports logs backups images tokens messages orders indexes snapshots invoices events')
const FOLDERS = list('/var/log /srv/data /opt/jobs /mnt/share build/out')
const TOOLS = list('Kafka Postgres MySQL Mongo Redis Elastic Jenkins Docker Nomad Vault Nginx Envoy Celery Spark')
const MONTHS = list('January February March April May June July August September October November December')
const ZH_PREFIXES = list(
  '账单 发票 物流 商品 定价 会员 评论 仓储 供应商 优惠券 税务 导出 报表 邮件 推送 地图 客服 问卷 视频 归档',
)
const ZH_SERVICES = list('服务 队列 缓存 网关 数据库 调度器 索引 爬虫 代理 任务 接口')
const ZH_PLACES = list('测试环境 生产环境 预发环境 本地环境')
const ZH_PEOPLE = list('小张 小陈 老刘 阿强 小周 老孙 小吴 阿梅')
const ZH_DAYS = list('一 二 四 五')
const ZH_OUTPUTS = list('报表 日志 备份 图片 消息 订单 索引 快照 账单 事件')
const ZH_MONTHS = list('一月 二月 三月 四月 六月 七月 八月 九月 十月')
